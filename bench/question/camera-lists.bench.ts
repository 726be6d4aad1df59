/** Pages of the administration's lists through the whole service, against their own statements alone, at three sizes. */
import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbedded } from '@mimamori/service/platform/postgres/embedded.ts'
import { makeDataFolder } from '../../tools/start/mimamori.ts'
import { type Bench, median, round } from '../bench.ts'
import type { SiteSize } from '../part/list-pages.ts'
import { type List, type ListSite, openListSite } from '../site/list-site.ts'

const SIZES: SiteSize[] = [
  { cameras: 200, users: 50, units: 20, hubs: 20, tags: 20, sites: 20 },
  { cameras: 2_000, users: 500, units: 50, hubs: 50, tags: 50, sites: 100 },
  { cameras: 20_000, users: 5_000, units: 200, hubs: 200, tags: 200, sites: 1_000 },
]
const WARM_UP = 20
const ROUNDS = 30
/** One pass after the other, each with its own median: what the machine does meanwhile spoils one of them. */
const PASSES = 3
/** What the service may add to its statements, milliseconds. */
const GOAL_OVERHEAD_MS = 0.5
/** Statements among the most rows may take so many times what they take among the fewest: flat, but for noise. */
const FLAT_FACTOR = 1.5
/** So much longer is allowed for a page in the middle, where half of the list's index lies before it. */
const FAR_FACTOR = 3
/** A word is looked for in every name: row security forbids what could look it up (`ilike` is not leakproof). */
const WORD_GOAL_US = 0.5
const KEY_BYTES = 32

type Figures = { answerMs: number; statementsMs: number; overheadMs: number; netMs: number }
type SiteFigures = { clientMs: number; lists: Record<string, Figures> }

export const bench: Bench = {
  question: 'How much longer than its statements alone does a page of ten of each list take, one caller at a time?',
  goal: `at most ${GOAL_OVERHEAD_MS} ms beyond the client's own cost, among 20,000 cameras and 5,000 users as among 200 and 50; a word at most ${WORD_GOAL_US} us for each record`,
  async run(say) {
    const folder = await makeDataFolder()
    const embedded = await startEmbedded({ dataDir: folder, log: () => {} })
    const masterKey = randomBytes(KEY_BYTES)
    const found: Record<string, SiteFigures> = {}
    try {
      for (const size of SIZES) {
        const home = join(folder, `lists-${size.cameras}`)
        await mkdir(home)
        const site = await openListSite({ adminUrl: embedded.url, folder: home, masterKey, size })
        try {
          const measured = await measure(site)
          found[`among${size.cameras}`] = { ...size, ...measured }
          say(`${size.cameras} cameras, ${size.users} users; client ${measured.clientMs} ms`)
          for (const [name, { statementsMs, netMs }] of Object.entries(measured.lists)) {
            say(`  ${name}: statements ${statementsMs} ms, the service ${netMs} ms more`)
          }
        } finally {
          await site.close()
        }
      }
    } finally {
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    }
    const verdict = judge(Object.values(found))
    return {
      isMet:
        verdict.notFlat.length + verdict.tooSlow.length === 0 &&
        verdict.wordUsPerRecord.every((us) => us <= WORD_GOAL_US),
      figures: { ...ROUNDS_NOTED, ...verdict, ...found },
      notes: NOTES,
    }
  },
}

const ROUNDS_NOTED = { rounds: ROUNDS, passes: PASSES }
const NOTES = [
  'answerMs: the whole call over one retained connection by a small client: HTTP, session, tenancy, checks, statements, JSON.',
  'statementsMs: what the service sends for the page, heard from its own handlers, prepared, by a bare driver in one transaction with the role and row security of the service.',
  'overheadMs is the difference. clientMs: a bare Fastify route with two empty statements by the same client, less these statements by the same driver; netMs is overheadMs without it. So clientMs holds the HTTP of a bare server too.',
  `notFlat: lists whose statements take more than ${FLAT_FACTOR} times as long at the largest size as at the smallest (a page in the middle: ${FAR_FACTOR} times the list's first page), with that factor; lists with a word are not among them. wordUsPerRecord: microseconds that a word takes more than the list by name, for each camera, each user: every name is looked into. tooSlow: lists with netMs above the goal at any size.`,
  'All are medians of medians of passes; calls, statements and the bare route take turns within each pass.',
]

/** Names of lists with how far they are off; none when the goal is met. */
function judge(all: readonly SiteFigures[]) {
  const [smallest, largest] = [all[0]!.lists, all.at(-1)!.lists]
  const isWord = (name: string) => name.endsWith('with a word')
  const orders = Object.entries(largest).filter(([name]) => !isWord(name))
  const notFlat = orders.flatMap(([name, { statementsMs }]) => {
    const first = name.includes('middle page') ? largest[name.replace(', middle page', '')] : undefined
    const factor = statementsMs / (first ?? smallest[name]!).statementsMs
    return factor > (first ? FAR_FACTOR : FLAT_FACTOR) ? [`${name}: ${round(factor)} times`] : []
  })
  const tooSlow = Object.keys(largest).flatMap((name) => {
    const netMs = Math.max(...all.map(({ lists }) => lists[name]!.netMs))
    return netMs > GOAL_OVERHEAD_MS ? [`${name}: ${netMs} ms`] : []
  })
  const { cameras, users } = SIZES.at(-1)!
  const wordUsPerRecord = Object.entries(largest)
    .filter(([name]) => isWord(name))
    .map(([name, { statementsMs }]) => {
      const moreMs = statementsMs - largest[name.replace('with a word', 'by name')]!.statementsMs
      return round((moreMs * 1000) / (name.startsWith('cameras') ? cameras : users))
    })
  return { notFlat, tooSlow, wordUsPerRecord }
}

/** Calls and statements in turns, so that a noisy machine does all the same harm. */
async function measure({ lists, nothing }: ListSite): Promise<SiteFigures> {
  const all = [...lists, nothing]
  await pass(all, WARM_UP)
  const passes: Awaited<ReturnType<typeof pass>>[] = []
  for (let turn = 0; turn < PASSES; turn++) passes.push(await pass(all, ROUNDS))
  const middles = all.map((_, at) => ({
    answerMs: median(passes.map((each) => median(each[at]!.answers))),
    statementsMs: median(passes.map((each) => median(each[at]!.statements))),
    overheadMs: median(passes.map((each) => median(each[at]!.answers) - median(each[at]!.statements))),
  }))
  const clientMs = middles.at(-1)!.overheadMs
  const measured = lists.map(({ name }, at): [string, Figures] => {
    const { answerMs, statementsMs, overheadMs } = middles[at]!
    const figures = { answerMs, statementsMs, overheadMs, netMs: overheadMs - clientMs }
    return [name, Object.fromEntries(Object.entries(figures).map(([key, ms]) => [key, round(ms)])) as Figures]
  })
  return { clientMs: round(clientMs), lists: Object.fromEntries(measured) }
}

async function pass(lists: readonly List[], rounds: number) {
  const found = lists.map(() => ({ answers: [] as number[], statements: [] as number[] }))
  for (let turn = 0; turn < rounds; turn++) {
    for (const [at, list] of lists.entries()) {
      found[at]!.answers.push(await timed(list.ask))
      found[at]!.statements.push(await timed(list.run))
    }
  }
  return found
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begunMs = performance.now()
  await work()
  return performance.now() - begunMs
}
