/** By how much somebody stands out from a view: less in a dim one. */

/**
 * Gray levels of 255 by which a pixel stands out, above sensor noise after the blur, where the middle half of the
 * picture's brightness spans `SPREAD` levels or more; in proportion fewer in a dim picture.
 */
export const LEVELS_FULL = 11
const LEVELS_LEAST = 6
const SPREAD = 40
/** Looked at anew every fifty seconds. */
export const SPREAD_FRAMES = 250
/** Pixels; prime to the width. */
const STEP = 37

/** `view`: gray levels, pixel by pixel. */
export function levelsOf(view: Float32Array): number {
  const sample: number[] = []
  for (let i = 0; i < view.length; i += STEP) sample.push(view[i]!)
  sample.sort((a, b) => a - b)
  const quarter = Math.floor(sample.length / 4)
  const spread = sample[3 * quarter]! - sample[quarter]!
  return Math.max(LEVELS_LEAST, Math.min(1, spread / SPREAD) * LEVELS_FULL)
}

/** A view is clear of so many levels of contrast, and of no more noise than so many gray levels in its middle pixel. */
const CLEAR = { levels: 9, noise: 2.9 }

/** `deviation`: of each pixel from the learned room over time, gray levels. */
export function isClearView(levels: number, deviation: Float32Array): boolean {
  return levels >= CLEAR.levels && noiseOf(deviation) <= CLEAR.noise
}

/** The median: where people and screens move it is larger. */
function noiseOf(deviation: Float32Array): number {
  const sample: number[] = []
  for (let i = 0; i < deviation.length; i += STEP) sample.push(deviation[i]!)
  return sample.sort((a, b) => a - b)[sample.length >> 1]!
}
