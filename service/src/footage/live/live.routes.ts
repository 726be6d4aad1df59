/** Opening and watching live video. Requirements LIVE-01, LIVE-02. */

import { randomUUID } from 'node:crypto'
import type { PeopleLook } from '@mimamori/contract/camera/camera-fields.ts'
import {
  LIVE_PER_SESSION_MAX,
  LIVE_PER_SITE_MAX,
  type LiveRendition,
  type liveEndpoints,
} from '@mimamori/contract/footage/live.ts'
import type { WebSocket } from 'ws'
import type { Cancel } from '#platform/clock.ts'
import type { Context, Handlers } from '#platform/context.ts'
import { createOpenCounts } from '#platform/messaging/open-counts.ts'
import type { Platform } from '#platform/platform.ts'
import { fail, found } from '#platform/service-error.ts'
import { hasAccess } from '#shared/access.ts'
import { liveOffOf } from '#shared/live-off.ts'
import { residentScope, rightsText } from '#shared/resident-scope.ts'
import { joinBudget, touchBudgets } from './live.budget.ts'
import { createGuard } from './live.guard.ts'
import { findLiveCamera, type LiveCamera } from './live.queries.ts'
import type { LiveRelay, LiveViewer } from './live.relay.ts'
import { countTickets, issueTicket, redeemTicket, type Watch } from './live.tickets.ts'
import { createViewings } from './live.viewings.ts'

/** A viewer that does not answer a ping within this time is disconnected. */
const PING_MS = 10_000
const CLOSE_REFUSED = 1008
/** How often is written down that the site's minutes are in use. */
const TOUCH_MS = 60_000

export type LiveFeature = { routes: Handlers<typeof liveEndpoints>; stop(): void }

type Parts = Pick<Platform, 'clock' | 'sessions' | 'database' | 'wire'>

