/** The service as a separate process on a database of the bench, without hub and cameras. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SERVICE_FLAGS } from '../../tools/start/environment.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const END_WITH_PARENT = pathToFileURL(join(ROOT, 'tools', 'start', 'end-with-parent.ts')).href

export type ServiceProcess = {
  url: string
  pid: number
  /** Stops it with SIGTERM. */
  stop: () => Promise<void>
  /** Stops it with SIGKILL. */
  kill: () => Promise<void>
  hasEnded: () => boolean
}
export type ServiceProcessSettings = {
  databaseUrl: string
  masterKey: Buffer
  dataFolder: string
  /** Factor for the rate limit of one caller; limits stay on. Default: the usual limit. */
  rateFactor?: number
  /** The port of an earlier process; default: a free one. */
  port?: number
  /** More settings. */
  env?: Record<string, string>
}

/** Resolves when it responds; throws with the end of its log if it exits first. The log is in the data folder. */
export async function startService(settings: ServiceProcessSettings): Promise<ServiceProcess> {
  const child = fork(join(ROOT, 'service', 'src', 'main.ts'), [], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(settings.port ?? 0),
      HOST: '127.0.0.1',
      DATABASE_URL: settings.databaseUrl,
      MIMAMORI_DATA_DIR: settings.dataFolder,
      MIMAMORI_MASTER_KEY: settings.masterKey.toString('base64'),
      MIMAMORI_RATE_FACTOR: String(settings.rateFactor ?? 1),
      ...settings.env,
    },
    execArgv: [...SERVICE_FLAGS, '--import', END_WITH_PARENT],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const url = await addressOf(child, join(settings.dataFolder, 'service.log'))
  return {
    url,
    pid: child.pid!,
    stop: () => end(child, 'SIGTERM'),
    kill: () => end(child, 'SIGKILL'),
    hasEnded: () => hasEnded(child),
  }
}

async function addressOf(child: ChildProcess, logFile: string): Promise<string> {
  const log = createWriteStream(logFile, { flags: 'a' })
  let said = ''
  const ready = Promise.withResolvers<string>()
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.pipe(log, { end: false })
    const look = (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4000)
      const address = /is ready at (http:\/\/[\d.:]+)/.exec(said)?.[1]
      if (!address) return
      stream.off('data', look)
      ready.resolve(address)
    }
    stream.on('data', look)
  }
  child.once('close', () => {
    log.end()
    ready.reject(new Error(`The service did not start:\n${said}`))
  })
  return ready.promise
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (hasEnded(child)) return
  child.kill(signal)
  await once(child, 'close')
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}
