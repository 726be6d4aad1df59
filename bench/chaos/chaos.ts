/** Alerts during kills: hubs raise, consoles listen, and instances, bus, bucket, database and balancer go down. SCALE-06 */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createHubSimulator, type HubSimulator } from '@mimamori/hub/testing/simulator/hub-simulator.ts'
import { chanceOf } from '@mimamori/service/seed/chance.ts'
import { type ConsoleReader, openConsole, REACH_BACK_MS } from '../simulate/console-reader.ts'
import { makeSite } from './chaos-site.ts'
import { disturb } from './disturbances.ts'
import { type Findings, findingsOf } from './findings.ts'
import { openRealSide, type RealSide } from './real-side.ts'
import { openStage, type Stage } from './stage.ts'

export type ChaosOptions = {
  /** The same seed kills the same instances after the same pauses. */
  seed: string
  kills: number
  /** Minimum number of raised alerts; more if the kills take longer. */
  alerts: number
  perSecond: number
  /** Number of simulated hubs, without cameras. */
  hubs: number
  /** Number of real hubs, each with a camera that is recorded and watched live. */
  realHubs: number
  consoles: number
  instances: number
  /** Time that bus, bucket and balancer are down each time; null: 1 to 3 s. */
  awaySeconds: number | null
  isDurable: boolean
}

/** File headers of each kind. */
const JPEG = Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), Buffer.alloc(8_000, 7)])
const MP4 = Buffer.concat([Buffer.from('00000018667479706d703432', 'hex'), Buffer.alloc(50_000, 3)])
/** The share of falls among the alerts: alarms, whose delay is measured. */
const FALLS_SHARE = 0.05
/** After the last alert, hubs may deliver as long as the backlog shrinks within this time. */
const STUCK_MS = 60_000
/**
 * Time that each console has to see an alert after the last one is stored: it pauses for at most 15 s before it reconnects,
 * and a hanging instance is detected after 12 s.
 */
const SEEN_WITHIN_MS = 60_000
const LOOK_MS = 50

/** Runs the chaos; returns the findings after everything that it started has ended. `signal`: stops kills and alerts. */
export async function playChaos(
  options: ChaosOptions,
  say: (line: string) => void,
  signal = new AbortController().signal,
): Promise<Findings> {
  const stage = await openStage(options.instances, options)
  const hubs: HubSimulator[] = []
  const consoles: ConsoleReader[] = []
  let real: RealSide | null = null
  try {
    const site = await makeSite(stage, options)
    hubs.push(...site.hubKeys.map((key, index) => makeHub(stage, key, index)))
    await Promise.all(hubs.map((hub) => hub.start()))
    const { url } = stage.balancer
    // Consoles fetch what was raised during an outage of the bus. A real console refetches only what it shows.
    const reachBackMs = REACH_BACK_MS + (options.awaySeconds ?? 0) * 1_000
    consoles.push(...site.userTokens.map((token, n) => openConsole({ url, token, isAnswering: n === 0, reachBackMs })))
    await until(() => consoles.every(({ isOpen }) => isOpen))
    real = await openRealSide(stage, site)
    say(`${options.hubs} hubs, ${options.realHubs} real ones and ${options.consoles} consoles are there`)

    const raising = startRaising(hubs, options.perSecond)
    const disturbed = await disturb(stage, chanceOf(options.seed), options, { say, signal })
    const beganMs = performance.now()
    while (raising.count() < options.alerts && !signal.aborted) await pause(LOOK_MS)
    if (performance.now() - beganMs > LOOK_MS) say('all kills are done, the rest of the alerts was raised')
    const simulated = await raising.stop()
    await Promise.race([Promise.all(hubs.map((hub) => hub.whenDelivered())), untilStuck(hubs)])
    const viewing = await real.finish()
    const raised = { ...simulated, all: [...simulated.all, ...real.raised()] }
    const isAllSeen = () => consoles.every(({ seen }) => raised.all.every((id) => seen.has(id)))
    await Promise.race([until(isAllSeen), pause(SEEN_WITHIN_MS)])
    await Promise.race([until(() => consoles.every(({ isOpen }) => isOpen)), pause(SEEN_WITHIN_MS)])
    return await findingsOf(stage, site.tenantId, { raised, hubs, consoles, viewing, disturbed })
  } finally {
    await real?.stop()
    await Promise.all(consoles.map((each) => each.stop()))
    await Promise.all(hubs.map((hub) => hub.stop()))
    await stage.close()
  }
}

/** Every fourth hub sends snapshots and clips to the bucket, one by one: it raises fewer alerts. */
const hasFiles = (index: number) => index % 4 === 0
const FILES_WEIGHT = 0.1

function makeHub({ balancer, folder }: Stage, key: string, index: number): HubSimulator {
  const files = { thumbnail: JPEG, clip: { bytes: MP4, durationMs: 15_000, alertAtMs: 5_000 } }
  const dataDir = join(folder, `hub-${index}`)
  return createHubSimulator({ service: balancer.url, key, dataDir, ...(hasFiles(index) && files) })
}

function startRaising(hubs: readonly HubSimulator[], perSecond: number) {
  const ending = new AbortController()
  const { signal } = ending
  const endless = Number.POSITIVE_INFINITY
  const beganMs = performance.now()
  const weights: number[] = hubs.map((_, index) => (hasFiles(index) ? FILES_WEIGHT : 1))
  const rate = (index: number) => (perSecond * weights[index]!) / weights.reduce((sum, weight) => sum + weight, 0)
  /** Each hub starts at a random time: all at once would be a storm each time. */
  const raise = async (hub: HubSimulator, index: number, share: number, kind: Parameters<HubSimulator['raise']>[1]) => {
    const ownPerSecond = rate(index) * share
    const restMs = (index / hubs.length / ownPerSecond) * 1_000
    await pause(restMs, undefined, { signal }).catch(() => {})
    return hub.raise(endless, { ...kind, perSecond: ownPerSecond, signal })
  }
  const motion = hubs.map((hub, index) => raise(hub, index, 1 - FALLS_SHARE, {}))
  const fall = { appCode: 'A005', severity: 'critical' } as const
  const falls = hubs.map((hub, index) => raise(hub, index, FALLS_SHARE, fall))
  return {
    count: () => ((performance.now() - beganMs) / 1_000) * perSecond,
    async stop() {
      ending.abort()
      const [ofMotion, ofFalls] = [(await Promise.all(motion)).flat(), (await Promise.all(falls)).flat()]
      return { all: [...ofMotion, ...ofFalls], falls: ofFalls }
    },
  }
}

/** Resolves when the hubs have delivered nothing for a while. */
async function untilStuck(hubs: readonly HubSimulator[]): Promise<void> {
  const left = () => hubs.reduce((sum, { waiting, waitingClips }) => sum + waiting + waitingClips, 0)
  for (let before = Number.POSITIVE_INFINITY; left() < before; await pause(STUCK_MS)) before = left()
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await pause(LOOK_MS)
}
