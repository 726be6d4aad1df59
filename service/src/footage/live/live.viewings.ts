/**
 * Viewings: what one session watches without a break, one camera or a wall. They record which cameras were already
 * audited, so that a reconnect is not audited again. LIVE-01, LIVE-02.
 */
import type { Clock } from '#platform/clock.ts'

/** Time after which an unused viewing is deleted: the next one is new, and audited again. */
export const VIEWING_RETAINED_MS = 60 * 60_000
/** Beyond this number the least recently used viewings are deleted. */
const MOST_VIEWINGS = 20_000

type Viewing = { usedAtMs: number; cameraIds: Set<string> }

type Viewings = {
  /**
   * Whether this camera is new in the viewing. `key`: the viewing within its session, and within the site's minutes if
   * limited.
   */
  isNew(key: string, cameraId: string): boolean
  /** Records that the camera is part of it; called after it was audited. */
  add(key: string, cameraId: string): void
}

/** Creates the viewings of this instance, in memory only. */
export function createViewings(clock: Clock): Viewings {
  /** In order of last use. */
  const viewings = new Map<string, Viewing>()

  function forgetOld(nowMs: number) {
    for (const [key, { usedAtMs }] of viewings) {
      if (nowMs - usedAtMs <= VIEWING_RETAINED_MS && viewings.size <= MOST_VIEWINGS) return
      viewings.delete(key)
    }
  }

  return {
    isNew(key, cameraId) {
      forgetOld(clock.now().getTime())
      return !viewings.get(key)?.cameraIds.has(cameraId)
    },
    add(key, cameraId) {
      const nowMs = clock.now().getTime()
      const viewing = viewings.get(key) ?? { usedAtMs: nowMs, cameraIds: new Set() }
      viewing.usedAtMs = nowMs
      viewing.cameraIds.add(cameraId)
      viewings.delete(key)
      viewings.set(key, viewing)
    },
  }
}
