/** A learned background, retained across connections to the camera and across worker processes. */
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { BackgroundModel, LearnedBackground } from '#vision/background/background.ts'

/** Interval of copies, ms: a crash loses this much of what was learned. */
const EVERY_MS = 30_000
/** Maximum age, ms: by then furniture and daylight may have changed. */
const AGE_MAX_MS = 30 * 60_000

type Masks = DesiredCamera['privacy']['masks']
/** `atMs`: time of its last frame. `masks`: areas that are black in it. */
export type RetainedBackground = LearnedBackground & { atMs: number; masks: string }

export class BackgroundMemory {
  readonly #onRetained: (retained: RetainedBackground) => void
  #retained: RetainedBackground | null
  #masks = '[]'

  /** `earlier`: from another process; null: none. `onRetained`: receives copies for the next process. */
  constructor(earlier: RetainedBackground | null, onRetained: (retained: RetainedBackground) => void) {
    this.#retained = earlier
    this.#onRetained = onRetained
  }

  cover(masks: Masks): void {
    this.#masks = JSON.stringify(masks)
  }

  /** Call it before the first frame of a connection. */
  giveTo(model: BackgroundModel, atMs: number): void {
    const retained = this.#retained
    if (retained && retained.masks === this.#masks && Math.abs(atMs - retained.atMs) <= AGE_MAX_MS)
      model.takeUp(retained)
  }

  /** Call it after each frame. */
  take(model: BackgroundModel, atMs: number): void {
    if (this.#retained && Math.abs(atMs - this.#retained.atMs) < EVERY_MS) return
    const learned = model.learned
    if (!learned) return
    this.#retained = { ...learned, atMs, masks: this.#masks }
    this.#onRetained(this.#retained)
  }
}
