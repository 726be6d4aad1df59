/** The calls of hubs. Requirements HUB-01 to HUB-04, CAM-06, CAM-15. */
import type { SentRoom } from '@mimamori/contract/care/room.ts'
import type { hubEndpoints, LiveHubNotice } from '@mimamori/contract/fleet/hub.ts'
import type { Handlers, Hub, HubCaller } from '#platform/context.ts'
import type { HubLink } from '#platform/hub-seam.ts'
import type { Unsubscribe } from '#platform/messaging/bus.ts'
import type { Platform } from '#platform/platform.ts'
import { createEventIntake, type EventIntake } from './events/events.intake.ts'
import { createHubAsking, type HubAsking } from './hub.asking.ts'
import { createEventBudget, type EventBudget } from './hub.budget.ts'
import { registerHub } from './hub.by-site-key.ts'
import { desiredSettings, takeReport } from './hub.desired.ts'
import { createHeartbeatIntake } from './hub.heartbeat.intake.ts'
import { createHeartbeatEar } from './hub.heartbeat.socket.ts'
import { createHeartbeats, type Heartbeats } from './hub.heartbeats.ts'
import { createDesiredWatch } from './hub.orders.ts'
import { createHubReading, type HubReading } from './hub.reading.ts'
import { createHubGate, openSession } from './hub.registration.ts'
import { createHubSockets, type FindLine, type HubLine, type HubListener, type HubSockets } from './hub.sockets.ts'
import { createFrameNews, takeFrame, takeMedia } from './hub.uploads.ts'
import { createRemoteHubs } from './remote/remote.hubs.ts'

export type HubFeature = {
  routes: Handlers<typeof hubEndpoints>
  sockets: HubSockets
  heartbeats: Heartbeats
  /** For app.ts: orders that other nouns send to hubs. */
  link: HubLink
  /** Whether a hub with a valid token may still act: its key may be revoked, or another program may have its place. */
  isHubActive(hub: HubCaller): Promise<boolean>
  /** Begins to listen for silence; after the migrations. */
  start(): void
  /** Closes the sockets and writes the waiting heartbeats; call it before the database is closed. */
  stop(): Promise<void>
}

/** The service's log, for errors of background work. */
type Log = { error(of: object, message: string): void }
type Parts = Pick<Platform, 'database' | 'bus' | 'wire' | 'wakeSignals' | 'clock' | 'mail'> & { log: Log }

/** `listener` receives the live video: the relay of footage/live. */
export function createHubFeature(
  { database, bus, wire, wakeSignals, mail, clock, log }: Parts,
  listener: LiveListener,
): HubFeature {
  const onError = (error: unknown) => log.error({ err: error }, 'background work for hubs failed')
  const gate = createHubGate({ database, clock })
  const heartbeats = createHeartbeats({ database, bus, wakeSignals, mail, clock, onError })
  const follow = createDesiredWatch({ bus, clock, database, onError })
  const find: FindLine = (hubId) => sockets.lineOf(hubId) ?? remote.find(hubId)
  const asking = createHubAsking(clock, find)
  const reading = createHubReading(clock, find)
  const remote = createRemoteHubs(wire, () => sockets, withAnswers(ABSENT, asking, reading))
  const joined = remote.serving(withOrders(withAnswers(listener, asking, reading), follow))
  const sockets: HubSockets = createHubSockets({ clock, listener: joined, findInactive: gate.findInactive })
  const routes = hubRoutes({
    sockets,
    heartbeats,
    isFrameNews: createFrameNews(clock),
    budget: createEventBudget(clock),
    intake: createEventIntake(database),
  })
  return {
    routes,
    sockets,
    heartbeats,
    link: {
      askHub: asking.ask,
      readHubSegment: reading.read,
      isHubConnected: async (hubId) => (await find(hubId)) !== undefined,
      orderHub(hubId, order) {
        if (!sockets.send(hubId, order)) remote.send(hubId, order)
      },
      cutHub(hubId) {
        sockets.cut(hubId)
        remote.cut(hubId)
      },
    },
    isHubActive: gate.isActive,
    start: () => heartbeats.start(),
    async stop() {
      sockets.stop()
      remote.stop()
      await heartbeats.stop()
    },
  }
}

/** Receivers of live views and room states; responses and recorded segments go elsewhere. */
type LiveListener = Omit<HubListener, 'noticed'> & {
  noticed(line: HubLine, notice: LiveHubNotice): void
  rooms(hub: Hub, rooms: readonly SentRoom[]): void
}

/** Hubs of other instances send no video this way, and their rooms are processed where their sockets are. */
const ABSENT: LiveListener = { hubConnected() {}, hubLost() {}, noticed() {}, received() {}, rooms() {} }

function withAnswers(listener: LiveListener, asking: HubAsking, reading: HubReading): HubListener {
  return {
    ...listener,
    noticed(line, notice) {
      if (notice.type === 'answer') asking.answered(line, notice)
      else if (notice.type === 'segment-ended') reading.ended(line, notice)
      else if (notice.type === 'rooms') listener.rooms(line.hub, notice.rooms)
      else listener.noticed(line, notice)
    },
    received(line, message) {
      if (!reading.received(line, message)) listener.received(line, message)
    },
    hubLost(line) {
      asking.hubLost(line)
      reading.hubLost(line)
      listener.hubLost(line)
    },
  }
}

type Follow = (hub: Hub, line: HubLine) => Unsubscribe

/** The listener, and orders to each hub for as long as it is connected. */
function withOrders(listener: HubListener, follow: Follow): HubListener {
  const unfollow = new WeakMap<HubLine, Unsubscribe>()
  return {
    ...listener,
    hubConnected(line) {
      listener.hubConnected(line)
      unfollow.set(line, follow(line.hub, line))
    },
    hubLost(line) {
      unfollow.get(line)?.()
      listener.hubLost(line)
    },
  }
}

type Tools = {
  sockets: HubSockets
  heartbeats: Heartbeats
  isFrameNews: (cameraId: string) => boolean
  budget: EventBudget
  intake: EventIntake
}

function hubRoutes({ sockets, heartbeats, isFrameNews, budget, intake }: Tools): Handlers<typeof hubEndpoints> {
  const takeHeartbeat = createHeartbeatIntake(heartbeats)
  return {
    'hub.register': (context, { body }) => registerHub(context, body),
    'hub.session': (context, { body }) => openSession(context, body),
    'hub.desired': (context) => desiredSettings(context),

    async 'hub.report'(context, { body }) {
      await takeReport(context, body.cameras)
      return {}
    },

    async 'hub.events'(context, { body }) {
      budget.take(context.hub.id, body.events.length)
      return intake.store(context, body)
    },

    async 'hub.putMedia'(context, { params, query }, body) {
      const ids = { id: params.id.toLowerCase(), cameraId: query.cameraId.toLowerCase() }
      await takeMedia(context, { ...ids, contentType: query.contentType }, body)
      return {}
    },

    async 'hub.putFrame'(context, { params, query }, body) {
      const cameraId = params.cameraId.toLowerCase()
      const { unitId, isShown } = await takeFrame(context, { cameraId, takenAt: query.takenAt }, body)
      if (isShown && isFrameNews(cameraId)) {
        context.bus.publish(context.hub.tenantId, { type: 'frame-changed', cameraId, unitId })
      }
      return {}
    },

    'hub.socket': (context, _input, socket) =>
      sockets.add(context.hub, socket, createHeartbeatEar(context, takeHeartbeat)),
  }
}
