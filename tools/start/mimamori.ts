// Starts Mimamori as a new user would, for browser tests and benches: the launcher as a separate process.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processEnd } from '@mimamori/hub/platform/process-end.ts'

/** `port`: default a free one. `dataFolder`: default a new one, which is removed at the end. `args`: `--empty`. */
type StartSettings = { port?: number; dataFolder?: string; args?: string[] }

/** A running Mimamori; `startedInMs` from the start of the launcher to its ready line. */
export type Running = {
  url: string
  dataFolder: string
  /** Process id of the launcher. */
  pid: number
  startedInMs: number
  /** All output of the launcher. */
  output: () => string
  /** Ends it with SIGTERM and waits; does nothing if the launcher has already ended. */
  stop: () => Promise<void>
}

/** Resolves at the ready line; throws with the launcher's output if it ends first. */
export async function startMimamori({ port, dataFolder, args = [] }: StartSettings = {}): Promise<Running> {
  const isOwnFolder = dataFolder === undefined
  const folder = dataFolder ?? (await makeDataFolder())
  const freePort = port ?? (await findFreePort())
  const startedAt = performance.now()
  // The channel of fork ends the launcher when this process has ended.
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
  const ended = processEnd(launcher)
  void ended.then(() => ready.reject(new Error(`Mimamori did not start:\n${output}`)))
  await ready.promise
  return {
    url: `http://127.0.0.1:${freePort}`,
    dataFolder: folder,
    pid: launcher.pid!,
    startedInMs: performance.now() - startedAt,
    output: () => output,
    stop: async () => {
      launcher.kill('SIGTERM')
      await ended
      if (isOwnFolder) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A new data folder that the database's account of root can enter, so that it contains all data; the caller removes it. */
export async function makeDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mimamori-run-'))
  await chmod(folder, 0o711)
  return folder
}

/** A port of 127.0.0.1 without a listener at the moment. */
export async function findFreePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
