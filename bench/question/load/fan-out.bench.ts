/** P7: what it costs to tell five thousand open consoles of one alert, how soon they hear, and who hears of it. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Bench, quantile, round } from '../../bench.ts'
import { madeId, TENANTS } from '../../part/alert-history.ts'
import { type AlertSender, createAlertSender } from '../../part/alert-sender.ts'
import { byEvents, bySocket, type Listeners, openListeners, type Way } from '../../part/load/event-listeners.ts'
import { cpuSeconds, residentBytes } from '../../part/process-cost.ts'
import { type HistorySite, openHistorySite } from '../../site/history-site.ts'

const READERS = 5_000
/** A session may hold twelve streams. */
const STREAMS_OF_EACH = 10
const BROADCASTS = 20
const OF_EACH_SITE = 2
const EVERY_MS = 25
const SETTLE_MS = 3_000
const PATIENCE_MS = 20_000
const GOAL_OF_WS = 1.5
const GOAL_P99_MS = 250
const GOAL_KIB = 25
const GOAL_OF_SSE_MEMORY = 1.3
const GOAL_OF_SITES_P99_MS = 50

export const bench: Bench = {
  question: `What does it cost to tell ${READERS} open consoles of an alert, and does each site hear of its own alone?`,
  goal: `CPU per console at most ${GOAL_OF_WS} of bare ws; all within ${GOAL_P99_MS} ms (p99); at most ${GOAL_KIB} KiB and ${GOAL_OF_SSE_MEMORY} of bare node:http for each; ${TENANTS} sites of ${READERS / TENANTS}: p99 ${GOAL_OF_SITES_P99_MS} ms and nothing of another site`,
  async run(say) {
    const site = await openHistorySite({ alerts: 0, say })
    const service = await site.start({ rateFactor: 1000 })
    const port = Number(new URL(service.url).port)
    const hubs = site.hubTokens.map((token, n) =>
      createAlertSender({ url: service.url, token, cameraIds: [madeId('camera', n)] }),
    )
    const closers: (() => void)[] = [
      () => {
        for (const hub of hubs) hub.close()
      },
    ]
    try {
      const ofFirst = await site.addReaders(READERS / STREAMS_OF_EACH)
      const ours = await speaker(
        service.pid,
        port,
        byEvents('/api/stream', (n) => ofFirst[n % ofFirst.length]!),
        () => raise(hubs[0]!),
      )
      const bare = { sse: await bareSpeaker(byEvents('/')), ws: await bareSpeaker(bySocket) }
      closers.push(bare.sse.close, bare.ws.close)
      const speakers = { service: ours, bareSse: bare.sse, bareWs: bare.ws }
      for (let turn = -1; turn < BROADCASTS; turn++) {
        for (const each of Object.values(speakers)) await each.tell(turn >= 0)
      }
      const summaries = Object.fromEntries(Object.entries(speakers).map(([name, each]) => [name, each.summary()]))
      for (const [name, each] of Object.entries(summaries)) say(`${name}: ${JSON.stringify(each)}`)
      for (const each of Object.values(speakers)) each.listeners.close()
      await pause(SETTLE_MS)
      const ofSites = await tellSites(site, port, hubs)
      say(`${TENANTS} sites: ${JSON.stringify(ofSites)}`)
      const [own, sse, ws] = [summaries.service!, summaries.bareSse!, summaries.bareWs!]
      const cpuOfWs = round(own.cpuUsPerConsole / ws.cpuUsPerConsole)
      const memoryOfSse = round(own.residentKibPerConsole / sse.residentKibPerConsole)
      return {
        isMet:
          cpuOfWs <= GOAL_OF_WS &&
          own.p99Ms <= GOAL_P99_MS &&
          own.residentKibPerConsole <= GOAL_KIB &&
          memoryOfSse <= GOAL_OF_SSE_MEMORY &&
          ofSites.p99Ms <= GOAL_OF_SITES_P99_MS &&
          ofSites.foreign + ofSites.missing === 0,
        figures: { consoles: READERS, cpuOfWs, memoryOfSse, ...summaries, sites: { sites: TENANTS, ...ofSites } },
        notes: [
          'All three have their consoles connected at the same time and tell them in turn; the consoles are sockets of the bench on the same two cores. Times run from the request (ours: a hub that sends an alert, stored for good first; theirs: a word to their process) to the arrival at each console.',
          'CPU is that of the telling process alone, PostgreSQL not counted; ours holds the keeping of the alert, and looks at each session every 15 s.',
          'Resident memory is what the process has grown by when all were connected.',
        ],
      }
    } finally {
      for (const close of closers) close()
      await service.stop()
      await site.close()
    }
  },
}

