/** P8: what thousands of hubs that are alive cost, how soon one that fell silent is seen, and that a kill silences none. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { HUB_OFFLINE_AFTER_SECONDS } from '@mimamori/contract/fleet/heartbeat.ts'
import { ACTIVITY_STEP_SECONDS } from '@mimamori/service/fleet/hub/hub.heartbeat.queries.ts'
import { type Bench, quantile, round } from '../bench.ts'
import { cpuSeconds } from '../part/process-cost.ts'
import type { ServiceProcess } from '../part/service-process.ts'
import { type BeatingHub, beatBareRoute, HUBS, joinHubs, makeHubs, type Way } from '../site/heartbeat-site.ts'
import { type HistorySite, openHistorySite } from '../site/history-site.ts'

const PER_SECOND = 333
const WARM_UP_MS = 8_000
/** Passes over the socket and by calls, in turn. */
const PASSES = 3
/** As long as the time of a camera's last picture may be old, and one round of heartbeats more: each is written once. */
const MEASURED_MS = (ACTIVITY_STEP_SECONDS + HUBS / PER_SECOND) * 1000
const IDLE_MS = 8_000
const SETTLE_MS = 2_000
const SILENCED = 40
const WATCH_EVERY_MS = 200
/** Longer than a hub may be silent. */
const AWAY_MS = (HUB_OFFLINE_AFTER_SECONDS + 4) * 1000
const GOAL_CORE_SHARE = 0.05
const GOAL_OF_ANCHOR = 0.25
const GOAL_LATE_MS = 2_000

export const bench: Bench = {
  question: `What do ${PER_SECOND} heartbeats a second of ten cameras each cost, and when is a silent hub taken for offline?`,
  goal: `at most ${GOAL_CORE_SHARE} of a core above idle and ${GOAL_OF_ANCHOR} of a transaction for each; offline within ${HUB_OFFLINE_AFTER_SECONDS} s and ${GOAL_LATE_MS} ms; nobody offline after kill -9`,
  async run(say) {
    const site = await openHistorySite({ alerts: 0, say })
    let service: ServiceProcess | null = null
    try {
      const hubs = await makeHubs(site)
      const anchor = await beatAnchor(site, hubs)
      say(`a transaction for each: ${inWords(anchor)}`)
      service = await site.start()
      const { beating, passes, idle } = await measure(site, service, hubs, say)
      const [above, byCall] = [mean(passes.socket), mean(passes.call)]
      const silenced = hubs.slice(0, SILENCED)
      beating.silence(silenced)
      const silence = await lateness(site, silenced, beating.heardAtMs)
      say(`offline ${silence.lateMs.map(Math.round).join(', ')} ms after it was due`)
      process.kill(service.pid, 'SIGKILL')
      await pause(AWAY_MS)
      const port = Number(new URL(service.url).port)
      service = await site.start({ port })
      const othersOffline = await mostOffline(site, silenced, AWAY_MS)
      await beating.stop()
      say(`after kill -9 at most ${othersOffline} cameras of living hubs were offline`)
      const coreShare = round(sum(above))
      const shareOfAnchor = round(sum(above) / sum(anchor))
      return {
        isMet:
          coreShare <= GOAL_CORE_SHARE &&
          shareOfAnchor <= GOAL_OF_ANCHOR &&
          Math.max(...silence.lateMs) <= GOAL_LATE_MS &&
          silence.othersOffline + othersOffline === 0,
        figures: {
          hubs: HUBS,
          perSecond: PER_SECOND,
          coreShare,
          shareOfAnchor,
          aboveIdle: rounded(above),
          byCall: { coreShare: round(sum(byCall)), aboveIdle: rounded(byCall) },
          /** Over the socket to by calls, of each pass. */
          ofCalls: passes.socket.map((cost, pass) => round(sum(cost) / sum(passes.call[pass]!))),
          passes: { socket: passes.socket.map(rounded), call: passes.call.map(rounded) },
          idle: { withoutSockets: rounded(idle.withoutSockets), withSockets: rounded(idle.withSockets) },
          transactionForEach: rounded(anchor),
          answered: beating.answered,
          offline: {
            hubs: SILENCED,
            lateP50Ms: round(quantile(silence.lateMs, 0.5)),
            lateMaxMs: round(Math.max(...silence.lateMs)),
            othersOffline: silence.othersOffline,
          },
          afterKill: { awayMs: AWAY_MS, watchedMs: AWAY_MS, othersOffline },
        },
        notes: NOTES,
      }
    } finally {
      await service?.stop()
      await site.close()
    }
  },
}

const NOTES = [
  'Shares are of one core: CPU seconds of node and PostgreSQL per second. Those who beat run on the same two cores and are not in them.',
  'Idle and busy the sockets of all hubs are open. They beat over them, and by calls in turn with that, as hubs do whose socket is not open.',
  'Hubs that fall silent leave their sockets open and answer pings: that is no heartbeat.',
  'So many hubs beat every six seconds: their heartbeats are those of 3,330 that beat every ten, as real ones do.',
  'A transaction for each: the statement of the service for one hub, behind a bare Fastify route without tokens, rate limit or checks.',
  `After kill -9 the service is away for ${AWAY_MS / 1000} s, longer than a hub may be silent, and watched for as long.`,
]

type Cost = { node: number; postgres: number }

