/** P18: the cost of a page, an alert and a console with three instances, bus and bucket, compared with a single instance. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Bench, median, round } from '../../bench.ts'
import { TENANTS } from '../../part/alert-history.ts'
import { CONSOLES, LOADS, openConsoles, PARTS, type Part, READERS, warmUp } from '../../site/instances-loads.ts'
import { openAlone, openSeveral, type Side, type Spent } from '../../site/instances-site.ts'
import { prepareStorm } from '../../site/storm-site.ts'

const INSTANCES = 3
const PASSES = 3
const WARM_UPS = 1
const HISTORY = 20_000
const IDLE_MS = 3_000
const SETTLE_MS = 800
const GOAL = 1.15

/** A single instance with the load of one of several: the cost of a less loaded process. */
const PARTS_OF_SHARE = PARTS.filter((part) => part !== 'message')
/** CPU seconds per unit of a part, above those of an idle side. */
type Pass = { parts: Partial<Record<Part, Spent>>; idleCores: Spent }
type Stand = { side: Side; readers: string[] }
type Both<T> = Record<'alone' | 'several', T>
type Passes = Both<Pass> & { aloneWithShare: Pass }

export const bench: Bench = {
  subject: `How much more CPU do a page, an alert and a console cost through ${INSTANCES} instances with NATS and S3 than through one alone?`,
  goal: `at most ${GOAL} times as much for each of them`,
  async run(say) {
    const stands: Record<string, Stand> = {}
    try {
      for (const [name, open] of [
        ['alone', () => openAlone({ alerts: HISTORY, say })],
        ['several', () => openSeveral({ alerts: HISTORY, say }, INSTANCES)],
      ] as const) {
        const side = await open()
        await prepareStorm(side.site.sql)
        stands[name] = { side, readers: await side.site.addReaders(READERS) }
      }
      const both = stands as Both<Stand>
      const kib: Both<number>[] = []
      for (let turn = 0; turn < PASSES; turn++) {
        kib.push({ alone: await residentKib(both.alone), several: await residentKib(both.several) })
        say(`idle console: ${round(kib.at(-1)!.alone)} KiB alone, ${round(kib.at(-1)!.several)} through several`)
      }
      for (const { side } of Object.values(stands)) await warmUp(side)
      const passes: Passes[] = []
      for (let turn = -WARM_UPS; turn < PASSES; turn++) {
        const pass = await measure(both, turn % 2 === 0)
        if (turn >= 0) passes.push(pass)
        say(`pass ${turn + 1}: ${PARTS.map((part) => `${part} ${ratioOf(pass, part)}`).join(', ')}`)
        say(`  with equal loads: ${PARTS_OF_SHARE.map((part) => `${part} ${equalRatioOf(pass, part)}`).join(', ')}`)
      }
      const ratios = PARTS.map((part) => [part, spreadOf(passes.map((pass) => ratioOf(pass, part)))] as const)
      const memory = spreadOf(kib.map(({ alone, several }) => several / alone))
      return {
        isMet: ratios.every(([, { middle }]) => middle <= GOAL) && memory.middle <= GOAL,
        figures: {
          instances: INSTANCES,
          ratios: Object.fromEntries(ratios),
          ratiosBesideOneWithAShareOfTheLoad: Object.fromEntries(
            PARTS_OF_SHARE.map((part) => [part, spreadOf(passes.map((pass) => equalRatioOf(pass, part)))]),
          ),
          ratioOfMemoryPerConsole: memory,
          residentKibPerConsole: {
            alone: spreadOf(kib.map(({ alone }) => alone)),
            several: spreadOf(kib.map(({ several }) => several)),
          },
          alone: summary(passes.map(({ alone }) => alone)),
          several: summary(passes.map(({ several }) => several)),
          aloneWithAShareOfTheLoad: summary(passes.map(({ aloneWithShare }) => aloneWithShare)),
        },
        notes: NOTES,
      }
    } finally {
      for (const { side } of Object.values(stands)) await side.close()
    }
  },
}

const NOTES = [
  'Ratios are of the CPU of all instances and of PostgreSQL, above what the same processes use while nothing is asked; each side has a PostgreSQL of its own, and they are loaded in turn. NATS stands apart; the S3 server runs in the process of the bench and is not counted.',
  'The load is a fixed number of requests a second, spread over the instances by the client without a balancer.',
  `Pages are of ten among ${HISTORY} alerts of ${TENANTS} sites; alerts come from ${TENANTS} hubs, each on a camera with a rule of escalation, until nobody waits for a notice of them.`,
  `Beside the ratios of the goal: the same of ${INSTANCES} instances beside one alone that has a share of their load, as each of them has. A process that has less to do costs more for each call, joined or not.`,
  `Message: an alert reaches one of ${CONSOLES} open consoles of one site; a share of the alert itself is in it.`,
]

