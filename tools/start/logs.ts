// The log files of all children, and a line on the screen when errors come up in them.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { LogFile } from './log-file.ts'

const SUMMARY_EVERY_MS = 60_000

/** Opens one log file per child in `<data folder>/logs`, and says once a minute which of them had errors. */
export class Logs {
  readonly #folder: string
  readonly #files = new Map<string, LogFile>()
  readonly #timer: NodeJS.Timeout

  constructor(dataFolder: string, say: (line: string) => void) {
    this.#folder = join(dataFolder, 'logs')
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    this.#timer = setInterval(() => this.#summarise(say), SUMMARY_EVERY_MS)
    this.#timer.unref()
  }

  /** The log of this child; the same one at each call. */
  of(child: string): LogFile {
    const file = this.#files.get(child) ?? new LogFile(join(this.#folder, `${child}.log`))
    this.#files.set(child, file)
    return file
  }

  close(): void {
    clearInterval(this.#timer)
    for (const file of this.#files.values()) file.close()
    this.#files.clear()
  }

  #summarise(say: (line: string) => void): void {
    for (const [child, file] of this.#files) {
      const { count, last } = file.takeErrors()
      if (count > 0)
        say(
          `${child}: ${count} ${count === 1 ? 'error' : 'errors'} in the last minute, the last: ${last} (${file.path})`,
        )
    }
  }
}
