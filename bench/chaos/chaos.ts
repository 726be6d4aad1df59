/** Alerts through kills: hubs raise, consoles listen, and instances, bus, bucket, database and balancer come and go. SCALE-06 */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createHubSimulator, type HubSimulator } from '@mimamori/hub/synthetic/simulator/hub-simulator.ts'
import { chanceOf } from '@mimamori/service/seed/chance.ts'
import { type ConsoleReader, openConsole, REACH_BACK_MS } from '../simulate/console-reader.ts'
import { makeSite } from './chaos-site.ts'
import { disturb } from './disturbances.ts'
import { type Findings, findingsOf } from './findings.ts'
import { openRealSide, type RealSide } from './real-side.ts'
import { openStage, type Stage } from './stage.ts'

export type ChaosOptions = {
  /** The same words kill the same instances after the same rests. */
  seed: string
  kills: number
  /** At least so many are raised; more when the kills take longer. */
  alerts: number
  perSecond: number
  /** Simulated ones: without cameras. */
  hubs: number
  /** The hub's own program, each with a camera that is recorded and watched live. */
  realHubs: number
  consoles: number
  instances: number
  /** So long bus, bucket and balancer are away each time; null: 1 to 3 s. */
  awaySeconds: number | null
  isDurable: boolean
}

/** They begin as files of their kind do. */
const JPEG = Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), Buffer.alloc(8_000, 7)])
const MP4 = Buffer.concat([Buffer.from('00000018667479706d703432', 'hex'), Buffer.alloc(50_000, 3)])
/** The share of the alerts that are falls: alarms, whose way is timed. */
const FALLS_SHARE = 0.05
/** After the last alert was raised, hubs deliver what waits for as long as it gets less within such a time. */
const STUCK_MS = 60_000
/**
 * After the last alert is stored, so long each console has to see it: it pauses for 15 s at most before it connects again, and an
 * instance that hangs is noticed after 35 s.
 */
const SEEN_WITHIN_MS = 60_000
const LOOK_MS = 50

/** Plays it and answers what is left; everything that it started is gone then. `signal`: no more kills, and no more alerts. */
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
    // What was raised while the bus was away is fetched when it is back. A real console reads anew what it shows, which is not all.
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

/** Every fourth hub sends pictures and clips, which go to the bucket one by one: it raises fewer alerts. */
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
  /** Each hub begins at a moment of its own: all at once would be a storm each time. */
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
