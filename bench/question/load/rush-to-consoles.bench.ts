/** P5: how long from a hub's request to every open console of its site, while all sites have an alert each few moments. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Bench, IS_TRIAL, median, quantile, round } from '../../bench.ts'
import { madeId, TENANTS } from '../../part/alert-history.ts'
import { type AlertSender, createAlertSender } from '../../part/alert-sender.ts'
import { byEvents, type Listeners, openListeners } from '../../part/load/event-listeners.ts'
import { atPace } from '../../part/load/paced.ts'
import { cpuSeconds } from '../../part/process-cost.ts'
import { type HistorySite, openHistorySite } from '../../site/history-site.ts'

const CONSOLES = 1_000
const CONSOLES_OF_SITE = CONSOLES / TENANTS
const PASSES = 3
const SECONDS = IS_TRIAL ? 3 : 60
const WARM_UP_SECONDS = IS_TRIAL ? 1 : 10
const BATCH = 10
const ALERTS_PER_SECOND = 1_000
const PATIENCE_MS = 10_000
const GOAL_P99_MS = 25

type Pass = {
  p50Ms: number
  p99Ms: number
  maxMs: number
  lost: number
  doubled: number
  foreign: number
  cores: number
}
type Stand = { site: HistorySite; hubs: AlertSender[]; listeners: Listeners; pid: number }

export const bench: Bench = {
  question: `How long from a hub's request to the ${CONSOLES} open consoles of ${TENANTS} sites, at ${ALERTS_PER_SECOND} alerts a second?`,
  goal: `p99 at most ${GOAL_P99_MS} ms over ${SECONDS} s, none lost, none doubled, none at another site`,
  async run(say) {
    const site = await openHistorySite({ alerts: 0, say })
    const service = await site.start({ rateFactor: 1000 })
    const hubs = site.hubTokens.map((token, n) =>
      createAlertSender({ url: service.url, token, cameraIds: [madeId('camera', n)] }),
    )
    const port = Number(new URL(service.url).port)
    const listeners = await openListeners(
      port,
      CONSOLES,
      byEvents('/api/stream', (n) => site.userTokens[n % site.userTokens.length]!),
    )
    try {
      const stand = { site, hubs, listeners, pid: service.pid }
      await rush(stand, WARM_UP_SECONDS)
      const passes: Pass[] = []
      for (let turn = 0; turn < PASSES; turn++) {
        passes.push(await rush(stand, SECONDS))
        say(`pass ${turn + 1}: ${JSON.stringify(passes.at(-1))}`)
      }
      const of = (figure: keyof Pass) => passes.map((pass) => pass[figure])
      const wrong = [...of('lost'), ...of('doubled'), ...of('foreign')]
      return {
        isMet: median(of('p99Ms')) <= GOAL_P99_MS && wrong.every((count) => count === 0),
        figures: { consoles: CONSOLES, alertsPerSecond: ALERTS_PER_SECOND, seconds: SECONDS, passes },
        notes: [
          `Each request holds ${BATCH} alerts of one hub; the times run from its first byte to the arrival at each console. Consoles are sockets of the bench, on the same two cores as hubs, service and PostgreSQL.`,
          'Cores: CPU seconds of node and PostgreSQL per second.',
        ],
      }
    } finally {
      listeners.close()
      for (const hub of hubs) hub.close()
      await service.stop()
      await site.close()
    }
  },
}

/** Every hub in turn; ends when all consoles heard of all alerts, or nothing more comes. */
async function rush({ site, hubs, listeners, pid }: Stand, seconds: number): Promise<Pass> {
  listeners.take()
  const sentAtMs = new Map<string, number>()
  const lines = hubs.map(() => Promise.resolve())
  const used = () => cpuSeconds(pid) + cpuSeconds(site.postgresPid)
  const [cpuBefore, begunMs] = [used(), performance.now()]
  await atPace({ perSecond: ALERTS_PER_SECOND / BATCH, seconds }, (n) => {
    const at = n % hubs.length
    lines[at] = lines[at]!.then(async () => {
      const sentMs = performance.now()
      const { status, ids } = await hubs[at]!.send(BATCH)
      if (status !== 200) throw new Error(`Alerts were answered ${status}`)
      for (const id of ids) sentAtMs.set(id, sentMs)
    })
    return lines[at]!
  })
  const cores = (used() - cpuBefore) / ((performance.now() - begunMs) / 1000)
  const expected = sentAtMs.size * CONSOLES_OF_SITE
  const deadlineMs = performance.now() + PATIENCE_MS
  while (listeners.count < expected && performance.now() < deadlineMs) await pause(10)
  return { ...judge(listeners, sentAtMs, expected), cores: round(cores) }
}

function judge(listeners: Listeners, sentAtMs: ReadonlyMap<string, number>, expected: number) {
  const tookMs: number[] = []
  const seen = new Set<string>()
  let [doubled, foreign] = [0, 0]
  for (const { listener, text, atMs } of listeners.take()) {
    const event = JSON.parse(text) as { type: string; alertId: string; cameraId: string }
    if (event.type !== 'alert-raised') continue
    const key = `${listener} ${event.alertId}`
    if (seen.has(key)) doubled++
    else if (Number(event.cameraId.slice(-12)) % TENANTS !== listener % TENANTS) foreign++
    else tookMs.push(atMs - sentAtMs.get(event.alertId)!)
    seen.add(key)
  }
  const at = (share: number) => round(quantile(tookMs, share))
  return { p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1), lost: expected - tookMs.length, doubled, foreign }
}
