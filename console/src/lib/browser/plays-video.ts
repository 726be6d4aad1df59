/** Which formats of video this browser plays. REAL-07. */

/** Whether it plays MP4 of this format in a file and as a stream. `codec`: as `MediaSource` calls it. */
export function playsVideo(codec: string): boolean {
  const type = `video/mp4; codecs="${codec}"`
  // Of a browser without media source (an iPhone of before) the element alone plays, also playlists.
  const plays = globalThis.MediaSource?.isTypeSupported(type) ?? true
  return plays && document.createElement('video').canPlayType(type) !== ''
}
