/** Wakes a loop that waits; a signal while nothing waits is remembered. */
import type { Clock } from './clock.ts'

export class WakeSignal {
  #isSignalled = false
  #open: (() => void) | null = null

  signal(): void {
    this.#isSignalled = true
    this.#open?.()
  }

  /** Resolves at the next signal, at once after one since the last wait, when `ending` aborts, or in time. */
  async wait(ending: AbortSignal, atMost?: { ms: number; clock: Clock }): Promise<void> {
    if (!this.#isSignalled && !ending.aborted) {
      await new Promise<void>((resolve) => {
        const cancel = atMost?.clock.after(atMost.ms, () => finish())
        const finish = () => {
          cancel?.()
          ending.removeEventListener('abort', finish)
          resolve()
        }
        this.#open = finish
        ending.addEventListener('abort', finish)
      })
    }
    this.#open = null
    this.#isSignalled = false
  }
}
