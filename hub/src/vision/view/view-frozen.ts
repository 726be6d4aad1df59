/**
 * Whether a camera goes on sending the same frame. Every sensor has noise, so no frame repeats an earlier one; an encoder may
 * hide that between two key frames, and some hide it always: what is usual of this camera is learned. REAL-04.
 */

/** A frame that differs by less from an earlier one repeats it, mean gray levels. */
const SAME_LEVELS = 0.02
/** A repetition also differs by less than this share of the camera's normal noise in a static room. */
const SHARE_OF_USUAL = 0.25
/** Frames of this period are compared, except the latest second, ms: key frames are more frequent. */
const MEMORY_MS = 11_000
const APART_MS = 900
/** The largest of the smallest differences is taken over this time, ms. */
const WINDOW_MS = 30_000
/** Windows before the first result, 20 minutes: enough to recognize a camera that always hides its noise. */
const WINDOWS_MIN = 40
/** Step between compared pixels; coprime to the width. */
const STEP = 37

type Sample = { atMs: number; pixels: Uint8Array }

export class FrozenWatch {
  #quietest: number | null
  /** Windows until `quietest` is valid; 0: it is. */
  #missing: number
  #lowest = Number.POSITIVE_INFINITY
  #samples: Sample[] = []
  #window: { fromMs: number; most: number } | null = null
  #isFrozen = false
  #isNew = false

  /** `quietest`: from an earlier run, mean gray levels; null: unknown. */
  constructor(quietest: number | null) {
    this.#quietest = quietest
    this.#missing = quietest === null ? WINDOWS_MIN : 0
  }

  get isFrozen(): boolean {
    return this.#isFrozen
  }

  get quietest(): number | null {
    return this.#quietest
  }

  takeNews(): boolean {
    const isNew = this.#isNew
    this.#isNew = false
    return isNew
  }

  reconnect(): void {
    this.#samples = []
    this.#window = null
    this.#isFrozen = false
  }

  /** Takes one analyzed frame. */
  take(gray: Uint8Array, atMs: number): void {
    const pixels = new Uint8Array(Math.ceil(gray.length / STEP))
    for (let n = 0; n < pixels.length; n++) pixels[n] = gray[n * STEP]!
    const [first] = this.#samples
    if (first && (atMs < first.atMs || atMs - this.#samples.at(-1)!.atMs > MEMORY_MS)) this.reconnect()
    this.#samples = this.#samples.filter((sample) => atMs - sample.atMs <= MEMORY_MS)
    const earlier = this.#samples.filter((sample) => atMs - sample.atMs >= APART_MS)
    this.#samples.push({ atMs, pixels })
    if (earlier.length === 0) return
    const least = Math.min(...earlier.map((sample) => differenceOf(sample.pixels, pixels)))
    if (least > SAME_LEVELS) this.#isFrozen = false
    this.#window ??= { fromMs: atMs, most: 0 }
    this.#window.most = Math.max(this.#window.most, least)
    if (atMs - this.#window.fromMs >= WINDOW_MS) this.#close(this.#window.most)
  }

  #close(most: number): void {
    this.#window = null
    const usual = this.#missing === 0 ? this.#quietest : null
    this.#isFrozen = usual !== null && most < Math.min(SAME_LEVELS, SHARE_OF_USUAL * usual)
    if (this.#isFrozen) return
    this.#lowest = Math.min(this.#lowest, most)
    if (this.#missing > 0) this.#missing--
    const known = this.#quietest
    if (this.#missing > 0 || (known !== null && this.#lowest >= known)) return
    this.#quietest = this.#lowest
    this.#isNew = true
  }
}

function differenceOf(a: Uint8Array, b: Uint8Array): number {
  let sum = 0
  for (let n = 0; n < a.length; n++) sum += Math.abs(a[n]! - b[n]!)
  return sum / a.length
}
