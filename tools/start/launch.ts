// Starts everything that `npm start` promises, in order, and ends it in the opposite order.
import { existsSync, mkdirSync, readFileSync, unwatchFile, watchFile } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describeAccounts } from './accounts.ts'
import { isWithoutCameras, pointCameras, serveCameras } from './cameras.ts'
import { Child } from './child.ts'
import { buildConsole } from './console-build.ts'
import { type DataFolderLock, lockDataFolder } from './data-folder-lock.ts'
import { requireKind } from './data-kind.ts'
import { EmbeddedDatabase } from './database.ts'
import { drawImages, seedDemo } from './demo.ts'
import { childEnvironment, SERVICE_FLAGS, serviceEnvironment } from './environment.ts'
import { Logs } from './logs.ts'
import { StartError, type StartOptions } from './options.ts'
import { say, step } from './output.ts'
import { requireFreePort } from './port.ts'
import { watchSources } from './watch-sources.ts'

const AFTER_A_KILL_MS = 12_000
const READY_WITHIN_MS = 60_000
const CRASHES_AT_START = 3
const GRACE_MS = 10_000
/** How often the file of the hub's key is looked at: a person has just pressed a button. */
const KEY_EVERY_MS = 300

/** One run of Mimamori on this machine. */
export class Launch {
  readonly #options: StartOptions
  readonly #root: string
  readonly #stopping = new AbortController()
  readonly #children: Child[] = []
  #lock: DataFolderLock | undefined
  #logs: Logs | undefined
  #database: EmbeddedDatabase | undefined
  #service: Child | undefined
  #hub: Child | undefined
  #stopped: Promise<void> | undefined

  constructor(options: StartOptions, root: string) {
    this.#options = options
    this.#root = root
  }

  /** The address of the console. */
  get address(): string {
    return `http://127.0.0.1:${this.#options.port}`
  }

