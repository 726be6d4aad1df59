/** Which video formats this browser plays. REAL-07. */
import type { RecordingDetail } from '@mimamori/contract/footage/recording.ts'

/** Whether it plays MP4 of this format as a file and as a stream. `codec`: as for `MediaSource`. */
export function playsVideo(codec: string): boolean {
  const type = `video/mp4; codecs="${codec}"`
  // A browser without MediaSource (iPhone before iOS 17.1) plays by the element alone, also playlists.
  const plays = globalThis.MediaSource?.isTypeSupported(type) ?? true
  return plays && document.createElement('video').canPlayType(type) !== ''
}

/** `none`: it plays all of the recording as it is; else whether H.264 can be had now. */
export function h264For({ codecs, h264 }: Pick<RecordingDetail, 'codecs' | 'h264'>): RecordingDetail['h264'] {
  return codecs.every(playsVideo) ? 'none' : h264
}
