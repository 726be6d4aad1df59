/** Whether a picture is gray, as cameras make them by infrared. */

/** Colours that differ by less, of 256, are what compression leaves of none. */
const GRAY_MAX = 6
/** One pixel in so many is looked at. */
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
  return sum < GRAY_MAX * count
}