/** Creates the feature. `isConnected` says whether a hub's socket is open on any instance. */
export function createLiveFeature(parts: Parts, relay: LiveRelay, isConnected: (hubId: string) => Promise<boolean>) {
  const { clock, database, wire } = parts
  let cancelTouch: Cancel | null = null
  const viewings = createViewings(clock)
  const viewers = new Map<Watch, { viewer: LiveViewer; socket: WebSocket }>()
  const openCounts = createOpenCounts({
    ...{ wire, clock, subject: 'live' },
    here: () => [...viewers.keys()].flatMap(({ sessionId, tenantId }) => [sessionId, tenantId]),
  })
  const guard = createGuard({
    ...parts,
    passes: () => [...viewers.keys()],
    end(pass, key) {
      const watching = viewers.get(pass)
      if (watching) relay.end(watching.viewer, key)
    },
    endCamera: relay.endCamera,
  })

  /** A stream that was switched off after the ticket was issued delivers no frame. */
  async function admit(socket: WebSocket, pass: Watch) {
    const viewer = toViewer(socket)
    const key = await guard.judge(pass).catch(() => 'camera-unreachable' as const)
    if (key) relay.end(viewer, key)
    else if (socket.readyState === socket.OPEN) watch(socket, viewer, pass)
  }
  function watch(socket: WebSocket, viewer: LiveViewer, pass: Watch) {
    viewers.set(pass, { viewer, socket })
    openCounts.changed()
    guard.began()
    touchLater()
    const leave = relay.watch(pass, viewer)
    keepAlive(socket, () => viewers.has(pass))
    const { endsAtMs } = pass
    const leftMs = endsAtMs === null ? null : endsAtMs - clock.now().getTime()
    const endTimer = leftMs === null ? null : clock.after(leftMs, () => relay.end(viewer, 'live-time-over'))
    // Viewers must not send messages.
    socket.on('message', () => socket.close(CLOSE_REFUSED, 'no messages'))
    socket.on('close', () => {
      touch()
      viewers.delete(pass)
      openCounts.changed()
      endTimer?.()
      leave()
    })
  }
  function touch() {
    const open = [...viewers.keys()].filter(({ endsAtMs }) => endsAtMs !== null)
    if (open.length === 0) return
    // If minutes cannot be stored, the viewer does not get a second budget.
    void database.asPlatform('live minutes', (db) => touchBudgets(db, open, clock.now())).catch(() => {})
  }
  function touchLater() {
    cancelTouch ??= clock.after(TOUCH_MS, () => {
      cancelTouch = null
      touch()
      if (viewers.size > 0) touchLater()
    })
  }
  function keepAlive(socket: WebSocket, isOpen: () => boolean) {
    let isAnswering = true
    socket.on('pong', () => {
      isAnswering = true
    })
    const ping = () => {
      if (!isOpen()) return
      if (!isAnswering) socket.terminate()
      isAnswering = false
      socket.ping()
      clock.after(PING_MS, ping)
    }
    clock.after(PING_MS, ping)
  }
  /** Throws `too-many-live`. Tickets count: each may become a socket. */
  async function requireRoom({ asPlatform, now }: Context, sessionId: string, tenantId: string) {
    let { ofSession, ofSite } = await asPlatform('live tickets', (db) => countTickets(db, { sessionId, tenantId }, now))
    for (const pass of viewers.keys()) {
      if (pass.sessionId === sessionId) ofSession++
      if (pass.tenantId === tenantId) ofSite++
    }
    ofSession += openCounts.elsewhere(sessionId)
    ofSite += openCounts.elsewhere(tenantId)
    if (ofSession >= LIVE_PER_SESSION_MAX || ofSite >= LIVE_PER_SITE_MAX) throw fail('too-many-live')
  }

  const routes: Handlers<typeof liveEndpoints> = {
    async 'live.open'(context, { params, body }) {
      const { actor, db, now } = context
      const cameraId = params.cameraId.toLowerCase()
      const viewingId = body.viewingId?.toLowerCase() ?? randomUUID()
      const camera = await requireLiveCamera(context, cameraId)
      const { tenantId, hubId, streamingRestrictionMinutes: minutes } = camera
      if (!(await isConnected(hubId))) throw fail('hub-offline')
      if (camera.status !== 'Online') throw fail('camera-unreachable')
      await requireRoom(context, actor.sessionId, tenantId)
      if (tenantId !== db.tenantId) await db.writeTo(tenantId)
      const opening = { sessionId: actor.sessionId, viewingId, continues: body.continues }
      const budget = minutes === null ? null : await joinBudget(db, { ...opening, minutes }, now)
      const endsAtMs = budget?.endsAtMs ?? null
      if (endsAtMs !== null && endsAtMs <= now.getTime()) throw fail('live-time-over')
      const viewing = [actor.sessionId, viewingId, budget?.startedAtMs].join('/')
      if (viewings.isNew(viewing, cameraId)) {
        await context.audit({ action: 'live.view', objectType: 'camera', objectId: cameraId, details: { viewingId } })
      }
      context.afterCommit(() => viewings.add(viewing, cameraId))
      const look = hasAccess(actor, 'see clear frames', camera) ? 'clear' : 'blurred'
      const size = body.small && camera.hasSmall ? '-small' : ''
      const rendition: LiveRendition = `${look}${size}${body.snapshots ? '-snapshots' : ''}`
      const { sessionId } = actor
      const pass = { sessionId, rights: rightsText(actor), tenantId, cameraId, hubId, rendition, endsAtMs }
      const endsAfterSeconds = endsAtMs === null ? null : Math.ceil((endsAtMs - now.getTime()) / 1000)
      return { ticket: await issueTicket(db, pass, now), endsAfterSeconds, people: peopleIn(camera, look) }
    },

    async 'live.socket'({ now, ip }, { query }, socket) {
      const redeem = database.asPlatform('live ticket', (db) => redeemTicket(db, query.ticket, now))
      const pass = await redeem.catch(() => null)
      if (pass) await admit(socket, { ...pass, watchedFrom: ip })
      else socket.close(CLOSE_REFUSED, 'ticket refused')
    },
  }

  function stop() {
    openCounts.stop()
    guard.stop()
    cancelTouch?.()
    for (const { socket } of viewers.values()) socket.close(1001, 'service stops')
  }
  return { routes, stop } satisfies LiveFeature
}

function peopleIn({ privacyLevel }: LiveCamera, look: 'clear' | 'blurred'): PeopleLook {
  if (privacyLevel === 'silhouette') return 'silhouettes'
  return privacyLevel === 'blur' ? 'blurred' : look
}

async function requireLiveCamera({ db, actor, now }: Context, cameraId: string): Promise<LiveCamera> {
  const scope = found(residentScope(actor))
  const camera = found(await findLiveCamera(db, scope, cameraId))
  const off = liveOffOf(camera.switches, now)
  if (off) throw fail(off.by === 'site-wide' ? 'live-disabled' : 'live-off')
  return camera
}

function toViewer(socket: WebSocket): LiveViewer {
  return {
    send(data) {
      if (socket.readyState === socket.OPEN) socket.send(data)
    },
    get bufferedAmount() {
      return socket.bufferedAmount
    },
    close: (code, reason) => socket.close(code, reason),
  }
}
