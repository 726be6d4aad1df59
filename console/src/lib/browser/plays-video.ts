/** Which video formats this browser plays. REAL-07. */

/** Whether it plays MP4 of this format as a file and as a stream. `codec`: as for `MediaSource`. */
export function playsVideo(codec: string): boolean {
  const type = `video/mp4; codecs="${codec}"`
  // A browser without MediaSource (iPhone before iOS 17.1) plays by the element alone, also playlists.
  const plays = globalThis.MediaSource?.isTypeSupported(type) ?? true
  return plays && document.createElement('video').canPlayType(type) !== ''
}
