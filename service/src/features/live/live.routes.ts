/** Opening live pictures and watching them. Requirements LIVE-01, LIVE-02. */
import type { liveEndpoints } from '@mimamori/contract/live.ts'
import type { WebSocket } from 'ws'
import type { Context, Handlers } from '#platform/context.ts'
import { fail, found } from '#platform/failure.ts'
import type { Platform } from '#platform/platform.ts'
import { residentScope, rightsText } from '#platform/resident-scope.ts'
import { findLiveCamera, type LiveCamera } from './live.queries.ts'
import type { LiveRelay, LiveViewer } from './live.relay.ts'
import { createTickets, type Pass } from './live.tickets.ts'

/** How often a viewer's session is looked at; ending it ends the picture within 2 s. */
const CHECK_MS = 1_500
/** A viewer that answers no ping for this long is gone. */
const PING_MS = 10_000
const CLOSE_REFUSED = 1008

export type LiveFeature = { routes: Handlers<typeof liveEndpoints>; stop(): void }

type Parts = Pick<Platform, 'clock' | 'sessions'>

/** Creates the feature. `isConnected` says whether a hub's socket is open on this instance. */
export function createLiveFeature(
  { clock, sessions }: Parts,
  relay: LiveRelay,
  isConnected: (hubId: string) => boolean,
) {
  const tickets = createTickets(clock)
  const viewers = new Map<WebSocket, { viewer: LiveViewer; pass: Pass }>()
  const offChange = sessions.onChange(({ sessionId }) => {
    for (const { viewer, pass } of viewers.values()) if (pass.sessionId === sessionId) check(viewer, pass)
  })

  function check(viewer: LiveViewer, { sessionId, rights }: Pass) {
    sessions.actorOf(sessionId).then(
      (actor) => {
        if (!actor) relay.end(viewer, 'signed-out')
        // The console asks again, and is told what it may still see.
        else if (rightsText(actor) !== rights) relay.end(viewer, 'camera-unreachable')
      },
      // A database that is away for a moment signs nobody out.
      () => {},
    )
  }
  function watch(socket: WebSocket, pass: Pass) {
    const viewer = toViewer(socket)
    let isAnswering = true
    const repeat = (everyMs: number, work: () => void) => {
      clock.after(everyMs, () => {
        if (!viewers.has(socket)) return
        work()
        repeat(everyMs, work)
      })
    }
    viewers.set(socket, { viewer, pass })
    const leave = relay.watch(pass.cameraId, pass.hubId, viewer)
    repeat(CHECK_MS, () => check(viewer, pass))
    repeat(PING_MS, () => {
      if (!isAnswering) socket.terminate()
      isAnswering = false
      socket.ping()
    })
    const { endsAfterSeconds } = pass
    const endTimer =
      endsAfterSeconds === null ? null : clock.after(endsAfterSeconds * 1000, () => relay.end(viewer, 'live-time-over'))
    socket.on('pong', () => {
      isAnswering = true
    })
    // Viewers have nothing to say.
    socket.on('message', () => socket.close(CLOSE_REFUSED, 'no messages'))
    socket.on('close', () => {
      viewers.delete(socket)
      endTimer?.()
      leave()
    })
  }

  const routes: Handlers<typeof liveEndpoints> = {
    async 'live.open'(context, { params }) {
      const cameraId = params.cameraId.toLowerCase()
      const camera = await requireLiveCamera(context, cameraId)
      if (!isConnected(camera.hubId)) throw fail('hub-offline')
      if (camera.status !== 'Online') throw fail('camera-unreachable')
      if (camera.tenantId !== context.db.tenantId) await context.db.writeTo(camera.tenantId)
      await context.audit({ action: 'live.view', objectType: 'camera', objectId: cameraId })
      const minutes = camera.streamingRestrictionMinutes
      const endsAfterSeconds = minutes === null ? null : minutes * 60
      const { actor } = context
      const pass = { sessionId: actor.sessionId, rights: rightsText(actor), cameraId, hubId: camera.hubId }
      return { ticket: tickets.issue({ ...pass, endsAfterSeconds }), endsAfterSeconds }
    },

    'live.socket'(_context, { query }, socket) {
      const pass = tickets.redeem(query.ticket)
      if (pass) watch(socket, pass)
      else socket.close(CLOSE_REFUSED, 'ticket refused')
    },
  }

  function stop() {
    offChange()
    for (const socket of viewers.keys()) socket.close(1001, 'service stops')
  }
  return { routes, stop } satisfies LiveFeature
}

async function requireLiveCamera({ db, actor }: Context, cameraId: string): Promise<LiveCamera> {
  const scope = found(residentScope(actor))
  const camera = found(await findLiveCamera(db, scope, cameraId))
  if (!camera.isLiveStreamingEnabled) throw fail('live-disabled')
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
