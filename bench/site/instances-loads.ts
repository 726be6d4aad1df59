/** The load on one or several instances, and on their open consoles. */
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { CAMERAS_PER_TENANT, madeId, TENANTS } from '../part/alert-history.ts'
import { type AlertSender, createAlertSender } from '../part/alert-sender.ts'
import { byEvents, type Listeners, openListeners } from '../part/load/event-listeners.ts'
import { atPace } from '../part/load/paced.ts'
import { send } from '../part/small-client.ts'
import type { Side } from './instances-site.ts'

const WARM_UP_PAGES = 5_000
const WARM_UP_PAGES_PER_SECOND = 1_000
const SECONDS = 3
const PAGES_PER_SECOND = 500
const PAGE_CONNECTIONS = 12
const SINGLES_PER_SECOND = 100
const BATCHES_PER_SECOND = 40
const BATCH = 10
const IMAGE_BYTES = 6_000
/** A session may hold twelve streams. */
export const READERS = 250
const STREAMS_OF_EACH = 12
export const CONSOLES = READERS * STREAMS_OF_EACH
const MESSAGE_ALERTS_PER_SECOND = 5
const NOTIFIED_WITHIN_MS = 60_000

export const PARTS = ['page', 'alert', 'alertWithImage', 'alertInTens', 'message'] as const
export type Part = (typeof PARTS)[number]
/** `share`: of the usual load, as one of several instances would have it. */
type Loading = { opened: readonly Listeners[]; share: number }

/** What V8 compiles and PostgreSQL plans at first, each instance does for itself: once in months. */
export async function warmUp(side: Side): Promise<void> {
  const seconds = (WARM_UP_PAGES * side.instances) / WARM_UP_PAGES_PER_SECOND
  await askPages(side, { perSecond: WARM_UP_PAGES_PER_SECOND, seconds, connections: PAGE_CONNECTIONS })
}

type Asking = { perSecond: number; seconds: number; connections: number }

async function askPages({ site, urlOf, instances }: Side, { connections, ...pace }: Asking): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: Math.round(connections / instances) })
  const count = await atPace(pace, async (n) => {
    const url = `${urlOf(n)}/api/alert/search?pageNumber=0&pageSize=10`
    const { status } = await send(agent, {
      method: 'PUT',
      url,
      token: site.userTokens[n % site.userTokens.length]!,
      body: '{}',
    })
    if (status !== 200) throw new Error(`A page was answered ${status}`)
  })
  agent.destroy()
  return count
}

type Raising = { perSecond: number; batch: number; image?: Buffer }

/** Answers how many were raised, once nobody waits for a notice of them. */
async function raise(side: Side, { perSecond, batch, image }: Raising): Promise<number> {
  const hubs = side.site.hubTokens.map((token, hub) =>
    createAlertSender({
      ...{ url: side.urlOf(hub), token, ...(image && { image }) },
      cameraIds: Array.from({ length: CAMERAS_PER_TENANT }, (_, n) => madeId('camera', hub + n * TENANTS)),
    }),
  )
  const lines = hubs.map(() => Promise.resolve())
  const requests = await atPace({ perSecond, seconds: SECONDS }, (n) => {
    const hub = n % hubs.length
    lines[hub] = lines[hub]!.then(() => raiseOne(hubs[hub]!, batch))
    return lines[hub]!
  })
  for (const hub of hubs) hub.close()
  await untilNotified(side)
  return requests * batch
}

async function raiseOne(hub: AlertSender, batch: number): Promise<void> {
  const { status } = await hub.send(batch)
  if (status !== 200) throw new Error(`Alerts were answered ${status}`)
}

async function untilNotified({ site }: Side): Promise<void> {
  const deadlineMs = performance.now() + NOTIFIED_WITHIN_MS
  for (;;) {
    const [waiting] = await site.sql`select 1 from notice limit 1`
    if (!waiting) return
    if (performance.now() > deadlineMs) throw new Error('Notices are still waiting.')
    await pause(100)
  }
}

export function openConsoles(side: Side, readers: readonly string[]): Promise<Listeners[]> {
  return Promise.all(
    Array.from({ length: side.instances }, (_, instance) =>
      openListeners(
        side.portOf(instance),
        CONSOLES / side.instances,
        byEvents('/api/stream', (n) => readers[(n * side.instances + instance) % READERS]!),
      ),
    ),
  )
}

/** Answers how many messages the consoles got. */
async function tell(side: Side, opened: readonly Listeners[]): Promise<number> {
  const hub = createAlertSender({
    ...{ url: side.urlOf(0), token: side.site.hubTokens[0]!, cameraIds: [madeId('camera', 0)] },
  })
  const heard = () => opened.reduce((sum, { count }) => sum + count, 0)
  let line = Promise.resolve()
  const alerts = await atPace({ perSecond: MESSAGE_ALERTS_PER_SECOND, seconds: SECONDS }, () => {
    // A hub numbers what it sends: one request after the other.
    line = line.then(() => raiseOne(hub, 1))
    return line
  })
  const deadlineMs = performance.now() + NOTIFIED_WITHIN_MS
  while (heard() < alerts * CONSOLES && performance.now() < deadlineMs) await pause(10)
  await untilNotified(side)
  hub.close()
  const missing = alerts * CONSOLES - heard()
  if (missing > 0) throw new Error(`${missing} messages did not come`)
  return heard()
}

const image = Buffer.alloc(IMAGE_BYTES, 0x5a)
image.set([0xff, 0xd8, 0xff])

/** Each answers how many of its kind were served, once nothing of them is left to be done. */
export const LOADS: Record<Part, (side: Side, loading: Loading) => Promise<number>> = {
  page: (side, { share }) =>
    askPages(side, {
      perSecond: PAGES_PER_SECOND * share,
      seconds: SECONDS,
      connections: PAGE_CONNECTIONS * share,
    }),
  alert: (side, { share }) => raise(side, { perSecond: SINGLES_PER_SECOND * share, batch: 1 }),
  alertWithImage: (side, { share }) => raise(side, { perSecond: SINGLES_PER_SECOND * share, batch: 1, image }),
  alertInTens: (side, { share }) => raise(side, { perSecond: BATCHES_PER_SECOND * share, batch: BATCH }),
  message: (side, { opened }) => tell(side, opened),
}
