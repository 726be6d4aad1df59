/** P18: what a page, an alert and a console cost through three instances with bus and bucket, beside one instance alone. */
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type Bench, median, round } from '../../bench.ts'
import { CAMERAS_PER_TENANT, madeId, TENANTS } from '../../part/alert-history.ts'
import { type AlertSender, createAlertSender } from '../../part/alert-sender.ts'
import { byEvents, type Listeners, openListeners } from '../../part/load/event-listeners.ts'
import { atPace } from '../../part/load/paced.ts'
import { send } from '../../part/small-client.ts'
import { openAlone, openSeveral, type Side, type Spent } from '../../site/instances-site.ts'
import { prepareStorm } from '../../site/storm-site.ts'

const INSTANCES = 3
const PASSES = 3
/** What V8 compiles and PostgreSQL plans at first, each instance does for itself: once in months. */
const WARM_UPS = 1
const WARM_UP_PAGES = 5_000
const WARM_UP_PAGES_PER_SECOND = 1_000
const HISTORY = 20_000
const SECONDS = 3
const IDLE_MS = 3_000
const SETTLE_MS = 800
const PAGES_PER_SECOND = 500
const PAGE_CONNECTIONS = 12
const SINGLES_PER_SECOND = 100
const BATCHES_PER_SECOND = 40
const BATCH = 10
const PICTURE_BYTES = 6_000
/** A session may hold twelve streams. */
const READERS = 250
const STREAMS_OF_EACH = 12
const CONSOLES = READERS * STREAMS_OF_EACH
const MESSAGE_ALERTS_PER_SECOND = 5
const NOTIFIED_WITHIN_MS = 60_000
const GOAL = 1.15

const PARTS = ['page', 'alert', 'alertWithPicture', 'alertInTens', 'message'] as const
type Part = (typeof PARTS)[number]
/** CPU seconds of one of its kind, above those of an idle side. */
type Pass = { parts: Record<Part, Spent>; idleCores: Spent }
type Stand = { side: Side; readers: string[] }
type Both<T> = Record<'alone' | 'several', T>

