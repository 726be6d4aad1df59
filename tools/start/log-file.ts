// A log file for a child's output, rotated by size; lines that a full disk rejects are dropped and counted.
import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'

/** Sizes in bytes: a file is rotated before it exceeds `maxBytes`, and `keep` old ones are retained. */
type LogLimits = { maxBytes: number; keep: number }

const LIMITS: LogLimits = { maxBytes: 10_000_000, keep: 3 }
const LAST_LINES = 12

/** Appends whole lines to `path`; `path.1` is the previous file. */
export class LogFile {
  readonly path: string
  readonly #limits: LogLimits
  #file: number | undefined
  #size = 0
  #dropped = 0
  #rest = ''
  #lastLines: string[] = []
  #errors: { count: number; last: string } = { count: 0, last: '' }

  constructor(path: string, limits: LogLimits = LIMITS) {
    this.path = path
    this.#limits = limits
    this.#attempt(() => this.#open())
  }

  /** Lines that the disk rejected since the last successful write. */
  get dropped(): number {
    return this.#dropped
  }

  /** Takes a chunk of output; a line is written when it is complete. */
  write(chunk: string): void {
    const lines = (this.#rest + chunk).split('\n')
    this.#rest = lines.pop() ?? ''
    for (const line of lines) this.#writeLine(line)
  }

  /** The last lines of output, without empty lines. */
  get lastLines(): string[] {
    return this.#rest ? [...this.#lastLines, this.#rest] : this.#lastLines
  }

  /** Number of structured lines of level error or above since the last call, and the message of the last one. */
  takeErrors(): { count: number; last: string } {
    const errors = this.#errors
    this.#errors = { count: 0, last: '' }
    return errors
  }

  close(): void {
    if (this.#rest) this.#writeLine(this.#rest)
    this.#rest = ''
    this.#shut()
  }

  #writeLine(line: string): void {
    if (line.trim()) this.#lastLines = [...this.#lastLines, line].slice(-LAST_LINES)
    const error = readError(line)
    if (error !== undefined) this.#errors = { count: this.#errors.count + 1, last: error }
    const gap = this.#dropped > 0 ? `\n${this.#dropped} lines are missing here: the disk did not take them.\n` : ''
    if (this.#attempt(() => this.#append(Buffer.from(`${gap}${line}\n`)))) this.#dropped = 0
    else this.#dropped++
  }

  #append(bytes: Buffer): void {
    if (this.#size > 0 && this.#size + bytes.length > this.#limits.maxBytes) this.#turnOver()
    if (this.#file === undefined) this.#open()
    const written = writeSync(this.#file!, bytes)
    this.#size += written
    if (written < bytes.length) throw new Error('The disk took a part of the line.')
  }

  /** False if the disk returns an error: a log must never end its program. */
  #attempt(work: () => void): boolean {
    try {
      work()
      return true
    } catch {
      return false
    }
  }

  #open(): void {
    this.#file = openSync(this.path, 'a', 0o600)
    this.#size = fstatSync(this.#file).size
  }

  #shut(): void {
    const file = this.#file
    this.#file = undefined
    if (file !== undefined) this.#attempt(() => closeSync(file))
  }

  #turnOver(): void {
    this.#shut()
    for (let number = this.#limits.keep; number >= 1; number--) {
      const from = number === 1 ? this.path : `${this.path}.${number - 1}`
      try {
        renameSync(from, `${this.path}.${number}`)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      }
    }
  }
}

/** The message of a structured line (`{"level":50,…,"msg":"…"}`, or level by name) of level error or above. */
function readError(line: string): string | undefined {
  if (!/"level":("error"|"fatal"|[56]0)/.test(line)) return undefined
  try {
    const entry = JSON.parse(line) as { msg?: unknown; message?: unknown; err?: { message?: unknown } }
    return [entry.msg ?? entry.message, entry.err?.message].filter((part) => typeof part === 'string').join(': ')
  } catch {
    return line.slice(0, 200)
  }
}
