/** Formats of video that not every browser plays; no zod here, since the console needs it. REAL-07. */

/** Whether it is H.265, of which a hub makes H.264 for browsers that do not play it. `codec`: as `MediaSource` calls it. */
export function isH265(codec: string): boolean {
  return codec.startsWith('hvc1') || codec.startsWith('hev1')
}

const NAMES: Readonly<Record<string, string>> = { h264: 'H.264', hevc: 'H.265', h265: 'H.265', mjpeg: 'MJPEG' }

/** A codec as it stands on cameras and in shops. `codec`: as the decoder or the camera calls it, in any case; unknown ones stay. */
export function codecName(codec: string): string {
  return NAMES[codec.toLowerCase()] ?? codec
}