const sum = ({ node, postgres }: Cost) => node + postgres

/** Of all passes: what PostgreSQL does once in a minute is in some of them. */
function mean(passes: readonly Cost[]): Cost {
  const of = (part: keyof Cost) => passes.reduce((total, cost) => total + cost[part], 0) / passes.length
  return { node: of('node'), postgres: of('postgres') }
}

/** CPU seconds per second. */
async function spent({ postgresPid }: HistorySite, pid: number, work: () => Promise<unknown>): Promise<Cost> {
  const before = { node: cpuSeconds(pid), postgres: cpuSeconds(postgresPid) }
  const begunMs = performance.now()
  await work()
  const seconds = (performance.now() - begunMs) / 1000
  return {
    node: (cpuSeconds(pid) - before.node) / seconds,
    postgres: (cpuSeconds(postgresPid) - before.postgres) / seconds,
  }
}

/** What all hubs cost over their sockets and by calls, in turn; they go on over their sockets. */
async function measure(
  site: HistorySite,
  { url, pid }: ServiceProcess,
  hubs: readonly BeatingHub[],
  say: (line: string) => void,
) {
  const withoutSockets = await spent(site, pid, () => pause(IDLE_MS))
  const beating = await joinHubs(url, hubs, PER_SECOND)
  await pause(SETTLE_MS)
  const idle = await spent(site, pid, () => pause(IDLE_MS))
  say(`idle: ${inWords(withoutSockets)}; with ${HUBS} sockets: ${inWords(idle)}`)
  const passes: Record<Way, Cost[]> = { call: [], socket: [] }
  for (const way of ['call', 'socket'] as const) {
    beating.go(way)
    await pause(WARM_UP_MS)
  }
  for (let pass = 0; pass < PASSES; pass++) {
    for (const way of ['call', 'socket'] as const) {
      beating.go(way)
      await pause(SETTLE_MS)
      const busy = await spent(site, pid, () => pause(MEASURED_MS))
      const cost = { node: busy.node - idle.node, postgres: busy.postgres - idle.postgres }
      passes[way].push(cost)
      say(`by ${way}: ${inWords(cost)} above idle`)
    }
  }
  return { beating, passes, idle: { withoutSockets, withSockets: idle } }
}

async function beatAnchor(site: HistorySite, hubs: readonly BeatingHub[]): Promise<Cost> {
  const route = fork(join(import.meta.dirname, '..', 'part', 'bare-heartbeat.ts'), [])
  try {
    route.send({ url: site.databaseUrl })
    const [url] = (await once(route, 'message')) as [string]
    const beating = beatBareRoute(url, hubs, PER_SECOND)
    beating.go('call')
    await pause(WARM_UP_MS)
    const cost = await spent(site, route.pid!, () => pause(MEASURED_MS))
    await beating.stop()
    return cost
  } finally {
    route.kill('SIGKILL')
  }
}

/** Until the cameras of each silent hub are offline: how long after they were due, and how many others ever were. */
async function lateness(
  { sql }: HistorySite,
  silenced: readonly BeatingHub[],
  heardAtMs: ReadonlyMap<string, number>,
): Promise<{ lateMs: number[]; othersOffline: number }> {
  const lateMs = new Map<string, number>()
  let othersOffline = 0
  const deadlineMs = performance.now() + 2 * AWAY_MS
  while (lateMs.size < silenced.length) {
    if (performance.now() > deadlineMs) throw new Error(`${silenced.length - lateMs.size} silent hubs were not seen`)
    const rows = await sql<{ hubId: string; cameras: number }[]>`
      select agent_id as "hubId", count(*)::int as cameras from camera where status = 'Offline' group by 1`
    const nowMs = Date.now()
    const offline = new Map(rows.map(({ hubId, cameras }) => [hubId, cameras]))
    for (const { hubId, cameraIds } of silenced) {
      if (offline.get(hubId) !== cameraIds.length || lateMs.has(hubId)) continue
      lateMs.set(hubId, nowMs - heardAtMs.get(hubId)! - HUB_OFFLINE_AFTER_SECONDS * 1000)
    }
    othersOffline = Math.max(othersOffline, countOthers(rows, silenced))
    await pause(WATCH_EVERY_MS)
  }
  return { lateMs: [...lateMs.values()], othersOffline }
}

async function mostOffline({ sql }: HistorySite, silenced: readonly BeatingHub[], watchedMs: number): Promise<number> {
  let most = 0
  for (const endMs = performance.now() + watchedMs; performance.now() < endMs; await pause(WATCH_EVERY_MS)) {
    const rows = await sql<{ hubId: string; cameras: number }[]>`
      select agent_id as "hubId", count(*)::int as cameras from camera where status = 'Offline' group by 1`
    most = Math.max(most, countOthers(rows, silenced))
  }
  return most
}

function countOthers(rows: readonly { hubId: string; cameras: number }[], silenced: readonly BeatingHub[]): number {
  const expected = new Set(silenced.map(({ hubId }) => hubId))
  return rows.filter(({ hubId }) => !expected.has(hubId)).reduce((sum, { cameras }) => sum + cameras, 0)
}

function rounded(cost: Cost): Cost {
  return { node: round(cost.node), postgres: round(cost.postgres) }
}

function inWords({ node, postgres }: Cost): string {
  return `node ${round(node)} and postgres ${round(postgres)} of a core`
}
