/** A fall of a healthy site while services of other sites take connections and stay silent. */
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { type Bench, IS_TRIAL, median, quantile, round } from '../../bench.ts'
import { type BrokenPart, type BrokenServers, startBrokenServers } from '../../part/broken-servers.ts'
import { type NeighboursSite, openNeighbours } from '../../site/neighbours-site.ts'

const NEIGHBOURS = IS_TRIAL ? 3 : 24
const FALLS = IS_TRIAL ? 4 : 40
const PASSES = IS_TRIAL ? 1 : 3
const PAUSE_MS = 250
/** Neighbors raise a fall after this number of falls of the healthy site. */
const NEIGHBOURS_EVERY = 20
/** Time until the neighbors' first messages hang. */
const SETTLE_MS = 2_000
const MISSING_AFTER_MS = 30_000
const GOAL_P99_MS = 2_000

const KINDS: Readonly<Record<string, readonly BrokenPart[]>> = {
  healthy: [],
  push: ['push'],
  mail: ['mail'],
  external: ['external'],
  names: ['names'],
  everything: ['push', 'mail', 'external', 'names'],
}

export const bench: Bench = {
  subject: `How long from a fall to the last push of a healthy site while services of ${NEIGHBOURS} other sites take connections and never answer?`,
  goal: `p99 at most ${GOAL_P99_MS} ms whatever is slow, none missing`,
  async run(say) {
    const servers = await startBrokenServers()
    const site = await openNeighbours(servers, { cameras: FALLS, neighbours: NEIGHBOURS })
    const loadBefore = load()
    const passes: Record<string, number[][]> = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, []]))
    try {
      await fallsBeside(servers, site, [])
      for (let pass = 0; pass < PASSES; pass++) {
        const order = Object.entries(KINDS)
        for (const [kind, parts] of pass % 2 === 0 ? order : order.toReversed()) {
          const delaysMs = await fallsBeside(servers, site, parts)
          passes[kind]!.push(delaysMs)
          const { mail, ...others } = servers.takeCounts()
          say(`pass ${pass + 1}, ${kind}: ${inWords(delaysMs)}; calls ${JSON.stringify({ ...others, mail })}`)
        }
      }
      const all = Object.fromEntries(Object.entries(passes).map(([kind, own]) => [kind, own.flat()]))
      const p99 = (kind: string) => quantile(all[kind]!, 0.99)
      const kinds = Object.keys(KINDS)
      const missing = Object.values(all)
        .flat()
        .filter((ms) => ms >= MISSING_AFTER_MS).length
      return {
        isMet: missing === 0 && kinds.every((kind) => p99(kind) <= GOAL_P99_MS),
        figures: {
          fallsOfEach: FALLS * PASSES,
          missing,
          delaysMs: Object.fromEntries(kinds.map((kind) => [kind, summary(passes[kind]!)])),
          p99ToHealthy: Object.fromEntries(kinds.slice(1).map((kind) => [kind, round(p99(kind) / p99('healthy'))])),
        },
        notes: [
          ...NOTES,
          `Load of the machine (one minute) before it was measured: ${loadBefore}, after it: ${load()}.`,
        ],
      }
    } finally {
      await site.close()
      servers.close()
    }
  },
}

const NOTES = [
  'Delay: from the moment at which the hub stores the fall until the push service has all of its pushes. The pushes of the healthy site go to the address that is silent for the others.',
  'Names: half of the push addresses of the neighbours are names that nobody has looked up before.',
  'The load is the same in each kind: a fall in each neighbour after 20 falls of the healthy site, sent to 12 people with a browser, 3 e-mail addresses and an external system. In the kind "healthy" everything answers.',
  'All programs share two cores; the servers and the hub run in the process of the bench.',
]

const load = () => round(loadavg()[0]!)

async function fallsBeside(
  servers: BrokenServers,
  site: NeighboursSite,
  parts: readonly BrokenPart[],
): Promise<number[]> {
  await site.renew()
  servers.breakOnly(parts)
  const delaysMs: number[] = []
  for (let fall = 0; fall < FALLS; fall++) {
    if (fall % NEIGHBOURS_EVERY === 0) {
      await site.raiseAtNeighbours()
      await pause(SETTLE_MS)
    }
    delaysMs.push(await oneFall(servers, site))
    await pause(PAUSE_MS)
  }
  return delaysMs
}

async function oneFall(servers: BrokenServers, site: NeighboursSite): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  let pushes = 0
  const begunMs = performance.now()
  servers.onPush = (path) => {
    if (path.startsWith('/healthy/') && ++pushes === site.pushesOfFall) resolve(performance.now() - begunMs)
  }
  await site.hub.raise(1, { appCode: 'A005', severity: 'critical' })
  return Promise.race([promise, pause(MISSING_AFTER_MS, MISSING_AFTER_MS)])
}

function inWords(delaysMs: readonly number[]): string {
  const at = (share: number) => round(quantile(delaysMs, share))
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms`
}

function summary(passes: readonly number[][]) {
  const all = passes.flat()
  const at = (share: number) => round(quantile(all, share))
  const p99OfPasses = passes.map((pass) => round(quantile(pass, 0.99)))
  return { p50: at(0.5), p99: at(0.99), max: at(1), p99OfPasses, middleOfP99: median(p99OfPasses) }
}
