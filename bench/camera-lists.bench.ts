/** A page of cameras through the whole service, against its own two statements alone, in a small and in a large site. */
import { randomBytes } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbedded } from '@mimamori/service/platform/embedded.ts'
import { makeDataFolder } from '../tools/start/mimamori.ts'
import { type Bench, median, quantile, round } from './bench.ts'
import { type CameraSite, openCameraSite } from './camera-site.ts'

const SIZES = [200, 20_000]
const WARM_UP = 100
const ROUNDS = 400
/** What the service may add to its statements, milliseconds. */
const GOAL_OVERHEAD_MS = 0.5
const KEY_BYTES = 32

export const bench: Bench = {
  question: 'How much longer than its statements alone does a page of ten cameras take, one caller at a time?',
  goal: `at most ${GOAL_OVERHEAD_MS} ms, among ${SIZES[1]} cameras as among ${SIZES[0]}`,
  async run(say) {
    const folder = await makeDataFolder()
    const embedded = await startEmbedded({ dataDir: folder, log: () => {} })
    const masterKey = randomBytes(KEY_BYTES)
    const figures: Record<string, Awaited<ReturnType<typeof measure>>> = {}
    try {
      for (const cameras of SIZES) {
        const home = join(folder, `cameras-${cameras}`)
        await mkdir(home)
        const site = await openCameraSite({ adminUrl: embedded.url, folder: home, masterKey, cameras })
        try {
          figures[`among${cameras}`] = await measure(site)
          say(`${cameras} cameras: ${JSON.stringify(figures[`among${cameras}`])}`)
        } finally {
          await site.close()
        }
      }
    } finally {
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    }
    return {
      isMet: Object.values(figures).every(({ overheadMs }) => overheadMs <= GOAL_OVERHEAD_MS),
      figures: { rounds: ROUNDS, ...figures },
      notes: [
        'answerMs: median of the whole call over a kept connection: session, tenancy, checks, statements, JSON, fetch.',
        'statementsMs: median of the rows and the exact count, prepared, sent by a bare driver under the same role and row security, in turns with the calls.',
      ],
    }
  },
}

/** Calls and statements in turns, so that a noisy machine does both the same harm. */
async function measure(site: CameraSite) {
  const [answers, statements]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < WARM_UP + ROUNDS; turn++) {
    const answerMs = await timed(site.ask)
    const statementsMs = await timed(site.run)
    if (turn < WARM_UP) continue
    answers.push(answerMs)
    statements.push(statementsMs)
  }
  return {
    answerMs: round(median(answers)),
    answerP95Ms: round(quantile(answers, 0.95)),
    statementsMs: round(median(statements)),
    overheadMs: round(median(answers) - median(statements)),
  }
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begunMs = performance.now()
  await work()
  return performance.now() - begunMs
}
