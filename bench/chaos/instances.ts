/** Several instances of the service as processes, each on a port and in a data folder of its own. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@mimamori/service/testing/servers/ports.ts'
import { type ServiceProcess, startService } from '../part/service-process.ts'

type InstanceSettings = { databaseUrl: string; masterKey: Buffer; folder: string; env: Record<string, string> }

export type Instance = {
  readonly number: number
  readonly port: number
  readonly isUp: boolean
  /** Times that it ended without being asked to. */
  readonly crashes: number
  readonly logFile: string
  /** Resolves when it answers, with the time that took; throws when it ended by itself before that. */
  start(): Promise<number>
  /** By SIGKILL. */
  kill(): Promise<void>
  /** By SIGTERM: it drains. */
  drain(): Promise<void>
}

/** They do not run yet. */
export async function makeInstances(count: number, settings: InstanceSettings): Promise<Instance[]> {
  const numbers = Array.from({ length: count }, (_, number) => number)
  return Promise.all(numbers.map(async (number) => makeInstance(number, await freePort(), settings)))
}

function makeInstance(
  number: number,
  port: number,
  { databaseUrl, masterKey, folder, env }: InstanceSettings,
): Instance {
  const dataFolder = join(folder, `instance-${number}`)
  mkdirSync(dataFolder, { recursive: true })
  let running: ServiceProcess | null = null
  let crashes = 0
  async function end(how: 'kill' | 'stop') {
    const own = running
    running = null
    if (own?.hasEnded()) crashes++
    await own?.[how]()
  }
  return {
    number,
    port,
    get isUp() {
      return running !== null && !running.hasEnded()
    },
    get crashes() {
      return crashes
    },
    logFile: join(dataFolder, 'service.log'),
    async start() {
      const begunMs = performance.now()
      // A database that is away at that moment refuses the start: a supervisor tries again.
      for (;;) {
        const started = await startService({ databaseUrl, masterKey, dataFolder, port, env, rateFactor: 20 }).catch(
          (error: Error) => error,
        )
        if (!(started instanceof Error)) {
          running = started
          return performance.now() - begunMs
        }
        if (performance.now() - begunMs > START_WITHIN_MS) throw started
      }
    },
    kill: () => end('kill'),
    drain: () => end('stop'),
  }
}

const START_WITHIN_MS = 60_000
