/** The simulator from the command line: `node hub/src/testing/simulator/main.ts --service … --alerts 100 --per-second 5`. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, keyMissing, readConfig } from '#hub/config.ts'
import { createClock } from '#platform/clock.ts'
import { createLog } from '#platform/log.ts'
import { createHubSimulator } from './hub-simulator.ts'

const USAGE = `Usage: MIMAMORI_HUB_KEY=mmh_… node hub/src/testing/simulator/main.ts --service http://127.0.0.1:8080
         [--alerts 100] [--per-second 5] [--data FOLDER]`

const text = { type: 'string' } as const
const temporary = mkdtempSync(join(tmpdir(), 'mimamori-simulator-'))
try {
  const options = { alerts: text, 'per-second': text, service: text, key: text, 'key-file': text, data: text } as const
  const { values } = parseArgs({ options })
  const { alerts, 'per-second': perSecond, ...shared } = values
  const args = Object.entries({ data: temporary, ...shared }).flatMap(([name, value]) => [`--${name}`, value])
  await run(args, positive(alerts, 100), perSecond === undefined ? undefined : positive(perSecond, 1))
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n${error instanceof ConfigError ? '' : USAGE}\n`)
  process.exitCode = 1
} finally {
  rmSync(temporary, { recursive: true, force: true })
}

async function run(args: string[], count: number, perSecond: number | undefined): Promise<void> {
  const { service, key, dataDir } = readConfig(args)
  if (!key) throw keyMissing()
  process.title = 'mimamori-hub-simulator'
  const clock = createClock()
  const log = createLog({ write: (line) => process.stderr.write(line), clock })
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const onConnection = (state: string) => say(`Connection: ${state}.`)
  const simulator = createHubSimulator({ service, key, dataDir, clock, log, onConnection })
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())
  const cameras = await simulator.start()
  say(`Raising ${count} alerts on ${cameras.length} cameras.`)
  const beganAtMs = clock.now()
  const ids = await simulator.raise(count, { perSecond, signal: ending.signal })
  await Promise.race([simulator.whenDelivered(), aborted(ending.signal)])
  const seconds = ((clock.now() - beganAtMs) / 1000).toFixed(2)
  say(`${simulator.acknowledged.size} of ${ids.length} alerts stored for good after ${seconds} s.`)
  await simulator.stop()
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
}

function positive(value: string | undefined, otherwise: number): number {
  const number = Number(value ?? otherwise)
  if (!(number > 0)) throw new ConfigError(`${value} is not a number above 0.`)
  return number
}
