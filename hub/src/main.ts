/** `npm run hub`: watches the cameras of one site and reports to its service, until it is stopped. */
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { createClock } from '#platform/clock.ts'
import { createLog, withoutSecrets, wordsOf } from '#platform/log.ts'
import { ConfigError, type HubConfig, keyMissing, readConfig } from './config.ts'
import { chooseDecoders } from './control/decoding/choose-decoders.ts'
import { createHub, type Hub } from './hub.ts'
import { type Decoders, SOFTWARE_ALONE } from './pipeline/decode/decoder-choice.ts'
import { DecoderTrust } from './pipeline/decode/decoder-trust.ts'
import { WorkerGroup } from './pipeline/worker/worker-group.ts'
import { RegistrationRefused, registerHub, storedHubKey } from './uplink/registration.ts'
import { SpoolInUse } from './uplink/spool/spool.ts'

/** A hub that has not stopped after this time is ended. */
const STOP_MS = 4_500

/** The program that started this one starts it again when it ends so. */
const START_AGAIN_CODE = 75
/** Besides RTSP. */
const sourcesOf = ({ isDemo }: HubConfig) => ({
  scene: new URL(
    isDemo ? '../../lab/rooms/camera/scene-source.ts' : './pipeline/ingest/refused-source.ts',
    import.meta.url,
  ).href,
})

// Frames pass through: going through all of memory whenever it grew by a few megabytes would cost more than they do.
setFlagsFromString('--heap-growing-percent=300')

const say = (line: string) => process.stdout.write(`${withoutSecrets(line)}\n`)
const clock = createClock()
const log = createLog({ write: (line) => process.stderr.write(line), clock })

/** As the hub was started, with its key where it came that way. */
const environmentAtStart = { ...process.env }

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
/** None while the hub registers itself: then there is nothing to end in order. */
let hub: Hub | undefined

try {
  const config = readConfig(process.argv.slice(2))
  // Other users of the machine see a process's title and, with it gone, no argument; workers inherit no key.
  process.title = 'mimamori-hub'
  delete process.env.MIMAMORI_HUB_KEY
  delete process.env.MIMAMORI_SITE_KEY
  stopWhenAsked(config)
  const decoders = new DecoderTrust(await decodersFor(config), log)
  hub = makeHub(config, await keyOf(config), decoders)
  hub.start()
} catch (error) {
  const isForPeople = [ConfigError, SpoolInUse, RegistrationRefused].some((kind) => error instanceof kind)
  if (!isForPeople) throw error
  process.stderr.write(`${wordsOf(error)}\n`, () => process.exit(1))
}

/** The key that was given, or the stored one, or a new one by the site's key. */
async function keyOf({ key, siteKey, ...config }: HubConfig): Promise<string> {
  const known = key ?? storedHubKey(config.dataDir)
  if (known) return known
  if (!siteKey) throw keyMissing()
  return registerHub({ ...config, siteKey, version, hostname: hostname(), clock, say })
}

/** Tried before the first camera is opened; on a machine without such devices at no cost. */
async function decodersFor({ isWithoutHardware }: HubConfig): Promise<Decoders> {
  return isWithoutHardware ? SOFTWARE_ALONE : chooseDecoders({ log, environment: process.env })
}

function makeHub(config: HubConfig, key: string, decoders: DecoderTrust): Hub {
  return createHub({
    ...config,
    ...(config.isWithoutPoses && { poseModelFolder: null }),
    ...{ key, decoders },
    version,
    clock,
    log,
    say,
    environment: process.env,
    sources: sourcesOf(config),
    restartProgram: startAnew,
    ownFolder: join(import.meta.dirname, '..', '..'),
    tellLauncher: (message) => process.send?.(message),
    makeWorkers: (callbacks) =>
      new WorkerGroup({
        ...{ ...callbacks, decoders },
        environment: process.env,
        sources: sourcesOf(config),
        isLoopbackAllowed: config.isLoopbackAllowed,
      }),
  })
}

/**
 * Ends the hub in order and begins again: in place where the system can (the same process id and output), and else by
 * the supervisor of this program.
 */
function startAnew(): void {
  say('The hub restarts, as the console asked.')
  const begin = () => {
    if (process.channel || !process.execve) process.exit(START_AGAIN_CODE)
    process.execve(
      process.execPath,
      [process.execPath, ...process.execArgv, ...process.argv.slice(1)],
      environmentAtStart,
    )
  }
  setTimeout(begin, STOP_MS).unref()
  endOfHub().then(begin, begin)
}

async function endOfHub(): Promise<void> {
  await hub?.stop()
}

/** On a signal, and when the program that started the hub is gone. */
function stopWhenAsked({ endsWithParentPipe }: HubConfig): void {
  let isStopping = false
  const stop = (code: number) => {
    // A terminal, npm and the launcher may all ask at once.
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(code), STOP_MS).unref()
    endOfHub().then(
      () => process.exit(code),
      (error) => {
        log('error', 'The hub did not stop cleanly', { reason: wordsOf(error) })
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
