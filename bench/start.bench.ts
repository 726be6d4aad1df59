/** P13: how long from `npm start` to a page that can be opened: first, warm, and after a kill. */
import { spawn } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { makeDataFolder, startMimamori } from '../tools/start/mimamori.ts'
import { type Bench, median, round } from './bench.ts'

const PASSES = 3
const FIRST_GOAL_MS = 60_000
const WARM_GOAL_MS = 5000

/** The anchor: what any Fastify program needs to answer its first request. */
const BARE_FASTIFY = `
import Fastify from 'fastify'
const app = Fastify()
app.get('/', async () => 'ok')
const url = await app.listen({ port: 0, host: '127.0.0.1' })
await (await fetch(url)).text()
process.exit(0)`

export const bench: Bench = {
  question:
    'How long does npm start take on installed packages: the first time with demo data, warm, and after kill -9?',
  goal: 'first start at most 60 s, a warm one at most 5 s and at most 1 s over a bare Fastify, after kill -9 at most 1.5 times a warm one',
  async run(say) {
    const dataFolder = await makeDataFolder()
    try {
      const first = await startMimamori({ dataFolder })
      await first.stop()
      say(`first start ${round(first.startedInMs)} ms`)
      const warm: number[] = []
      const killed: number[] = []
      const bare: number[] = []
      for (let pass = 0; pass < PASSES; pass++) {
        bare.push(await bareFastifyMs())
        const running = await startMimamori({ dataFolder })
        warm.push(running.startedInMs)
        // Everything at once, as a power cut would: the launcher's watchers end what is left.
        process.kill(running.pid, 'SIGKILL')
        await running.stop()
        const recovered = await startMimamori({ dataFolder })
        killed.push(recovered.startedInMs)
        await recovered.stop()
        say(
          `warm ${round(warm.at(-1)!)} ms, after kill -9 ${round(killed.at(-1)!)} ms, bare Fastify ${round(bare.at(-1)!)} ms`,
        )
      }
      const figures = {
        firstStartMs: round(first.startedInMs),
        warmStartMs: round(median(warm)),
        afterKillMs: round(median(killed)),
        bareFastifyMs: round(median(bare)),
        afterKillToWarm: round(median(killed) / median(warm)),
      }
      const isMet =
        figures.firstStartMs <= FIRST_GOAL_MS &&
        figures.warmStartMs <= WARM_GOAL_MS &&
        figures.warmStartMs - figures.bareFastifyMs <= 1000 &&
        figures.afterKillToWarm <= 1.5
      return { isMet, figures }
    } finally {
      await rm(dataFolder, { recursive: true, force: true })
    }
  },
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
