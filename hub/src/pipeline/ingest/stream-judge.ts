/** Judges what a camera sends while it is connected: what cannot be used at all, and what should be set better. */

import type { PlainReasonCode } from '@mimamori/contract/camera/status-reason.ts'
import type { DecoderName } from '@mimamori/contract/camera/stream/decoders.ts'
import { type Track, trackFrom } from '#mp4/mp4-box.ts'
import { type CameraError, plainError } from '#platform/camera-error.ts'
import type { PacketSource, VideoCodec, VideoPacket } from './packet-source.ts'

/** Larger pictures (beyond 8K) are not decoded: each would take 50 MB, and no camera of a care home has them. */
export const PIXELS_MAX = 33_177_600
/** More than any camera sends in two seconds, even after a network delivers delayed packets at once. */
const PICTURES_PER_WINDOW = 600
const WINDOW_MS = 2000
/** More often within a minute than a person changes settings. */
const AGAIN_AND_AGAIN = 3
const MINUTE_MS = 60_000
/** Cameras that save bits send a key frame every ten seconds or so. */
const KEY_WAIT_MS = 15_000
/** Number of packets without a picture after which reordering is no explanation. */
const TRIED_MAX = 20
const BROKEN_SHARE = 0.2
/** Number of pictures over which the share of broken ones is computed. */
const BROKEN_OF = 40

/** Since the connection began. `tried`: packets given to the decoder; `made`: pictures of them, `broken` ones too; `by`: null before it began. */
export type Decoding = { tried: number; made: number; broken: number; by: DecoderName | null }
/** Noticed elsewhere: by the decoder and on the time line. */
export type Noticed = Decoding & { clockJumps: number }

export class StreamJudge {
  #silenceMs: number
  #pictures = 0
  #firstAtMs = 0
  #keyAtMs: number | null = null
  #window = { sinceMs: 0, pictures: 0 }
  #codec: VideoCodec = 'h264'
  /** The newest that the camera said of its pictures; null: nothing that makes sense. */
  #track: Track | null = null
  #format: string | null = null
  #formatChangesAtMs: number[] = []
  #jumpsAtMs: number[] = []
  #seen: Noticed = { tried: 0, made: 0, broken: 0, by: null, clockJumps: 0 }
  /** The decoder's counts when its newest picture came, and where the present share of broken ones began. */
  #lastMade = { tried: 0, atMs: 0 }
  #sample: Decoding = { tried: 0, made: 0, broken: 0, by: null }
  #isBroken = false

  /** `silenceMs`: how long a connected camera may be without a picture that can be used. */
  constructor(silenceMs: number) {
    this.#silenceMs = silenceMs
  }

  /** Whether a whole picture came. */
  get hasKey(): boolean {
    return this.#keyAtMs !== null
  }

  /** What the description says. Throws a CameraError when the pictures are too large. */
  open({ width, height, codec, extradata }: Pick<PacketSource, 'width' | 'height' | 'codec' | 'extradata'>): void {
    this.#codec = codec
    this.#track = trackFrom(extradata, codec)
    if (width * height > PIXELS_MAX) throw plainError('picture-too-large')
  }

  /** A picture that arrives. Throws a CameraError for what nothing behind may be given. */
  take(packet: VideoPacket, nowMs: number): void {
    if (this.#pictures++ === 0) this.#firstAtMs = nowMs
    if (nowMs - this.#window.sinceMs >= WINDOW_MS) this.#window = { sinceMs: nowMs, pictures: 0 }
    if (++this.#window.pictures > PICTURES_PER_WINDOW) throw plainError('too-many-pictures')
    if (!packet.isKey) return
    this.#keyAtMs = nowMs
    const track = trackFrom(packet.data, this.#codec, this.#track)
    if (!track) return
    this.#track = track
    if (track.width * track.height > PIXELS_MAX) throw plainError('picture-too-large')
    const format = `${track.width}x${track.height}`
    if (this.#format !== null && this.#format !== format) this.#formatChangesAtMs.push(nowMs)
    this.#format = format
  }

  /** Every few seconds: why the connection is of no use; null while it may be. */
  uselessness(noticed: Noticed, nowMs: number): CameraError | null {
    this.#look(noticed, nowMs)
    if (this.#pictures === 0) return null
    if (!this.hasKey) return nowMs - this.#firstAtMs > this.#silenceMs ? plainError('no-key-frames') : null
    const isSilentLong = nowMs - this.#firstAtMs > this.#silenceMs
    // Without parameter sets nothing can be decoded or recorded, also where no app looks.
    if (!this.#track && noticed.made === 0 && isSilentLong) return plainError('not-decodable')
    const { tried, atMs } = this.#lastMade
    const isUseless = noticed.tried - tried >= TRIED_MAX && nowMs - Math.max(atMs, this.#firstAtMs) > this.#silenceMs
    return isUseless ? plainError('not-decodable') : null
  }

  /** What a technician should set better although pictures come; null when all is well. */
  advice(nowMs: number): PlainReasonCode | null {
    const isOften = (timesMs: number[]) => timesMs.filter((atMs) => nowMs - atMs < MINUTE_MS).length >= AGAIN_AND_AGAIN
    if (isOften(this.#formatChangesAtMs)) return 'format-unsteady'
    if (this.#isBroken) return 'pictures-broken'
    if (this.#keyAtMs !== null && nowMs - this.#keyAtMs > KEY_WAIT_MS) return 'key-frames-rare'
    return isOften(this.#jumpsAtMs) ? 'clock-jumps' : null
  }

  #look(noticed: Noticed, nowMs: number): void {
    const jumps = Math.min(AGAIN_AND_AGAIN, noticed.clockJumps - this.#seen.clockJumps)
    for (let i = 0; i < jumps; i++) this.#jumpsAtMs.push(nowMs)
    this.#jumpsAtMs = this.#jumpsAtMs.slice(-AGAIN_AND_AGAIN)
    this.#formatChangesAtMs = this.#formatChangesAtMs.slice(-AGAIN_AND_AGAIN)
    if (noticed.made > this.#seen.made) this.#lastMade = { tried: noticed.tried, atMs: nowMs }
    this.#seen = noticed
    const tried = noticed.tried - this.#sample.tried
    if (tried < BROKEN_OF) return
    this.#isBroken = (noticed.broken - this.#sample.broken) / tried > BROKEN_SHARE
    this.#sample = noticed
  }
}

/** Hands on what the judge lets pass. */
export function judged(source: PacketSource, judge: StreamJudge, now: () => number): PacketSource {
  return {
    ...source,
    async *[Symbol.asyncIterator]() {
      judge.open(source)
      for await (const packet of source) {
        judge.take(packet, now())
        yield packet
      }
    },
  }
}
