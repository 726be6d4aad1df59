/** Where a frame has edges, and their directions, which stay the same when the light changes. Requirement REAL-04. */

/** Size in pixels of the grid on which views are compared, half of the analyzed frame. */
export const VIEW = { width: 160, height: 90 } as const
const { width: WIDTH, height: HEIGHT } = VIEW
const PIXELS = WIDTH * HEIGHT
/** Width of the analyzed frame. */
const FULL_WIDTH = 2 * WIDTH

/** Directions without sign, so that an edge stays the same if infrared swaps dark and bright. */
const DIRECTIONS = 8
/** Minimum contrast of an edge, in octaves of brightness within two pixels of the grid; relative, to work in dim light. */
const EDGE_OCTAVES = 0.16
/** Gray levels that noise may add to black. */
const BLACK_LEVELS = 16
/** Sharpness is measured at this minimum difference of gray levels within `COARSE` pixels of the analyzed frame. */
const COARSE_LEVELS = 16
const COARSE = 6
/** With fewer such places sharpness is unknown. */
const COARSE_PLACES_MIN = 150
/** Share of the edges' contrast: if more of it changes between two frames than elsewhere, the camera shakes. */
const SHAKE_MAX = 0.05
/** Step between sampled pixels; coprime to the width. */
const SAMPLE_STEP = 37

export type ViewEdges = {
  /** Per pixel of `VIEW`: 0 no edge, 1 to 8 its direction, in steps of 22.5 degrees. */
  directions: Uint8Array
  count: number
}

const LOGS = Float32Array.from({ length: 256 * 4 }, (_, i) => Math.log2(i / 4 + BLACK_LEVELS))
const logOf = (level: number) => LOGS[Math.min(LOGS.length - 1, Math.round(level * 4))]!

/** `mean`: the analyzed frame, averaged over seconds; `covered`: 1 on masks, in its pixels; null: no masks. */
export function edgesOf(mean: Float32Array, covered: Uint8Array | null): ViewEdges {
  const small = new Float32Array(PIXELS)
  for (let i = 0; i < PIXELS; i++) {
    const at = Math.floor(i / WIDTH) * 2 * FULL_WIDTH + (i % WIDTH) * 2
    small[i] = logOf((mean[at]! + mean[at + 1]! + mean[at + FULL_WIDTH]! + mean[at + FULL_WIDTH + 1]!) / 4)
  }
  const hidden = hiddenOf(covered)
  const directions = new Uint8Array(PIXELS)
  let count = 0
  for (let y = 1; y < HEIGHT - 1; y++) {
    for (let x = 1; x < WIDTH - 1; x++) {
      const i = y * WIDTH + x
      if (hidden?.[i]) continue
      const direction = directionAt(small, i)
      directions[i] = direction
      if (direction > 0) count++
    }
  }
  return { directions, count }
}

/** Sobel filter, halved to two pixels. */
function directionAt(small: Float32Array, i: number): number {
  const [up, down] = [i - WIDTH, i + WIDTH]
  const right = small[up + 1]! + 2 * small[i + 1]! + small[down + 1]!
  const left = small[up - 1]! + 2 * small[i - 1]! + small[down - 1]!
  const below = small[down - 1]! + 2 * small[down]! + small[down + 1]!
  const above = small[up - 1]! + 2 * small[up]! + small[up + 1]!
  const [dx, dy] = [(right - left) / 4, (below - above) / 4]
  if (dx * dx + dy * dy < EDGE_OCTAVES * EDGE_OCTAVES) return 0
  const turn = Math.atan2(dy, dx) / Math.PI + 1
  return 1 + (Math.round(turn * DIRECTIONS) % DIRECTIONS)
}

/** A mask's edge is an edge of the frame whatever the view. */
function hiddenOf(covered: Uint8Array | null): Uint8Array | null {
  if (!covered) return null
  const hidden = new Uint8Array(PIXELS)
  for (let at = 0; at < covered.length; at++) {
    if (!covered[at]) continue
    const x = (at % FULL_WIDTH) >> 1
    const y = Math.floor(at / FULL_WIDTH) >> 1
    for (let dy = -2; dy <= 2; dy++) {
      for (let dx = -2; dx <= 2; dx++) {
        if (x + dx >= 0 && x + dx < WIDTH && y + dy >= 0 && y + dy < HEIGHT) hidden[(y + dy) * WIDTH + x + dx] = 1
      }
    }
  }
  return hidden
}

/**
 * Fine contrast over coarse contrast of the mean frame, less that of the softest measurable edge: 0 for the softest. Null: too
 * few edges, or the camera shakes, which blurs the mean. `singles`: some frames of the mean, the latest first.
 */
export function sharpnessOf(
  mean: Float32Array,
  singles: readonly Uint8Array[],
  covered: Uint8Array | null,
): number | null {
  let [fine, coarse, contrast] = [0, 0, 0]
  const places: number[] = []
  for (let y = 0; y < 2 * HEIGHT; y++) {
    for (let x = 0; x + COARSE < FULL_WIDTH; x++) {
      const at = y * FULL_WIDTH + x
      const far = mean[at + COARSE]! - mean[at]!
      if (far < COARSE_LEVELS && far > -COARSE_LEVELS) continue
      if (covered && (covered[at] || covered[at + COARSE])) continue
      coarse += far * far
      contrast += Math.abs(far)
      places.push(at + COARSE / 2)
      for (let step = 0; step < COARSE; step++) {
        const near = mean[at + step + 1]! - mean[at + step]!
        fine += near * near
      }
    }
  }
  if (places.length < COARSE_PLACES_MIN) return null
  const [now, ...others] = singles
  const shake = Math.max(0, ...others.map((other) => shakeOf(now!, other, places) * places.length)) / contrast
  return shake > SHAKE_MAX ? null : Math.max(0, fine / coarse - 1 / COARSE)
}

/** How much more an edge changed than any pixel, gray levels; medians, so that moving people have no effect. */
function shakeOf(now: Uint8Array, before: Uint8Array, edges: readonly number[]): number {
  const everywhere = new Int32Array(256)
  const atEdges = new Int32Array(256)
  const add = (to: Int32Array, at: number) => {
    const change = Math.abs(now[at]! - before[at]!)
    to[change] = to[change]! + 1
  }
  for (let at = 0; at < now.length; at += SAMPLE_STEP) add(everywhere, at)
  for (const at of edges) add(atEdges, at)
  return medianOf(atEdges, edges.length) - medianOf(everywhere, Math.ceil(now.length / SAMPLE_STEP))
}

function medianOf(histogram: Int32Array, count: number): number {
  let below = 0
  let level = 0
  while (level < 255 && (below + histogram[level]!) * 2 < count) below += histogram[level++]!
  return level
}

const NEIGHBOURS = [-1, 0, 1]

/** For each pixel the directions of edges here or next to it, one bit each; neighboring directions count as well. */
export function reachOf({ directions }: ViewEdges): Uint8Array {
  const reach = new Uint8Array(PIXELS)
  for (let y = 1; y < HEIGHT - 1; y++) {
    for (let x = 1; x < WIDTH - 1; x++) {
      const direction = directions[y * WIDTH + x]!
      if (direction === 0) continue
      let bits = 0
      for (const step of NEIGHBOURS) bits |= 1 << ((direction - 1 + step + DIRECTIONS) % DIRECTIONS)
      for (const dy of NEIGHBOURS) for (const dx of NEIGHBOURS) reach[(y + dy) * WIDTH + x + dx]! |= bits
    }
  }
  return reach
}
