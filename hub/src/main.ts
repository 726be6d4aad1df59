/** `npm run hub`: watches the cameras of one site and tells its service, until it is stopped. */
import { readFileSync } from 'node:fs'
import { WorkerGroup } from '#pipeline/worker-group.ts'
import { createClock } from '#platform/clock.ts'
import { createLog, withoutSecrets, wordsOf } from '#platform/log.ts'
import { SpoolInUse } from '#platform/spool.ts'
import { ConfigFault, type HubConfig, readConfig } from './config.ts'
import { createHub, type Hub } from './hub.ts'

/** A hub that has not stopped after this time is ended. */
const STOP_MS = 4_500

const say = (line: string) => process.stdout.write(`${withoutSecrets(line)}\n`)
const clock = createClock()
const log = createLog({ write: (line) => process.stderr.write(line), clock })

try {
  const config = readConfig(process.argv.slice(2))
  // Other users of the machine see a process's title and, with it gone, no argument; workers inherit no key.
  process.title = 'mimamori-hub'
  delete process.env.MIMAMORI_HUB_KEY
  const hub = makeHub(config)
  stopWhenAsked(hub, config)
  hub.start()
} catch (fault) {
  if (!(fault instanceof ConfigFault || fault instanceof SpoolInUse)) throw fault
  process.stderr.write(`${withoutSecrets(fault.message)}\n`)
  process.exitCode = 1
}

function makeHub(config: HubConfig): Hub {
  return createHub({
    ...config,
    version: JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version,
    clock,
    log,
    say,
    makeWorkers: (callbacks) =>
      new WorkerGroup({
        ...callbacks,
        environment: process.env,
        sources: { scene: new URL('./scene/scene-source.ts', import.meta.url).href },
      }),
  })
}

/** On a signal, and when the program that started the hub is gone. */
function stopWhenAsked(hub: Hub, { endsWithParentPipe }: HubConfig): void {
  let isStopping = false
  const stop = (code: number) => {
    // A terminal, npm and the launcher may all ask at once.
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(code), STOP_MS).unref()
    hub.stop().then(
      () => process.exit(code),
      (fault) => {
        log('error', 'The hub did not stop cleanly', { reason: wordsOf(fault) })
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0))
  if (process.channel) process.on('disconnect', () => stop(0))
  if (endsWithParentPipe)
    process.stdin
      .resume()
      .on('end', () => stop(0))
      .on('error', () => stop(0))
  // The reader of our output may go before us.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}
