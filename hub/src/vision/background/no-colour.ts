/** Whether a frame is gray, as cameras send them in infrared mode. Compression leaves small differences of color in one. */
import { NOISE_LEVELS } from './contrast.ts'

/** Step between sampled pixels. */
const GRAY_STEP = 37

/** `rgb`: three bytes a pixel. */
export function hasNoColour(rgb: Uint8Array): boolean {
  let sum = 0
  let count = 0
  for (let at = 0; at + 2 < rgb.length; at += 3 * GRAY_STEP) {
    const [red, green, blue] = [rgb[at]!, rgb[at + 1]!, rgb[at + 2]!]
    sum += Math.max(red, green, blue) - Math.min(red, green, blue)
    count++
  }
  return sum < NOISE_LEVELS * count
}
