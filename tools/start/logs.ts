// The log files of all children, and a line on the screen when errors come up in them.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { LogFile } from './log-file.ts'

const SUMMARY_EVERY_MS = 60_000
const LOOK_EVERY_MS = 1_000

/** Opens one log file per child in `<data folder>/logs`, says once a minute which of them had errors, and once that the disk refuses. */
export class Logs {
  readonly #folder: string
  readonly #files = new Map<string, LogFile>()
  readonly #timers: NodeJS.Timeout[]
  #isRefused = false

  constructor(dataFolder: string, say: (line: string) => void) {
    this.#folder = join(dataFolder, 'logs')
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    this.#timers = [
      setInterval(() => this.#summarise(say), SUMMARY_EVERY_MS),
      setInterval(() => this.reportRejection(say), LOOK_EVERY_MS),
    ]
    for (const timer of this.#timers) timer.unref()
  }

  /** Says once that the disk refuses lines, and once that it takes them again. */
  reportRejection(say: (line: string) => void): void {
    const isRefused = [...this.#files.values()].some(({ dropped }) => dropped > 0)
    if (isRefused === this.#isRefused) return
    this.#isRefused = isRefused
    if (isRefused)
      say(`The disk refuses to take more of the logs in ${this.#folder}: lines are left out until it does.`)
    else say(`The logs in ${this.#folder} are written again.`)
  }

  /** The log of this child; the same one at each call. */
  of(child: string): LogFile {
    const file = this.#files.get(child) ?? new LogFile(join(this.#folder, `${child}.log`))
    this.#files.set(child, file)
    return file
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer)
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
