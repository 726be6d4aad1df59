/** Formats of video that not every browser plays; no zod here, since the console needs it. REAL-07. */

/**
 * Whether it is H.265, which a hub transcodes to H.264 for browsers that cannot play it. `codec`: as in `MediaSource`.
 */
export function isH265(codec: string): boolean {
  return codec.startsWith('hvc1') || codec.startsWith('hev1')
}

const NAMES: Readonly<Record<string, string>> = { h264: 'H.264', hevc: 'H.265', h265: 'H.265', mjpeg: 'MJPEG' }

/**
 * The common name of a codec, as on cameras. `codec`: the decoder's or the camera's name, ignoring case; unknown ones
 * stay.
 */
export function codecName(codec: string): string {
  return NAMES[codec.toLowerCase()] ?? codec
}
