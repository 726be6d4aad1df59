/** One SQLite file of the hub. A damaged file is moved aside with its journal and replaced by a new one. HUB-04. */
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementResultingChanges } from 'node:sqlite'
import type { Clock } from './clock.ts'
import { wordsOf } from './log.ts'

/** Receives reports of damage. `reason`: a sentence; null for a file that an earlier run moved aside. */
export type StoreWatch = Pick<Clock, 'now' | 'monotonicMs'> & { damaged: (atMs: number, reason: string | null) => void }

type StoreFileOptions = {
  path: string
  pragmas: string
  schema: string
  /** Left out: damage is an error and nothing is moved. */
  watch?: StoreWatch | undefined
  /** The damaged file is now at `aside`, and the new one is open. Not called by the constructor. */
  onRenewed?: (aside: string) => void
}

type Row = Record<string, SQLOutputValue>
type Statement = {
  all(...values: SQLInputValue[]): Row[]
  get(...values: SQLInputValue[]): Row | undefined
  run(...values: SQLInputValue[]): StatementResultingChanges
  iterate(...values: SQLInputValue[]): Iterable<Row>
}

const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26
/** Pages missing at the end, or a damaged file system: extended codes of SQLITE_IOERR. */
const MISSING_PAGES = [522, 8458]
/** Larger files are not checked completely at each start: damage shows when a page is read. */
const CHECKED_BYTES_MAX = 256 * 1024 ** 2
/** A disk that damages every new file must not be filled with them. */
const ASIDE_MAX = 2
const RENEWED_AGAIN_MS = 60_000
const PARTS = ['', '-wal', '-shm']

export class StoreFile {
  /** The damaged file that was found while opening, and when it was last written; null: the file was intact. */
  readonly aside: { path: string; writtenMs: number } | null
  readonly #options: StoreFileOptions
  #db: DatabaseSync
  #renewedAtMs = Number.NEGATIVE_INFINITY
  /** Damage that could not be repaired yet because of a disk error; null: none. */
  #unanswered: { error: unknown; aside: string | null } | null = null

  /** Opens or creates the file. Throws on a disk error, or if another program has it open. */
  constructor(options: StoreFileOptions) {
    this.#options = options
    for (const atMs of asideTimes(options.path)) options.watch?.damaged(atMs, null)
    const writtenMs = lastWrittenMs(options.path)
    let aside: string | null = null
    try {
      this.#db = open(options)
    } catch (error) {
      if (!isDamage(error) || !options.watch) throw error
      aside = this.#moveAside(options.watch, error)
      this.#db = open(options)
    }
    this.aside = aside === null ? null : { path: aside, writtenMs }
  }

  get isTransaction(): boolean {
    return this.#db.isOpen && this.#db.isTransaction
  }

  exec(sql: string): void {
    this.#attempt(() => this.#db.exec(sql))
  }

  /** Use the statement at once. It throws on damage; the next one runs on the new file. */
  prepare(sql: string): Statement {
    const statement = this.#attempt(() => this.#db.prepare(sql))
    const renewed = (error: unknown) => this.#renewAfter(error)
    return {
      all: (...values: SQLInputValue[]) => this.#attempt(() => statement.all(...values)),
      get: (...values: SQLInputValue[]) => this.#attempt(() => statement.get(...values)),
      run: (...values: SQLInputValue[]) => this.#attempt(() => statement.run(...values)),
      *iterate(...values: SQLInputValue[]) {
        try {
          yield* statement.iterate(...values)
        } catch (error) {
          renewed(error)
          throw error
        }
      },
    }
  }

  close(): void {
    this.#unanswered = null
    if (this.#db.isOpen) this.#db.close()
  }

  #attempt<T>(work: () => T): T {
    this.#renew()
    try {
      return work()
    } catch (error) {
      this.#renewAfter(error)
      throw error
    }
  }

