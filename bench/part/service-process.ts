/** The service as a process of its own on a database of the bench, without hub and cameras. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { SERVICE_FLAGS } from '../../tools/start/service-flags.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const END_WITH_PARENT = pathToFileURL(join(ROOT, 'tools', 'start', 'end-with-parent.ts')).href

export type ServiceProcess = {
  url: string
  pid: number
  /** In order, by SIGTERM. */
  stop: () => Promise<void>
  /** By SIGKILL. */
  kill: () => Promise<void>
  hasEnded: () => boolean
}
export type ServiceProcessSettings = {
  databaseUrl: string
  masterKey: Buffer
  dataFolder: string
  /** How many times the usual calls a second one caller may make; the limits are on. Left out: as usual. */
  rateFactor?: number
  /** Of one that was there before; a free one when left out. */
  port?: number
  /** Settings beside these. */
  env?: Record<string, string>
}

/** Resolves when it answers; throws with the end of its log when it ends before that. The log is in the data folder. */
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
