// The embedded database as the launcher keeps it: started again when it dies, the service told when its address changed.
import { setTimeout as wait } from 'node:timers/promises'
import { type Embedded, startEmbedded } from '@mimamori/service/platform/embedded.ts'
import { restartDelayMs } from './child.ts'
import type { LogFile } from './log-file.ts'

/** `onMove` is called when the server had to be started again at another address. */
export type DatabaseSettings = {
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

  async #start(): Promise<void> {
    const { dataDir, log } = this.#settings
    const server = await startEmbedded({ dataDir, log: (line) => log.write(`${line}\n`) })
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
    await this.#server?.stop()
    this.#server = undefined
    for (let failures = 0; !this.#stopping.signal.aborted; failures++) {
      try {
        await this.start()
        if (this.#url !== formerUrl) onMove()
        return
      } catch (error) {
        say(`The database did not start: ${error instanceof Error ? error.message : error}`)
        await wait(restartDelayMs(failures + 1), undefined, { signal: this.#stopping.signal }).catch(() => {})
      }
    }
  }
}
