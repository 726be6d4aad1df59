/**
 * Viewings: what one session watches in one go, be it a camera or a wall of them. They say when the site's minutes
 * began and which cameras the audit has already, so that a line that breaks is no second look. LIVE-01, LIVE-02.
 */
import type { Clock } from '#platform/clock.ts'

/** A viewing that nobody came back to for so long is forgotten: coming back then is a new one, and audited again. */
export const VIEWING_KEPT_MS = 60 * 60_000
/** The ones used longest ago are forgotten beyond this. */
const MOST_VIEWINGS = 20_000

type Viewing = { startedAtMs: number; usedAtMs: number; cameraIds: Set<string> }

export type Viewings = {
  /** When the viewing began (now, if it is unknown), and whether this camera is new in it. */
  find(sessionId: string, viewingId: string, cameraId: string): { startedAtMs: number; isNew: boolean }
  /** Keeps that the camera is part of it; called when the audit has it. */
  add(sessionId: string, viewingId: string, cameraId: string): void
}

/** Creates the viewings of this instance; as tickets, they are in its memory alone. */
export function createViewings(clock: Clock): Viewings {
  /** In the order of last use. */
  const viewings = new Map<string, Viewing>()

  function forgetOld(nowMs: number) {
    for (const [key, { usedAtMs }] of viewings) {
      if (nowMs - usedAtMs <= VIEWING_KEPT_MS && viewings.size <= MOST_VIEWINGS) return
      viewings.delete(key)
    }
  }

  return {
    find(sessionId, viewingId, cameraId) {
      const nowMs = clock.now().getTime()
      forgetOld(nowMs)
      const viewing = viewings.get(`${sessionId}/${viewingId}`)
      return { startedAtMs: viewing?.startedAtMs ?? nowMs, isNew: !viewing?.cameraIds.has(cameraId) }
    },
    add(sessionId, viewingId, cameraId) {
      const key = `${sessionId}/${viewingId}`
      const nowMs = clock.now().getTime()
      const viewing = viewings.get(key) ?? { startedAtMs: nowMs, usedAtMs: nowMs, cameraIds: new Set() }
      viewing.usedAtMs = nowMs
      viewing.cameraIds.add(cameraId)
      viewings.delete(key)
      viewings.set(key, viewing)
    },
  }
}
