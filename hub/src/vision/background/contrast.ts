/** Minimum difference of foreground from a view: lower in a dim one. */

/** A smaller difference, in gray levels of 255, may be noise of the sensor or of compression in any view. */
export const NOISE_LEVELS = 6
/**
 * Gray levels of 255 by which a foreground pixel differs, above sensor noise after the blur, if the middle half of the
 * frame's brightness spans at least `SPREAD_LEVELS` levels; proportionally fewer in a dim frame.
 */
export const LEVELS_FULL = 11
const SPREAD_LEVELS = 40
/** Interval of measurements: fifty seconds. */
export const SPREAD_FRAMES = 250
/** Step between sampled pixels; coprime to the width. */
const STEP = 37

/** `view`: gray levels, pixel by pixel. */
export function levelsOf(view: Float32Array): number {
  const sample: number[] = []
  for (let i = 0; i < view.length; i += STEP) sample.push(view[i]!)
  sample.sort((a, b) => a - b)
  const quarter = Math.floor(sample.length / 4)
  const spread = sample[3 * quarter]! - sample[quarter]!
  return Math.max(NOISE_LEVELS, Math.min(1, spread / SPREAD_LEVELS) * LEVELS_FULL)
}

/** A clear view has at least this contrast, and at most this noise in its median pixel; gray levels. */
const CLEAR_LEVELS = { levels: 9, noise: 2.9 }

/** `deviation`: of each pixel from the learned room over time, gray levels. */
export function isClearView(levels: number, deviation: Float32Array): boolean {
  return levels >= CLEAR_LEVELS.levels && noiseOf(deviation) <= CLEAR_LEVELS.noise
}

/** The median: where people and screens move the deviation is larger. */
function noiseOf(deviation: Float32Array): number {
  const sample: number[] = []
  for (let i = 0; i < deviation.length; i += STEP) sample.push(deviation[i]!)
  return sample.sort((a, b) => a - b)[sample.length >> 1]!
}
