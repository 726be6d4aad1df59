/** What this process decodes with: chosen when the hub began, and software again for a codec whose hardware failed. REAL-08. */
import type { DecoderName } from '@mimamori/contract/camera/stream/decoders.ts'
import type { SentCodec, VideoCodec } from '../media/packet-source.ts'

export type Decoders = Readonly<Record<VideoCodec, DecoderName>>
export const SOFTWARE_ALONE: Decoders = { h264: 'software', hevc: 'software' }

let chosen: Decoders = SOFTWARE_ALONE

/** For every stream that is opened in this process from now on. */
export function setDecoders(decoders: Decoders): void {
  chosen = decoders
}

export function decoderFor(codec: SentCodec): DecoderName {
  return codec === 'mjpeg' ? 'software' : chosen[codec]
}

/** A driver that fails for one camera is not tried with the next. */
export function decoderFailed(codec: SentCodec): void {
  chosen = { ...chosen, [codec]: 'software' }
}
