/** A queue of one between a fast camera and a slow detector: a newer frame replaces the waiting one. */
export class LatestOnly<T> {
  /** Frames replaced before anyone took them. Reported as `framesSkipped` so that overload is visible. */
  skipped = 0
  #waiting: { item: T } | null = null
  #wake: (() => void) | null = null
  #idle: (() => void)[] = []
  #drop: (item: T) => void

  /** `drop` gets every item that nobody took, to free what it holds. */
  constructor(drop: (item: T) => void = () => {}) {
    this.#drop = drop
  }

  put(item: T): void {
    if (this.#waiting) {
      this.skipped++
      this.#drop(this.#waiting.item)
    }
    this.#waiting = { item }
    this.#wake?.()
  }

  /** Ends when `signal` aborts. */
  async *take(signal: AbortSignal): AsyncGenerator<T> {
    signal.addEventListener('abort', () => this.#wake?.(), { once: true })
    while (!signal.aborted) {
      if (!this.#waiting) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve
          for (const settle of this.#idle.splice(0)) settle()
        })
        this.#wake = null
      }
      const ready = this.#waiting
      this.#waiting = null
      if (!ready) continue
      if (signal.aborted) this.#drop(ready.item)
      else yield ready.item
    }
    if (this.#waiting) this.#drop(this.#waiting.item)
    this.#waiting = null
    for (const settle of this.#idle.splice(0)) settle()
  }

  /** Resolves once the taker has finished with every item and asks for the next. */
  async idle(): Promise<void> {
    if (this.#wake && !this.#waiting) return
    await new Promise<void>((resolve) => this.#idle.push(resolve))
  }
}