/** Memory of each open, idle console, in freshly started processes. */
async function residentKib({ side, readers }: Stand): Promise<number> {
  await side.restart()
  await pause(SETTLE_MS)
  const before = side.residentBytes()
  const opened = await openConsoles(side, readers)
  await pause(SETTLE_MS)
  const kib = (side.residentBytes() - before) / 1024 / CONSOLES
  for (const listeners of opened) listeners.close()
  return kib
}

/** Part by part, one side directly after the other: a shared machine changes within seconds. */
async function measure(both: Both<Stand>, isAloneFirst: boolean): Promise<Passes> {
  const idle = async ({ side }: Stand) => {
    // Connections of the previous pass are still being closed.
    await pause(3 * SETTLE_MS)
    const { spent, seconds } = await spentIn(side, () => pause(IDLE_MS))
    return each(spent, (own) => own / seconds)
  }
  const [ofAlone, ofSeveral] = await Promise.all([idle(both.alone), idle(both.several)])
  const pass: Passes = {
    alone: { parts: {}, idleCores: ofAlone },
    several: { parts: {}, idleCores: ofSeveral },
    aloneWithShare: { parts: {}, idleCores: ofAlone },
  }
  const columns = [
    { name: 'alone', stand: both.alone, share: 1, parts: PARTS },
    { name: 'several', stand: both.several, share: 1, parts: PARTS },
    { name: 'aloneWithShare', stand: both.alone, share: 1 / INSTANCES, parts: PARTS_OF_SHARE },
  ] as const
  for (const part of PARTS) {
    for (const { name, stand, share, parts } of isAloneFirst ? columns : columns.toReversed()) {
      if (!(parts as readonly Part[]).includes(part)) continue
      pass[name].parts[part] = await spentOnOne(stand, part, { share, idleCores: pass[name].idleCores })
    }
  }
  return pass
}

/** Cost per unit of a part, above an idle side. */
async function spentOnOne(
  { side, readers }: Stand,
  part: Part,
  { share, idleCores }: { share: number; idleCores: Spent },
): Promise<Spent> {
  const opened = part === 'message' ? await openConsoles(side, readers) : []
  await pause(SETTLE_MS)
  let count = 0
  const { spent, seconds } = await spentIn(side, async () => {
    count = await LOADS[part](side, { opened, share })
  })
  for (const listeners of opened) listeners.close()
  return each(spent, (own, kind) => (own - idleCores[kind] * seconds) / count)
}

async function spentIn(side: Side, work: () => Promise<unknown>): Promise<{ spent: Spent; seconds: number }> {
  const [before, begunMs] = [side.spent(), performance.now()]
  await work()
  const after = side.spent()
  return { spent: each(after, (own, kind) => own - before[kind]), seconds: (performance.now() - begunMs) / 1000 }
}

function each(spent: Spent, change: (seconds: number, kind: keyof Spent) => number): Spent {
  const of = (kind: keyof Spent) => change(spent[kind], kind)
  return { node: of('node'), postgres: of('postgres'), nats: of('nats') }
}

const sumOf = ({ parts }: Pass, part: Part) => parts[part]!.node + parts[part]!.postgres
const ratioOf = ({ alone, several }: Passes, part: Part) => round(sumOf(several, part) / sumOf(alone, part))
const equalRatioOf = ({ aloneWithShare, several }: Passes, part: Part) =>
  round(sumOf(several, part) / sumOf(aloneWithShare, part))

function spreadOf(values: readonly number[]) {
  return { middle: round(median(values)), of: values.map(round) }
}

function summary(passes: readonly Pass[]) {
  const inUs = (part: Part) =>
    each(passes[0]!.parts[part]!, (_, kind) => round(median(passes.map(({ parts }) => parts[part]![kind])) * 1e6))
  const parts = PARTS.filter((part) => passes[0]!.parts[part])
  return {
    cpuUs: Object.fromEntries(parts.map((part) => [part, inUs(part)])),
    idleCores: each(passes[0]!.idleCores, (_, kind) => round(median(passes.map(({ idleCores }) => idleCores[kind])))),
  }
}