  /** Where the service listens: in development Vite stands before it. */
  get #servicePort(): number {
    return this.#options.isDev ? this.#options.port + 1 : this.#options.port
  }

  get #serviceAddress(): string {
    return `http://127.0.0.1:${this.#servicePort}`
  }

  /** True from the moment that stop() was called. */
  get isStopping(): boolean {
    return this.#stopping.signal.aborted
  }

  /** Resolves when the console can be used. Throws what went wrong; stop() is still to be called then. */
  async start(): Promise<void> {
    const { dataFolder, port, isEmpty } = this.#options
    const startedAt = performance.now()
    makeDataFolder(dataFolder)
    this.#lock = lockDataFolder(dataFolder, { pid: process.pid, address: this.address })
    requireKind(dataFolder, isEmpty)
    await requireFreePort(port, this.#lock.wasKilled ? AFTER_A_KILL_MS : 0)
    if (this.#servicePort !== port) await requireFreePort(this.#servicePort, 0)
    const logs = new Logs(dataFolder, say)
    this.#logs = logs

    const [hubKey] = await Promise.all([this.#startData(logs), step('console', () => this.#prepareConsole(logs))])
    const hasCameras = hubKey !== undefined && !isWithoutCameras()
    const service = this.#makeService(logs)
    await Promise.all([
      step('service', () => this.#startService(service, logs)),
      hasCameras && step('demo cameras', () => this.#startCameras(logs)),
    ])
    this.#stopping.signal.throwIfAborted()
    if (hasCameras) this.#startHub(() => hubKey, logs)
    if (isEmpty) this.#awaitHubKey(logs)
    if (this.#options.isNight) this.#startNight(logs)

    say(`  ready in ${((performance.now() - startedAt) / 1000).toFixed(1)} s; data and logs are in ${dataFolder}\n`)
    const whoCanSignIn = isEmpty ? describeFirstRun(dataFolder) : describeAccounts(this.#options.isNight)
    say([`Mimamori is ready at ${this.address}`, ...whoCanSignIn].join('\n'))
  }

  /** Ends everything; the second call waits for the first. */
  stop(): Promise<void> {
    this.#stopping.abort()
    this.#stopped ??= this.#stopInOrder()
    return this.#stopped
  }

  async #stopInOrder(): Promise<void> {
    for (const child of this.#children.toReversed()) await child.stop(GRACE_MS)
    await this.#database?.stop()
    this.#logs?.close()
    this.#lock?.release()
  }

  /** Database and, unless it shall be empty, the demo organisation; answers the key of its hub. */
  async #startData(logs: Logs): Promise<string | undefined> {
    const { dataFolder, isEmpty, language } = this.#options
    const database = new EmbeddedDatabase({
      dataDir: dataFolder,
      log: logs.of('database'),
      say,
      onMove: () => this.#service?.restart(),
    })
    this.#database = database
    if (isEmpty) {
      await step('database', () => database.startWhenThereIsRoom())
      return undefined
    }
    const demo = { root: this.#root, dataFolder, language, signal: this.#stopping.signal }
    const makeOrganization = async () => {
      await step('database', () => database.startWhenThereIsRoom())
      return step('demo organisation', () => seedDemo(demo, database.url))
    }
    const [hubKey] = await Promise.all([makeOrganization(), step('images of the demo', () => drawImages(demo))])
    return hubKey
  }

  #makeService(logs: Logs): Child {
    const { dataFolder, isEmpty } = this.#options
    const service = new Child({
      title: 'service',
      program: join(this.#root, 'service', 'src', 'main.ts'),
      flags: SERVICE_FLAGS,
      cwd: this.#root,
      env: () => ({
        ...serviceEnvironment(process.env),
        PORT: String(this.#servicePort),
        HOST: '127.0.0.1',
        DATABASE_URL: this.#database?.url,
        MIMAMORI_DATA_DIR: dataFolder,
        MIMAMORI_DEMO: isEmpty ? '0' : '1',
        MIMAMORI_LOCAL_HUB_KEY: isEmpty ? this.#hubKeyFile : undefined,
      }),
      log: logs.of('service'),
      say,
    })
    this.#service = service
    this.#children.push(service)
    this.#restartOnChange(service, 'service', ['contract/src', 'service/src'])
    return service
  }

  async #startService(service: Child, logs: Logs): Promise<void> {
    service.start()
    const until = performance.now() + READY_WITHIN_MS
    while (!(await isReady(`${this.#serviceAddress}/health/ready`))) {
      this.#stopping.signal.throwIfAborted()
      const { lastLines, path } = logs.of('service')
      if (service.hasGivenUp || service.crashes >= CRASHES_AT_START) {
        throw new StartError(`${lastLines.join('\n')}\nThe service does not start. Its log: ${path}`)
      }
      if (performance.now() > until) throw new StartError(`The service did not answer in a minute. Its log: ${path}`)
      await wait(50)
    }
  }

  async #startCameras(logs: Logs): Promise<void> {
    const signal = this.#stopping.signal
    const cameras = await serveCameras({ root: this.#root, log: logs.of('cameras'), say, signal })
    if (cameras) this.#children.push(cameras.child)
    await pointCameras(this.#database!.url, cameras?.prefix ?? 'scene:')
  }

  /** Where the first setup writes the key of the hub on this machine. */
  get #hubKeyFile(): string {
    return join(this.#options.dataFolder, 'hub.key')
  }

  /** The hub of an empty installation starts with the key of its first setup, and again with a newer one. */
  #awaitHubKey(logs: Logs): void {
    const file = this.#hubKeyFile
    const follow = () => {
      if (!existsSync(file)) return
      if (this.#hub) this.#hub.restart()
      else this.#startHub(() => readFileSync(file, 'utf8').trim(), logs)
    }
    follow()
    watchFile(file, { interval: KEY_EVERY_MS, persistent: false }, follow)
    this.#stopping.signal.addEventListener('abort', () => unwatchFile(file, follow))
  }

  #startHub(key: () => string, logs: Logs): void {
    // The demo cameras are on this machine itself; those of a home only where its settings say so.
    const { MIMAMORI_HUB_ALLOW_LOOPBACK, MIMAMORI_HUB_DEMO_SCENES } = this.#options.isEmpty
      ? process.env
      : { MIMAMORI_HUB_ALLOW_LOOPBACK: '1', MIMAMORI_HUB_DEMO_SCENES: '1' }
    const hub = new Child({
      title: 'hub',
      program: join(this.#root, 'hub', 'src', 'main.ts'),
      cwd: this.#root,
      env: () => ({
        ...childEnvironment(process.env),
        MIMAMORI_SERVICE: this.#serviceAddress,
        MIMAMORI_HUB_KEY: key(),
        MIMAMORI_HUB_DATA: join(this.#options.dataFolder, 'hub'),
        MIMAMORI_HUB_ALLOW_LOOPBACK,
        MIMAMORI_HUB_DEMO_SCENES,
      }),
      log: logs.of('hub'),
      say,
    })
    this.#hub = hub
    this.#children.push(hub)
    this.#restartOnChange(hub, 'hub', ['contract/src', 'hub/src'])
    hub.start()
  }

  #startNight(logs: Logs): void {
    const night = new Child({
      title: 'busy night',
      program: join(this.#root, 'bench', 'simulate', 'night', 'main.ts'),
      args: [this.#serviceAddress, this.#options.dataFolder],
      cwd: this.#root,
      env: () => childEnvironment(process.env),
      log: logs.of('night'),
      say,
    })
    this.#children.push(night)
    night.start()
  }

  /** The console as files that the service serves, or Vite with hot reload. */
  async #prepareConsole(logs: Logs): Promise<unknown> {
    if (!this.#options.isDev) return buildConsole(this.#root, this.#stopping.signal)
    const vite = new Child({
      title: 'development server of the console',
      program: join(this.#root, 'node_modules', 'vite', 'bin', 'vite.js'),
      args: ['--port', String(this.#options.port), '--strictPort'],
      cwd: join(this.#root, 'console'),
      env: () => ({ ...childEnvironment(process.env), MIMAMORI_SERVICE: this.#serviceAddress }),
      log: logs.of('console'),
      say,
    })
    this.#children.push(vite)
    vite.start()
  }

  #restartOnChange(child: Child, title: string, folders: readonly string[]): void {
    if (!this.#options.isDev) return
    const onChange = (file: string) => {
      say(`${file} changed: the ${title} starts again.`)
      child.restart()
    }
    watchSources({ root: this.#root, folders, onChange, signal: this.#stopping.signal })
  }
}

/** The service writes the code while nobody can sign in yet. */
function describeFirstRun(folder: string): string[] {
  const file = join(folder, 'first-run-code')
  if (!existsSync(file)) return []
  return [`  First-run code, good for one administrator: ${readFileSync(file, 'utf8').trim()}`]
}

/** Root's folder can be entered by the account of its database, and listed by nobody else. */
function makeDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    throw new StartError(`The data folder ${folder} cannot be made (${code}). Set MIMAMORI_DATA_DIR to another one.`)
  }
}

async function isReady(address: string): Promise<boolean> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(2_000) })
    await answer.arrayBuffer()
    return answer.ok
  } catch {
    return false
  }
}
