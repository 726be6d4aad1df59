/** Whether this browser needs H.264 of a recording, which a hub makes while it is watched. REAL-07. */
import type { RecordingDetail } from '@mimamori/contract/footage/recording.ts'
import { playsVideo } from '#lib/browser/plays-video.ts'

/** `none`: it plays all of the recording as it is; else whether H.264 can be had now. */
export function h264For({ codecs, h264 }: Pick<RecordingDetail, 'codecs' | 'h264'>): RecordingDetail['h264'] {
  return codecs.every(playsVideo) ? 'none' : h264
}
