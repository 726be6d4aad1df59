/** Regularly checks whether viewers may still watch their streams. */

import type { Actor, Sessions } from '#platform/auth/session.ts'
import type { Clock } from '#platform/clock.ts'
import { isWithin } from '#platform/http/address.ts'
import type { Database } from '#platform/postgres/database.ts'
import { hasAccess } from '#shared/access.ts'
import { liveOffOf } from '#shared/live-off.ts'
import { residentScope, rightsText } from '#shared/resident-scope.ts'
import { readWatchedCameras, type WatchedCamera } from './live.queries.ts'
import type { EndKey } from './live.relay.ts'
import type { Watch } from './live.tickets.ts'

/** Interval of the checks; a lost right ends the stream within 2 s. */
const LOOK_MS = 1_500

type Parts = {
  clock: Clock
  sessions: Sessions
  database: Database
  /** Who watches now. */
  passes: () => readonly Watch[]
  end: (pass: Watch, key: EndKey) => void
  /** Ends the stream for all viewers, and stops the hub. */
  endCamera: (cameraId: string, key: EndKey) => void
}

type Guard = {
  /** Somebody began to watch. */
  began(): void
  /** Whether this pass is still valid: a ticket may be older than the switch. Null: it is. */
  judge(pass: Watch): Promise<EndKey | null>
  stop(): void
}

/** Creates the guard: one look at all sessions and cameras at once, however many viewers there are; none without any. */
export function createGuard({ clock, sessions, database, passes, end, endCamera }: Parts): Guard {
  let isTicking = false
  let isLooking = false
  let isAgain = false
  const offChange = sessions.onChange(({ sessionId }) => {
    if (passes().some((pass) => pass.sessionId === sessionId)) look()
  })

  function tick() {
    isTicking = passes().length > 0
    if (!isTicking) return
    clock.after(LOOK_MS, tick)
    look()
  }
  function look() {
    if (isLooking) {
      isAgain = true
      return
    }
    isLooking = true
    // An unreachable database ends no stream.
    lookOnce()
      .catch(() => {})
      .finally(() => {
        isLooking = false
        if (!isAgain) return
        isAgain = false
        look()
      })
  }
  async function lookOnce() {
    const judged = await judge(passes())
    for (const [pass, key] of judged) {
      if (key === 'live-off' || key === 'live-disabled') endCamera(pass.cameraId, key)
      else if (key) end(pass, key)
    }
  }
  async function judge(watching: readonly Watch[]): Promise<Map<Watch, EndKey | null>> {
    const sessionIds = [...new Set(watching.map(({ sessionId }) => sessionId))]
    // Requested together, they are read by few statements.
    const found = await Promise.all(sessionIds.map((id) => sessions.actorOf(id)))
    const actors = new Map<string, Actor | null>(sessionIds.map((id, at) => [id, found[at]!]))
    const rows = await database.asPlatform('live rights', (db) => readWatchedCameras(db, distinct(watching)))
    const cameras = new Map(rows.map((row) => [row.id, row]))
    const now = clock.now()
    return new Map(
      watching.map((pass) => [pass, endOf(pass, actors.get(pass.sessionId) ?? null, cameras.get(pass.cameraId), now)]),
    )
  }

  return {
    began() {
      if (isTicking) return
      isTicking = true
      clock.after(LOOK_MS, tick)
    },
    judge: async (pass) => (await judge([pass])).get(pass)!,
    stop: offChange,
  }
}

/** Why the stream ends, or null. The console then requests again, and learns what it may still see. */
function endOf(pass: Watch, actor: Actor | null, camera: WatchedCamera | undefined, now: Date): EndKey | null {
  if (!actor) return 'signed-out'
  // The viewer's address, not that of the ticket's request, must be within the site's ranges.
  if (!isWithin(actor.allowedRanges, pass.watchedFrom)) return 'camera-unreachable'
  const off = camera && liveOffOf(camera.switches, now)
  if (off) return off.by === 'site-wide' ? 'live-disabled' : 'live-off'
  if (rightsText(actor) !== pass.rights || !isInScope(actor, camera)) return 'camera-unreachable'
  // Refused meanwhile: the console requests again, and gets the blurred stream.
  const isClear = pass.rendition.startsWith('clear')
  if (isClear && !hasAccess(actor, 'see clear frames', camera!)) return 'camera-unreachable'
  // Moved to another hub: that one must be asked.
  return camera!.hubId === pass.hubId ? null : 'hub-offline'
}

function isInScope(actor: Actor, camera: WatchedCamera | undefined): boolean {
  const scope = residentScope(actor)
  if (!scope || !camera || !scope.tenantIds.includes(camera.tenantId)) return false
  return scope.unitIds === null || (camera.unitId !== null && scope.unitIds.includes(camera.unitId))
}

function distinct(passes: readonly Watch[]): Watch[] {
  return [...new Map(passes.map((pass) => [pass.cameraId, pass])).values()]
}
