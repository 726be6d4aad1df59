/** A load of hubs, cameras and consoles on a running service, with a report every five seconds. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Chance, chanceOf } from '@mimamori/service/seed/chance.ts'
import { quantile } from '../bench.ts'
import { cpuSeconds, residentBytes } from '../part/process-cost.ts'
import { type ConsoleReader, openConsole } from './console-reader.ts'
import { makeHubs, type SimulatedHubs } from './hubs.ts'
import type { SimulateOptions } from './simulate-options.ts'
import { makeSite } from './simulated-site.ts'

const SAY_EVERY_MS = 5_000
const FALLS_SHARE = 0.05
const STORM_MS = 10_000
const POWER_CUT_MS = 20_000
const SEEN_WITHIN_MS = 10_000
const LOOK_MS = 50

type Say = (line: string) => void

/** Runs the load and removes what it registered; returns whether every alert was stored and seen. */
export async function simulate(options: SimulateOptions, say: Say, signal: AbortSignal): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'mimamori-simulate-'))
  const site = await makeSite(options, say)
  const hubs = makeHubs(options, site.keys, folder)
  const watch = watchConsoles()
  const consoles = site.tokens.map((token) => openConsole({ url: options.url, token, onSeen: watch.seen }))
  let reporting: NodeJS.Timeout | undefined
  try {
    await Promise.all([hubs.start(), until(() => consoles.every(({ isOpen }) => isOpen), signal)])
    say(`${site.keys.length} hubs and ${consoles.length} consoles are there`)
    const playing = { options, hubs, consoles, watch, say, signal }
    reporting = setInterval(() => say(lineOf(playing)), SAY_EVERY_MS)
    return await play(playing)
  } finally {
    clearInterval(reporting)
    await Promise.all([hubs.stop(), ...consoles.map((each) => each.stop())])
    const left = await site.remove()
    say(left === 0 ? 'hubs and cameras are removed' : `${left} hubs and cameras could not be removed`)
    rmSync(folder, { recursive: true, force: true })
  }
}

type Playing = {
  options: SimulateOptions
  hubs: SimulatedHubs
  consoles: ConsoleReader[]
  watch: ReturnType<typeof watchConsoles>
  say: Say
  signal: AbortSignal
}

async function play(playing: Playing): Promise<boolean> {
  const { options, hubs, consoles, watch, say, signal } = playing
  const { seconds, storm } = options.number
  const chance = chanceOf(options.seed)
  const raise = async () => {
    const id = await hubs.raise(Math.floor(chance.share() * options.number.hubs), chance.happens(FALLS_SHARE))
    if (id) watch.raised(id)
  }
  const cost = measureCost(options.number.pid)
  const ending = AbortSignal.any([signal, AbortSignal.timeout(1_000 * seconds)])
  await Promise.all([
    raiseByChance(chance, options.number['per-second'], raise, ending),
    stormAt(500 * seconds, storm, raise, ending),
    cutPower(playing, (1_000 * seconds) / 3, ending),
  ])
  if (options.number.pid > 0) say(cost(watch.count()))
  await hubs.whenDelivered()
  const isAllSeen = () => watch.isSeenBy(consoles)
  await Promise.race([until(isAllSeen, signal), pause(SEEN_WITHIN_MS)])
  say(lineOf(playing))
  return isAllSeen() && hubs.stored() === watch.count()
}

async function raiseByChance(chance: Chance, perSecond: number, raise: () => Promise<void>, ending: AbortSignal) {
  // By the clock and not by pauses, so that a busy machine raises as many.
  for (let atMs = performance.now(); perSecond > 0 && !ending.aborted; ) {
    atMs += (-Math.log(1 - chance.share()) * 1_000) / perSecond
    await rest(atMs - performance.now(), ending)
    if (!ending.aborted) await raise()
  }
}

async function stormAt(afterMs: number, count: number, raise: () => Promise<void>, ending: AbortSignal) {
  if (count === 0) return
  await rest(afterMs, ending)
  for (let n = 0; n < count && !ending.aborted; n++) {
    await raise()
    await rest(STORM_MS / count, ending)
  }
}

async function cutPower({ hubs, options, say }: Playing, afterMs: number, ending: AbortSignal) {
  const share = options.number['power-cut']
  if (share === 0) return
  await rest(afterMs, ending)
  await hubs.cut(share)
  say(`power is lost at ${Math.round(share * options.number.hubs)} hubs`)
  await rest(POWER_CUT_MS, ending)
  const begunMs = performance.now()
  await hubs.restore()
  say(`power is back, and all of them ${Math.round(performance.now() - begunMs)} ms later`)
}

/** Records when alerts were raised, and how late each console saw them. */
function watchConsoles() {
  const raisedAtMs = new Map<string, number>()
  let recent: number[] = []
  return {
    raised: (id: string) => void raisedAtMs.set(id, Date.now()),
    seen(id: string, { atMs }: { atMs: number }) {
      const raised = raisedAtMs.get(id)
      if (raised !== undefined) recent.push(Math.max(0, atMs - raised))
    },
    count: () => raisedAtMs.size,
    isSeenBy: (consoles: readonly ConsoleReader[]) =>
      consoles.every(({ seen }) => [...raisedAtMs.keys()].every((id) => seen.has(id))),
    takeDelays() {
      const taken = recent
      recent = []
      return taken
    },
  }
}

function lineOf({ hubs, consoles, watch, options }: Playing): string {
  const delays = watch.takeDelays()
  const of = (share: number) => Math.round(quantile(delays, share))
  const late = delays.length === 0 ? 'none seen' : `seen after p50 ${of(0.5)}, p99 ${of(0.99)}, max ${of(1)} ms`
  const open = consoles.filter(({ isOpen }) => isOpen).length
  const away = consoles.reduce((sum, { awayMs }) => sum + awayMs.length - 1, 0)
  const parts = [
    `raised ${watch.count()}, stored ${hubs.stored()}, in spools ${hubs.waiting()}`,
    late,
    `hubs ${hubs.connected()}/${options.number.hubs} (${hubs.losses()} losses)`,
    `consoles ${open}/${consoles.length} (${away} reconnects)`,
  ]
  return parts.join('; ')
}

/** CPU time of a process and its children since the call, as text. */
function measureCost(pid: number): (alerts: number) => string {
  const [begunMs, before] = [performance.now(), cpuSeconds(pid)]
  return (alerts) => {
    const seconds = (performance.now() - begunMs) / 1_000
    const used = cpuSeconds(pid) - before
    const mib = Math.round(residentBytes(pid) / 1024 ** 2)
    return `process ${pid}: ${((100 * used) / seconds).toFixed(1)} % of a core over ${Math.round(seconds)} s with ${alerts} alerts; ${mib} MiB resident`
  }
}

async function until(condition: () => boolean, signal: AbortSignal): Promise<void> {
  while (!condition() && !signal.aborted) await pause(LOOK_MS)
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await pause(Math.max(0, ms), undefined, { signal }).catch(() => {})
}
