/** A periodic check, for a sign of health. */
import type { Cancel, Clock } from '../clock.ts'

/** Checks at once after `start`, and again `everyMs` after each check. A failed check is followed by the next one. */
export function repeatLook(clock: Clock, everyMs: number, look: () => Promise<void>): { start(): void; stop(): void } {
  let isStopped = false
  let cancel: Cancel = () => {}
  async function round(): Promise<void> {
    // An unreachable database has its own sign.
    await look().catch(() => {})
    if (!isStopped) cancel = clock.after(everyMs, () => void round())
  }
  return {
    start: () => void round(),
    stop() {
      isStopped = true
      cancel()
    },
  }
}
