/** Pages of cameras and of users through the whole service, against their own statements alone, in sites of three sizes. */
import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbedded } from '@mimamori/service/platform/embedded.ts'
import { makeDataFolder } from '../tools/start/mimamori.ts'
import { type Bench, median, quantile, round } from './bench.ts'
import { type CameraSite, type List, openCameraSite } from './camera-site.ts'

const SIZES = [
  { cameras: 200, users: 50 },
  { cameras: 2_000, users: 500 },
  { cameras: 20_000, users: 5_000 },
]
const WARM_UP = 40
const ROUNDS = 100
/** One pass after the other, each with its own median: what the machine does meanwhile spoils one of them. */
const PASSES = 3
/** What the service may add to its statements, milliseconds. */
const GOAL_OVERHEAD_MS = 0.5
/** Statements among the most rows may take so many times what they take among the fewest: flat, but for noise. */
const FLAT_FACTOR = 1.5
const KEY_BYTES = 32

export const bench: Bench = {
  question: 'How much longer than its statements alone does a page of ten cameras or users take, one caller at a time?',
  goal: `at most ${GOAL_OVERHEAD_MS} ms beyond the client's own cost, among 20,000 cameras and 5,000 users as among 200 and 50`,
  async run(say) {
    const folder = await makeDataFolder()
    const embedded = await startEmbedded({ dataDir: folder, log: () => {} })
    const masterKey = randomBytes(KEY_BYTES)
    const figures: Record<string, Awaited<ReturnType<typeof measure>>> = {}
    try {
      for (const { cameras, users } of SIZES) {
        const home = join(folder, `cameras-${cameras}`)
        await mkdir(home)
        const site = await openCameraSite({ adminUrl: embedded.url, folder: home, masterKey, cameras, users })
        try {
          figures[`among${cameras}`] = await measure(site)
          say(`${cameras} cameras, ${users} users: ${JSON.stringify(figures[`among${cameras}`])}`)
        } finally {
          await site.close()
        }
      }
    } finally {
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    }
    const all = Object.values(figures)
    const [smallest, largest] = [all[0]!, all.at(-1)!]
    const isFlat = (['cameras', 'users'] as const).every(
      (list) => largest[list].statementsMs <= FLAT_FACTOR * smallest[list].statementsMs,
    )
    return {
      isMet: isFlat && all.every(({ cameras, users }) => Math.max(cameras.netMs, users.netMs) <= GOAL_OVERHEAD_MS),
      figures: { rounds: ROUNDS, passes: PASSES, isFlat, ...figures },
      notes: [
        'answerMs: the whole call over one kept connection by a small client: HTTP, session, tenancy, checks, statements, JSON.',
        'statementsMs: rows, exact count and (users) locks, prepared, by a bare driver with the role, row security and transactions of the service.',
        'overheadMs is the difference. clientMs: a bare Fastify route with two empty statements by the same client, less these statements by the same driver; netMs is overheadMs without it. So clientMs holds the HTTP of a bare server too.',
        'All are medians of medians of passes; calls, statements and the bare route take turns within each pass.',
      ],
    }
  },
}

/** Calls and statements in turns, so that a noisy machine does all the same harm. */
async function measure(site: CameraSite) {
  const lists = [site.cameras, site.users, site.nothing]
  await pass(lists, WARM_UP)
  const passes: Awaited<ReturnType<typeof pass>>[] = []
  for (let turn = 0; turn < PASSES; turn++) passes.push(await pass(lists, ROUNDS))
  const [cameras, users, nothing] = lists.map((_, at) => ({
    answerMs: median(passes.map((each) => median(each[at]!.answers))),
    answerP95Ms: median(passes.map((each) => quantile(each[at]!.answers, 0.95))),
    statementsMs: median(passes.map((each) => median(each[at]!.statements))),
  }))
  const clientMs = nothing!.answerMs - nothing!.statementsMs
  const told = (list: NonNullable<typeof cameras>) => ({
    answerMs: round(list.answerMs),
    answerP95Ms: round(list.answerP95Ms),
    statementsMs: round(list.statementsMs),
    overheadMs: round(list.answerMs - list.statementsMs),
    netMs: round(list.answerMs - list.statementsMs - clientMs),
  })
  return { clientMs: round(clientMs), cameras: told(cameras!), users: told(users!) }
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
