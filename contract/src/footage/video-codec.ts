/** Formats of video that not every browser plays; no zod here, since the console needs it. REAL-07. */

/** Whether it is H.265, of which a hub makes H.264 for browsers that do not play it. `codec`: as `MediaSource` calls it. */
export function isH265(codec: string): boolean {
  return codec.startsWith('hvc1') || codec.startsWith('hev1')
}
