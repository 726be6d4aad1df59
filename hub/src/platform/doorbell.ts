/** Wakes a loop that waits; a ring while nobody waits is remembered. */
import type { Clock } from './clock.ts'

export class Doorbell {
  #isRung = false
  #open: (() => void) | null = null

  ring(): void {
    this.#isRung = true
    this.#open?.()
  }

  /** Resolves at the next ring, at once when it has rung since the last wait, when `signal` aborts, or in time. */
  async wait(signal: AbortSignal, atMost?: { ms: number; clock: Clock }): Promise<void> {
    if (!this.#isRung && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const cancel = atMost?.clock.after(atMost.ms, () => finish())
        const finish = () => {
          cancel?.()
          signal.removeEventListener('abort', finish)
          resolve()
        }
        this.#open = finish
        signal.addEventListener('abort', finish)
      })
    }
    this.#open = null
    this.#isRung = false
  }
}