  #renewAfter(error: unknown): void {
    const { watch } = this.#options
    if (!watch || !isDamage(error) || watch.monotonicMs() - this.#renewedAtMs < RENEWED_AGAIN_MS) return
    this.#renewedAtMs = watch.monotonicMs()
    closeQuietly(this.#db)
    this.#unanswered = { error, aside: null }
    this.#renew()
  }

  /** Retried before each further statement while the disk returns errors. */
  #renew(): void {
    const { watch, onRenewed } = this.#options
    const damage = this.#unanswered
    if (!damage || !watch) return
    damage.aside ??= this.#moveAside(watch, damage.error)
    this.#db = open(this.#options)
    this.#unanswered = null
    onRenewed?.(damage.aside)
  }

  #moveAside(watch: StoreWatch, error: unknown): string {
    const { path } = this.#options
    const atMs = watch.now()
    const aside = asideName(path, atMs)
    for (const part of PARTS) if (existsSync(path + part)) renameSync(path + part, aside + part)
    for (const oldMs of asideTimes(path).slice(0, -ASIDE_MAX)) {
      for (const part of PARTS) rmSync(asideName(path, oldMs) + part, { force: true })
    }
    watch.damaged(atMs, wordsOf(error))
    return aside
  }
}

/** True for the error of a file that is not a database, is truncated, or is corrupt. */
export function isDamage(error: unknown): boolean {
  const code = (error as { errcode?: number } | null)?.errcode ?? 0
  return [SQLITE_CORRUPT, SQLITE_NOTADB].includes(code % 256) || MISSING_PAGES.includes(code)
}

/** Runs `make` again if the first run met damage: by then a new file is in place. */
export function afterDamage<T>(make: () => T): T {
  try {
    return make()
  } catch (error) {
    if (!isDamage(error)) throw error
    return make()
  }
}

/** Returns the result of `work`, or `otherwise` if it throws. */
export function orElse<T>(work: () => T, otherwise: T): T {
  try {
    return work()
  } catch {
    return otherwise
  }
}

/** When the file or its journal was last written, ms since the epoch. */
function lastWrittenMs(path: string): number {
  return Math.max(...PARTS.map((part) => orElse(() => statSync(path + part).mtimeMs, 0)))
}

function open({ path, pragmas, schema }: StoreFileOptions): DatabaseSync {
  const sizeBefore = orElse(() => statSync(path).size, null)
  const db = new DatabaseSync(path)
  try {
    db.exec(pragmas)
    // Lock first: an empty file may be one that another hub is creating.
    if (sizeBefore === 0) throw damage('The file is empty.')
    check(db, path)
    db.exec(schema)
    return db
  } catch (error) {
    closeQuietly(db)
    // A full disk leaves an empty file, which would look damaged on the next attempt.
    if (sizeBefore === null && orElse(() => statSync(path).size, null) === 0) rmSync(path)
    throw error
  }
}

function check(db: DatabaseSync, path: string): void {
  if (orElse(() => statSync(path).size, 0) > CHECKED_BYTES_MAX) return
  const [said] = Object.values(db.prepare('pragma quick_check(1)').get() ?? {})
  if (said !== 'ok') throw damage(String(said))
}

function damage(words: string): Error {
  return Object.assign(new Error(words), { errcode: SQLITE_CORRUPT })
}

function closeQuietly(db: DatabaseSync): void {
  orElse(() => db.close(), undefined)
}

/** Such as `2026-11-20T01-00-00.000Z`: colons are not allowed in file names on every system. */
function asideName(path: string, atMs: number): string {
  return `${path}.damaged-${new Date(atMs).toISOString().replaceAll(':', '-')}`
}

/** Times of the files that were moved aside, the oldest first. */
function asideTimes(path: string): number[] {
  const start = `${basename(path)}.damaged-`
  const names = path === ':memory:' ? [] : orElse(() => readdirSync(dirname(join(path))), [])
  const times = names
    .filter((name) => name.startsWith(start) && name.endsWith('Z'))
    .map((name) => Date.parse(name.slice(start.length).replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:')))
  return times.filter((ms) => !Number.isNaN(ms)).sort((a, b) => a - b)
}
