/** P13: the time from `npm start` to a page that can be opened: first start, warm start, and after a kill. */
import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort, makeDataFolder, type Running, startMimamori } from '../../tools/start/mimamori.ts'
import { type Bench, median, round } from '../bench.ts'

const PASSES = 3
const FIRST_GOAL_MS = 60_000
const WARM_GOAL_MS = 5000
const PAGE_GOAL_MS = 1000
const KILLED_GOAL = 1.5
const LOOK_EVERY_MS = 10

/** The anchor: what any Fastify program needs to answer its first request. */
const BARE_FASTIFY = `
import Fastify from 'fastify'
const app = Fastify()
app.get('/', async () => 'ok')
const url = await app.listen({ port: 0, host: '127.0.0.1' })
await (await fetch(url)).text()
process.exit(0)`

type Start = { readyMs: number; pageMs: number }

export const bench: Bench = {
  subject:
    'How long does npm start take on installed packages: the first time with demo data, warm, and after kill -9?',
  goal: `first start at most ${FIRST_GOAL_MS} ms; warm at most ${WARM_GOAL_MS} ms, its sign-in page at most ${PAGE_GOAL_MS} ms after a bare Fastify; after kill -9 at most ${KILLED_GOAL} times a warm one`,
  async run(say) {
    const dataFolder = await makeDataFolder()
    try {
      const first = await start(dataFolder, (running) => running.stop())
      say(`first: ${inWords(first)}`)
      const warm: Start[] = []
      const killed: Start[] = []
      const bare: number[] = []
      for (let pass = 0; pass < PASSES; pass++) {
        bare.push(await bareFastifyMs())
        // Killed without a word; what it started ends by itself when it sees that.
        warm.push(await start(dataFolder, (running) => kill(running, pass === PASSES - 1 ? say : () => {})))
        killed.push(await start(dataFolder, (running) => running.stop()))
        say(`warm: ${inWords(warm.at(-1)!)}; after kill -9: ${inWords(killed.at(-1)!)}; bare ${round(bare.at(-1)!)} ms`)
      }
      const middle = (starts: Start[], of: keyof Start) => round(median(starts.map((one) => one[of])))
      const figures = {
        firstStartMs: round(first.readyMs),
        warmStartMs: middle(warm, 'readyMs'),
        warmSignInPageMs: middle(warm, 'pageMs'),
        bareFastifyMs: round(median(bare)),
        afterKillMs: middle(killed, 'readyMs'),
        afterKillToWarm: round(
          median(killed.map(({ readyMs }) => readyMs)) / median(warm.map(({ readyMs }) => readyMs)),
        ),
      }
      const isMet =
        figures.firstStartMs <= FIRST_GOAL_MS &&
        figures.warmStartMs <= WARM_GOAL_MS &&
        figures.warmSignInPageMs - figures.bareFastifyMs <= PAGE_GOAL_MS &&
        figures.afterKillToWarm <= KILLED_GOAL
      return { isMet, figures, notes: NOTES }
    } finally {
      await rm(dataFolder, { recursive: true, force: true })
    }
  },
}

const NOTES = [
  'Times from the start of the launcher to its ready line, and to the first answer of the sign-in page; npm itself takes some 0.3 s more.',
  'The console is built already, so the first start draws the images of the demo and makes its 90 days.',
  'A start after a kill also waits for the former processes to end.',
]

/** Starts on this data folder, looks for the sign-in page meanwhile, and ends it as `end` says. */
async function start(dataFolder: string, end: (running: Running) => Promise<void>): Promise<Start> {
  const port = await findFreePort()
  const begunMs = performance.now()
  const looking = new AbortController()
  const seen = untilPage(`http://127.0.0.1:${port}/auth/login`, looking.signal).then(() => performance.now() - begunMs)
  try {
    const running = await startMimamori({ dataFolder, port })
    const pageMs = await seen
    await end(running)
    return { readyMs: running.startedInMs, pageMs }
  } finally {
    looking.abort()
  }
}

async function kill(running: Running, say: (line: string) => void): Promise<void> {
  say(
    `the launcher said: ${running
      .output()
      .split('Mimamori is ready')[0]!
      .trim()
      .replaceAll(/\s*\n\s*/g, '; ')}`,
  )
  process.kill(running.pid, 'SIGKILL')
  await running.stop()
}

async function untilPage(url: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const isThere = await fetch(url).then(
      (answer) => answer.text().then(() => answer.ok),
      () => false,
    )
    if (isThere) return
    await pause(LOOK_EVERY_MS)
  }
}

function inWords({ readyMs, pageMs }: Start): string {
  return `ready ${round(readyMs)} ms, page ${round(pageMs)} ms`
}

async function bareFastifyMs(): Promise<number> {
  const begunMs = performance.now()
  const child = spawn(process.execPath, ['--input-type=module', '-e', BARE_FASTIFY], {
    cwd: import.meta.dirname,
    stdio: 'inherit',
  })
  await new Promise((resolve) => child.once('exit', resolve))
  return performance.now() - begunMs
}