export const bench: Bench = {
  question: `How much more CPU do a page, an alert and a console cost through ${INSTANCES} instances with NATS and S3 than through one alone?`,
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
      for (const { side } of Object.values(stands)) {
        const seconds = (WARM_UP_PAGES * side.instances) / WARM_UP_PAGES_PER_SECOND
        await askPages(side, { perSecond: WARM_UP_PAGES_PER_SECOND, seconds })
      }
      const passes: Both<Pass>[] = []
      for (let turn = -WARM_UPS; turn < PASSES; turn++) {
        const pass = await measure(both, turn % 2 === 0)
        if (turn >= 0) passes.push(pass)
        say(`pass ${turn + 1}: ${PARTS.map((part) => `${part} ${ratioOf(pass, part)}`).join(', ')}`)
      }
      const ratios = PARTS.map((part) => [part, spreadOf(passes.map((pass) => ratioOf(pass, part)))] as const)
      const memory = spreadOf(kib.map(({ alone, several }) => several / alone))
      return {
        isMet: ratios.every(([, { middle }]) => middle <= GOAL) && memory.middle <= GOAL,
        figures: {
          instances: INSTANCES,
          ratios: Object.fromEntries(ratios),
          ratioOfMemoryPerConsole: memory,
          residentKibPerConsole: {
            alone: spreadOf(kib.map(({ alone }) => alone)),
            several: spreadOf(kib.map(({ several }) => several)),
          },
          alone: summary(passes.map(({ alone }) => alone)),
          several: summary(passes.map(({ several }) => several)),
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
  `Message: an alert reaches one of ${CONSOLES} open consoles of one site; a share of the alert itself is in it.`,
]

/** Of each console that is open and hears nothing, in processes that have just begun. */
async function residentKib({ side, readers }: Stand): Promise<number> {
  await side.restart()
  await pause(SETTLE_MS)
  const before = side.residentBytes()
  const opened = await openConsoles({ side, readers })
  await pause(SETTLE_MS)
  const kib = (side.residentBytes() - before) / 1024 / CONSOLES
  for (const each of opened) each.close()
  return kib
}

/** Part by part, one side right after the other: a shared machine changes within seconds. */
async function measure(both: Both<Stand>, isAloneFirst: boolean): Promise<Both<Pass>> {
  const idle = async ({ side }: Stand) => {
    // Consoles of the pass before are still being seen off.
    await pause(3 * SETTLE_MS)
    const { spent, seconds } = await spentIn(side, () => pause(IDLE_MS))
    return each(spent, (own) => own / seconds)
  }
  const [ofAlone, ofSeveral] = await Promise.all([idle(both.alone), idle(both.several)])
  const pass = {
    alone: { parts: {} as Record<Part, Spent>, idleCores: ofAlone },
    several: { parts: {} as Record<Part, Spent>, idleCores: ofSeveral },
  }
  const sides = isAloneFirst ? (['alone', 'several'] as const) : (['several', 'alone'] as const)
  for (const part of PARTS) {
    for (const name of sides) {
      const { parts, idleCores } = pass[name]
      const stand = both[name]
      const opened = part === 'message' ? await openConsoles(stand) : []
      await pause(SETTLE_MS)
      let count = 0
      const { spent, seconds } = await spentIn(stand.side, async () => {
        count = await LOADS[part](stand.side, opened)
      })
      for (const each of opened) each.close()
      parts[part] = each(spent, (own, kind) => (own - idleCores[kind] * seconds) / count)
    }
  }
  return pass
}

async function spentIn(side: Side, work: () => Promise<unknown>): Promise<{ spent: Spent; seconds: number }> {
  const [before, begunMs] = [side.spent(), performance.now()]
  await work()
  const after = side.spent()
  return { spent: each(after, (own, kind) => own - before[kind]), seconds: (performance.now() - begunMs) / 1000 }
}

async function askPages(
  { site, urlOf, instances }: Side,
  pace = { perSecond: PAGES_PER_SECOND, seconds: SECONDS },
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: PAGE_CONNECTIONS / instances })
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

type Raising = { perSecond: number; batch: number; picture?: Buffer }

/** Answers how many were raised, once nobody waits for a notice of them. */
async function raise(side: Side, { perSecond, batch, picture }: Raising): Promise<number> {
  const hubs = side.site.hubTokens.map((token, hub) =>
    createAlertSender({
      ...{ url: side.urlOf(hub), token, ...(picture && { picture }) },
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

function openConsoles({ side, readers }: Stand): Promise<Listeners[]> {
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

const picture = Buffer.alloc(PICTURE_BYTES, 0x5a)
picture.set([0xff, 0xd8, 0xff])

/** Each answers how many of its kind were served. */
const LOADS: Record<Part, (side: Side, opened: readonly Listeners[]) => Promise<number>> = {
  page: (side) => askPages(side),
  alert: (side) => raise(side, { perSecond: SINGLES_PER_SECOND, batch: 1 }),
  alertWithPicture: (side) => raise(side, { perSecond: SINGLES_PER_SECOND, batch: 1, picture }),
  alertInTens: (side) => raise(side, { perSecond: BATCHES_PER_SECOND, batch: BATCH }),
  message: tell,
}

function each(spent: Spent, change: (seconds: number, kind: keyof Spent) => number): Spent {
  const of = (kind: keyof Spent) => change(spent[kind], kind)
  return { node: of('node'), postgres: of('postgres'), nats: of('nats') }
}

function ratioOf({ alone, several }: Both<Pass>, part: Part): number {
  const all = ({ node, postgres }: Spent) => node + postgres
  return round(all(several.parts[part]) / all(alone.parts[part]))
}

function spreadOf(values: readonly number[]) {
  return { middle: round(median(values)), of: values.map(round) }
}

function summary(passes: readonly Pass[]) {
  const inUs = (part: Part) =>
    each(passes[0]!.parts[part], (_, kind) => round(median(passes.map(({ parts }) => parts[part][kind])) * 1e6))
  return {
    cpuUs: Object.fromEntries(PARTS.map((part) => [part, inUs(part)])),
    idleCores: each(passes[0]!.idleCores, (_, kind) => round(median(passes.map(({ idleCores }) => idleCores[kind])))),
  }
}