async function raise(hub: AlertSender): Promise<void> {
  const { status } = await hub.send(1)
  if (status !== 200) throw new Error(`An alert was answered ${status}`)
}

type Speaker = {
  listeners: Listeners
  tell: (isMeasured: boolean) => Promise<void>
  summary: () => {
    cpuUsPerConsole: number
    p50Ms: number
    p99Ms: number
    residentKibPerConsole: number
    missing: number
  }
}

/** Connects everybody to a process that tells all of them of something whenever `speak` is called. */
async function speaker(pid: number, port: number, way: Way, speak: () => Promise<void>): Promise<Speaker> {
  const before = residentBytes(pid)
  const listeners = await openListeners(port, READERS, way)
  await pause(SETTLE_MS)
  const residentKibPerConsole = round((residentBytes(pid) - before) / 1024 / READERS)
  const tookMs: number[] = []
  let [cpu, tellings, missing] = [0, 0, 0]
  return {
    listeners,
    async tell(isMeasured) {
      listeners.take()
      const [cpuBefore, begunMs] = [cpuSeconds(pid), performance.now()]
      await speak()
      await heardBy(listeners, READERS)
      // What is left to be tidied away belongs to it.
      await pause(EVERY_MS)
      const heard = listeners.take()
      if (!isMeasured) return
      tellings++
      cpu += cpuSeconds(pid) - cpuBefore
      missing += READERS - heard.length
      for (const { atMs } of heard) tookMs.push(atMs - begunMs)
    },
    summary: () => ({
      cpuUsPerConsole: round((cpu / tellings / READERS) * 1e6),
      p50Ms: round(quantile(tookMs, 0.5)),
      p99Ms: round(quantile(tookMs, 0.99)),
      residentKibPerConsole,
      missing,
    }),
  }
}

async function bareSpeaker(way: Way): Promise<Speaker & { close: () => void }> {
  const child = fork(join(import.meta.dirname, '..', '..', 'part', 'bare-broadcast.ts'), [])
  child.send('listen')
  const [port] = (await once(child, 'message')) as [number]
  // As long as an event of ours.
  const text = JSON.stringify({ type: 'alert-raised', filler: 'x'.repeat(250) })
  const own = await speaker(child.pid!, port, way, async () => void child.send({ text }))
  return { ...own, close: () => void child.kill('SIGKILL') }
}

async function heardBy(listeners: Listeners, count: number): Promise<void> {
  const deadlineMs = performance.now() + PATIENCE_MS
  while (listeners.count < count && performance.now() < deadlineMs) await pause(5)
}

/** Every user's five consoles; one alert of one site after the other. */
async function tellSites({ userTokens }: HistorySite, port: number, hubs: readonly AlertSender[]) {
  const tenantOf = (listener: number) => (listener % userTokens.length) % TENANTS
  const listeners = await openListeners(
    port,
    READERS,
    byEvents('/api/stream', (n) => userTokens[n % userTokens.length]!),
  )
  await pause(SETTLE_MS)
  listeners.take()
  const tookMs: number[] = []
  let foreign = 0
  for (let turn = 0; turn < OF_EACH_SITE; turn++) {
    const sentAtMs: number[] = []
    for (const [tenant, hub] of hubs.entries()) {
      sentAtMs[tenant] = performance.now()
      await Promise.all([raise(hub), pause(EVERY_MS)])
    }
    await heardBy(listeners, READERS)
    for (const { listener, text, atMs } of listeners.take()) {
      const tenant = Number((JSON.parse(text) as { cameraId: string }).cameraId.slice(-12)) % TENANTS
      if (tenant === tenantOf(listener)) tookMs.push(atMs - sentAtMs[tenant]!)
      else foreign++
    }
  }
  listeners.close()
  return {
    p50Ms: round(quantile(tookMs, 0.5)),
    p99Ms: round(quantile(tookMs, 0.99)),
    heard: tookMs.length,
    missing: READERS * OF_EACH_SITE - tookMs.length,
    foreign,
  }
}
