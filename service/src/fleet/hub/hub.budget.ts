/** How many events a hub may send: more wait on the hub, which loses nothing. */
import type { Clock } from '#platform/clock.ts'
import { ServiceError } from '#platform/service-error.ts'

const EVENTS_PER_SECOND = 500
/** A hub that was away may send this many at once. */
export const EVENTS_BURST = 2_000

export type EventBudget = {
  /** Counts the events of one batch. Throws `too-many-requests` with the seconds to wait. */
  take(hubId: string, count: number): void
}

/** Creates the budgets of this instance. */
export function createEventBudget(clock: Clock): EventBudget {
  const budgets = new Map<string, { left: number; atMs: number }>()
  return {
    take(hubId, count) {
      const nowMs = clock.now().getTime()
      const before = budgets.get(hubId) ?? { left: EVENTS_BURST, atMs: nowMs }
      const earned = (Math.max(0, nowMs - before.atMs) / 1000) * EVENTS_PER_SECOND
      const left = Math.min(EVENTS_BURST, before.left + earned)
      const isEnough = left >= count
      budgets.set(hubId, { left: isEnough ? left - count : left, atMs: nowMs })
      if (isEnough) return
      throw new ServiceError('too-many-requests', { retryAfterSeconds: Math.ceil((count - left) / EVENTS_PER_SECOND) })
    },
  }
}
