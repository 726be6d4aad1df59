// The embedded database as the launcher keeps it: started again when it dies, the service informed when its address changed.
import { setTimeout as wait } from 'node:timers/promises'
import { diskOf, MIB } from '@mimamori/service/platform/disk.ts'
import { type Embedded, startEmbedded } from '@mimamori/service/platform/postgres/embedded.ts'
import { restartDelayMs } from './child.ts'
import type { LogFile } from './log-file.ts'

/** PostgreSQL's log takes files of 16 MiB. */
const NEEDED_BYTES = 24 * MIB
/** Room may come at any time, and nothing else brings the alerts back. */
const LONGEST_DELAY_MS = 5_000

/** `onMove` is called when the server had to be started again at another address. */
type DatabaseSettings = {
  dataDir: string
  log: LogFile
  say: (line: string) => void
  onMove: () => void
}

/** Keeps one embedded PostgreSQL running until stop() is called. */
export class EmbeddedDatabase {
  readonly #settings: DatabaseSettings
  readonly #stopping = new AbortController()
  #server: Embedded | undefined
  #starting: Promise<void> | undefined
  #url = ''

  constructor(settings: DatabaseSettings) {
    this.#settings = settings
  }

  /** The address for the account that may do everything; '' before the first start. */
  get url(): string {
    return this.#url
  }

  start(): Promise<void> {
    this.#starting = this.#start()
    return this.#starting
  }

  /** The first start of a run: as `start`, but on a full disk it waits for room. */
  async startWhenThereIsRoom(): Promise<void> {
    try {
      await this.start()
    } catch (error) {
      const room = await diskOf(this.#settings.dataDir)().catch(() => null)
      if (!room || room.freeBytes >= NEEDED_BYTES) throw error
      await this.#startUntilItRuns()
    }
  }

  async #start(): Promise<void> {
    const { dataDir, log, say } = this.#settings
    const server = await startEmbedded({ dataDir, log: (line) => log.write(`${line}\n`), say })
    this.#server = server
    this.#url = server.url
    void server.ended.then(() => this.#restart())
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#starting?.catch(() => {})
    const server = this.#server
    this.#server = undefined
    await server?.stop()
  }

  async #restart(): Promise<void> {
    if (this.#stopping.signal.aborted) return
    const { say, log, onMove } = this.#settings
    const formerUrl = this.#url
    say(`The database ended unexpectedly; starting it again. Its log: ${log.path}`)
    await this.#server?.stop().catch((error) => log.write(`${error}\n`))
    this.#server = undefined
    if ((await this.#startUntilItRuns()) && this.#url !== formerUrl) onMove()
  }

  /** Tries for as long as it takes; false when stop() came first. An error is said once, not at each try. */
  async #startUntilItRuns(): Promise<boolean> {
    const { say } = this.#settings
    let said = ''
    for (let errors = 0; !this.#stopping.signal.aborted; errors++) {
      try {
        await this.start()
        return true
      } catch (error) {
        const reason = await this.#explain(error)
        if (reason !== said) say(reason)
        said = reason
        const delayMs = Math.min(restartDelayMs(errors + 1), LONGEST_DELAY_MS)
        await wait(delayMs, undefined, { signal: this.#stopping.signal }).catch(() => {})
      }
    }
    return false
  }

  async #explain(error: unknown): Promise<string> {
    const { dataDir } = this.#settings
    const room = await diskOf(dataDir)().catch(() => null)
    if (room && room.freeBytes < NEEDED_BYTES) {
      return `The disk of ${dataDir} is full, so the database cannot start. It starts by itself when there is room.`
    }
    return `The database did not start: ${error instanceof Error ? error.message : error}`
  }
}
