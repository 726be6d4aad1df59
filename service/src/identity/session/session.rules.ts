/** The rules of signing in: how passwords travel, and how failures slow the next try down. No I/O, no clock. */

/** Failures of one account or network since `windowStartedAt`. */
export type Counter = { failures: number; windowStartedAt: string; blockedUntil: string | null }
/**
 * After `free` failures within WINDOW_MS each further one doubles the wait, up to the longest; then follows the lock,
 * if there is one.
 */
type Limit = { free: number; longestWaitSeconds: number; locks: boolean }
/** By whom a try is counted, in the order in which the counters are locked. */
export type Counters = readonly (readonly [subject: string, limit: Limit])[]

export const ACCOUNT_LIMIT: Limit = { free: 10, longestWaitSeconds: 60, locks: true }
/** A whole home may share a network: it is slowed down, and never locked out by one of its machines. */
export const NETWORK_LIMIT: Limit = { free: 100, longestWaitSeconds: 5, locks: false }
const WINDOW_MS = 15 * 60_000
/** Duration of a lock; afterwards counting starts again. AUTH-16. */
const LOCK_SECONDS = 15 * 60

/** The second half of a refresh: two tabs exchange the same token at nearly the same time. */
export const GRACE_SECONDS = 60
const DAY_SECONDS = 24 * 60 * 60
/** A session unused for this long ends; that of a shared station overnight. */
export const IDLE_SECONDS = { REGULAR: 30 * DAY_SECONDS, SHARED: DAY_SECONDS / 2 }

/**
 * Counts a try before it is verified, so that a hundred concurrent tries count as a hundred. `waitSeconds` is set if
 * this try must not be verified at all; then nothing was counted.
 */
export function admitTry(
  counter: Counter | undefined,
  limit: Limit,
  now: Date,
): { counter: Counter; waitSeconds: number | null } {
  const blockedMs = counter?.blockedUntil ? Date.parse(counter.blockedUntil) - now.getTime() : 0
  if (counter && blockedMs > 0) return { counter, waitSeconds: Math.ceil(blockedMs / 1000) }
  const isOver = !counter || now.getTime() - Date.parse(counter.windowStartedAt) >= WINDOW_MS
  const failures = isOver ? 1 : counter.failures + 1
  return {
    counter: {
      failures,
      windowStartedAt: isOver ? now.toISOString() : counter.windowStartedAt,
      blockedUntil: blockedUntil(failures, limit, now),
    },
    waitSeconds: null,
  }
}

function blockedUntil(failures: number, limit: Limit, now: Date): string | null {
  if (failures < limit.free) return null
  const doubled = 2 ** (failures - limit.free)
  // The first wait that would be longer than the longest one is that; the one after it is the lock.
  const isLock = limit.locks && doubled >= 2 * limit.longestWaitSeconds
  const seconds = isLock ? LOCK_SECONDS : Math.min(doubled, limit.longestWaitSeconds)
  return new Date(now.getTime() + seconds * 1000).toISOString()
}
