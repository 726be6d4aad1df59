/**
 * Viewings: what one session watches in one go, be it a camera or a wall of them. They say which
 * cameras the audit has already, so that a line that breaks is no second look. LIVE-01, LIVE-02.
 */
import type { Clock } from '#platform/clock.ts'

/** Time after which an unused viewing is forgotten: the next one is new, and audited again. */
export const VIEWING_RETAINED_MS = 60 * 60_000
/** The ones used longest ago are forgotten beyond this. */
const MOST_VIEWINGS = 20_000

type Viewing = { usedAtMs: number; cameraIds: Set<string> }

type Viewings = {
  /** Whether this camera is new in it. `key`: the viewing within its session, and within the site's minutes where there are some. */
  isNew(key: string, cameraId: string): boolean
  /** Keeps that the camera is part of it; called when the audit has it. */
  add(key: string, cameraId: string): void
}

/** Creates the viewings of this instance; they are in its memory alone. */
export function createViewings(clock: Clock): Viewings {
  /** In the order of last use. */
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
