/** Mimamori as `npm start` runs it, on a data folder of its own, for as long as a bench or a browser test needs it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export type Running = {
  /** `http://127.0.0.1:PORT` */
  url: string
  dataFolder: string
  /** The launcher's process; its descendants are the service, the hub and the database. */
  pid: number
  /** From spawn to the ready line. */
  startedInMs: number
  /** Ends it in order; the data folder goes with it unless it was given. */
  stop: () => Promise<void>
}
type Options = {
  args?: string[]
  /** Default: a free one. */
  port?: number
  /** Default: a new one, removed at the end. */
  dataFolder?: string
}

const ROOT = join(import.meta.dirname, '..', '..')
/** A first start draws pictures and fills 90 days of history. */
const READY_WITHIN_MS = 120_000

/** Resolves when the ready line was printed; throws with everything that was said when that does not happen. */
export async function startMimamori({ args = [], port, dataFolder }: Options = {}): Promise<Running> {
  const folder = dataFolder ?? (await mkdtemp(join(tmpdir(), 'mimamori-run-')))
  const url = `http://127.0.0.1:${port ?? (await freePort())}`
  const begunMs = performance.now()
  const launcher = spawn(process.execPath, ['tools/start/main.ts', ...args], {
    cwd: ROOT,
    env: { ...process.env, PORT: new URL(url).port, MIMAMORI_DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await ready(launcher, `Mimamori is ready at ${url}`)
  return {
    url,
    dataFolder: folder,
    pid: launcher.pid!,
    startedInMs: performance.now() - begunMs,
    async stop() {
      const gone = new Promise((resolve) => launcher.once('exit', resolve))
      if (launcher.exitCode === null && launcher.signalCode === null) {
        launcher.kill('SIGTERM')
        await gone
      }
      if (!dataFolder) await rm(folder, { recursive: true, force: true })
    },
  }
}

function ready(launcher: ChildProcess, line: string): Promise<void> {
  const said: string[] = []
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      clearTimeout(timer)
      launcher.kill('SIGTERM')
      reject(new Error(`npm start ${why}. It said:\n${said.join('\n')}`))
    }
    const timer = setTimeout(() => fail('was not ready in time'), READY_WITHIN_MS)
    const ended = (code: number | null) => fail(`ended with code ${code}`)
    launcher.once('exit', ended)
    createInterface({ input: launcher.stdout! }).on('line', (text) => {
      said.push(text)
      if (!text.includes(line)) return
      clearTimeout(timer)
      launcher.off('exit', ended)
      resolve()
    })
  })
}

/** A port that nobody listens on right now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
