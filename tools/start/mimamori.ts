// Starts Mimamori as a newcomer would, for browser tests and benches: the launcher as a process of its own.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** `port`: a free one when left out. `dataFolder`: a new one, removed at the end, when left out. `args`: `--empty`. */
type StartSettings = { port?: number; dataFolder?: string; args?: string[] }

/** A running Mimamori; `startedInMs` from the start of the launcher to its ready line. */
export type Running = {
  url: string
  dataFolder: string
  /** Of the launcher. */
  pid: number
  startedInMs: number
  /** All that the launcher has said. */
  output: () => string
  /** Ends it with SIGTERM and waits; a launcher that is gone already is no error. */
  stop: () => Promise<void>
}

/** Resolves at the ready line; throws with the launcher's words when it ends before that. */
export async function startMimamori({ port, dataFolder, args = [] }: StartSettings = {}): Promise<Running> {
  const isOwnFolder = dataFolder === undefined
  const folder = dataFolder ?? (await makeDataFolder())
  const freePort = port ?? (await findFreePort())
  const startedAt = performance.now()
  // The channel that fork opens ends the launcher when this process is gone.
  const launcher = fork(join(import.meta.dirname, 'main.ts'), args, {
    env: { ...process.env, PORT: String(freePort), MIMAMORI_DATA_DIR: folder },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  const ready = Promise.withResolvers<void>()
  for (const stream of [launcher.stdout!, launcher.stderr!]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('Mimamori is ready at ')) ready.resolve()
    })
  }
  const closed = once(launcher, 'close')
  void closed.then(() => ready.reject(new Error(`Mimamori did not start:\n${output}`)))
  await ready.promise
  return {
    url: `http://127.0.0.1:${freePort}`,
    dataFolder: folder,
    pid: launcher.pid!,
    startedInMs: performance.now() - startedAt,
    output: () => output,
    stop: async () => {
      launcher.kill('SIGTERM')
      await closed
      if (isOwnFolder) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A new data folder that the account of root's database can enter, so that all data lies in it; the caller removes it. */
export async function makeDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mimamori-run-'))
  await chmod(folder, 0o711)
  return folder
}

/** A port of 127.0.0.1 that nothing listens on just now. */
export async function findFreePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
