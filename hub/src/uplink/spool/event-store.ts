/** Events and clips that wait for the service, in one SQLite file that survives a crash and a power cut. */
import { randomUUID } from 'node:crypto'
import type { HubEvent } from '@mimamori/contract/fleet/hub-event.ts'
import { isDamage, StoreFile, type StoreWatch } from '#platform/store-file.ts'
import { ClipTable } from './clip-table.ts'
import { salvage } from './spool-salvage.ts'

/** Events of one epoch in order without a gap, ready for `hub.events`. */
export type Batch = { epoch: string; fromSequence: number; events: HubEvent[] }

/** What the service's cursor means: `ahead`: it knows more than this file, which therefore counts anew. */
export type CursorNews = 'forward' | 'same' | 'back' | 'ahead'

const SCHEMA = `
  create table if not exists spool (
    only_row integer primary key check (only_row = 1),
    -- Made with the file; the service counts sequences per epoch.
    epoch text not null,
    last_sequence integer not null,
    -- The last sequence that the service stored for good.
    confirmed integer not null
  );
  create table if not exists event (
    sequence integer primary key,
    -- A HubEvent as JSON.
    body text not null,
    -- Ms since the epoch; null while the service has not confirmed it.
    confirmed_at integer
  );`

const PRAGMAS = `pragma auto_vacuum = incremental; pragma locking_mode = exclusive; pragma journal_mode = wal;
  pragma synchronous = full`

export class EventStore {
  readonly #db: StoreFile
  #clips!: ClipTable
  #epoch = ''
  #lastSequence = 0
  #confirmed = 0
  /** What the file says of it; behind while the disk refuses. */
  #storedConfirmed = 0

  /**
   * Opens or makes the file; `:memory:` keeps everything in memory. Only one program at a time may have it open:
   * the second gets an error for which `isInUse` is true. With a `watch` a damaged file gives way to a new one.
   */
  constructor(path: string, watch?: StoreWatch) {
    const onRenewed = (aside: string) => this.#takeUp(aside)
    this.#db = new StoreFile({ path, pragmas: PRAGMAS, schema: SCHEMA, watch, onRenewed })
    try {
      this.#takeUp(this.#db.aside?.path ?? null)
    } catch (error) {
      this.#db.close()
      throw error
    }
  }

  /** Clips that wait for their upload, or are still being made. */
  get clips(): ClipTable {
    return this.#clips
  }

  get epoch(): string {
    return this.#epoch
  }

  /** The last sequence number given. */
  get lastSequence(): number {
    return this.#lastSequence
  }

  /** The last sequence that the service stored for good. */
  get confirmed(): number {
    return this.#confirmed
  }

  /** Events that the service has not confirmed. */
  get waiting(): number {
    return this.#lastSequence - this.#confirmed
  }

  /** Stores the event for good before it returns; `also` happens with it or not at all. */
  append(event: HubEvent, also: () => void = () => {}): number {
    const sequence = this.#lastSequence + 1
    this.#transaction(() => {
      also()
      this.#db.prepare('insert into event (sequence, body) values (?, ?)').run(sequence, JSON.stringify(event))
      this.#db.prepare('update spool set last_sequence = ?').run(sequence)
    })
    this.#lastSequence = sequence
    return sequence
  }

  /** The oldest unconfirmed events; at least one when any waits, then only as many as `maxBytes` of JSON hold. */
  batch(maxEvents: number, maxBytes: number): Batch | null {
    const rows = this.#db
      .prepare('select sequence, body from event where sequence > ? order by sequence limit ?')
      .iterate(this.#confirmed, maxEvents)
    const events: HubEvent[] = []
    let fromSequence = 0
    let bytes = 0
    for (const { sequence, body } of rows) {
      bytes += (body as string).length
      if (events.length > 0 && bytes > maxBytes) break
      if (events.length === 0) fromSequence = sequence as number
      events.push(JSON.parse(body as string))
    }
    return events.length === 0 ? null : { epoch: this.#epoch, fromSequence, events }
  }

  /**
   * Takes over the service's cursor, also when it went back: then everything after it is sent again. Events retained
   * beyond a gap, or known to the service better than to this file, get a new epoch, so that no batch has a gap.
   */
  confirm(cursor: number, nowMs: number): CursorNews {
    if (cursor > this.#lastSequence) {
      this.#renumber(0)
      return 'ahead'
    }
    const before = this.#confirmed
    if (cursor === before && before === this.#storedConfirmed) return 'same'
    this.#confirmed = cursor
    this.#storeConfirmed(nowMs)
    if (cursor >= before) return cursor === before ? 'same' : 'forward'
    const first = this.#db.prepare('select min(sequence) as first from event where sequence > ?').get(cursor)
    if (first?.first !== cursor + 1) this.#renumber(cursor)
    return 'back'
  }

  /** Forgets the unconfirmed event because the service will never take it; those behind it move up in a new epoch. */
  setAside(sequence: number): void {
    this.#db.prepare('delete from event where sequence = ?').run(sequence)
    this.#renumber(sequence)
  }

  /** Replaces an unconfirmed event by a smaller one that says the same. */
  replace(sequence: number, event: HubEvent): void {
    this.#db.prepare('update event set body = ? where sequence = ?').run(JSON.stringify(event), sequence)
  }

  /** Forgets up to `most` events, the oldest first, that were confirmed before `beforeMs`; answers how many. */
  forgetConfirmed(beforeMs: number, most = -1): number {
    const { changes } = this.#db
      .prepare(
        `delete from event where sequence in
           (select sequence from event where confirmed_at < ? order by sequence limit ?)`,
      )
      .run(beforeMs, most)
    if (changes > 0) this.#db.exec('pragma incremental_vacuum')
    return Number(changes)
  }

  /** In order: events that the service has not confirmed, or only since `sinceMs`. Without their thumbnails. */
  unanswered(sinceMs: number): HubEvent[] {
    return this.#db
      .prepare(
        `select json_set(body, '$.thumbnail', null, '$.blurredThumbnail', null) as body from event
         where confirmed_at is null or confirmed_at >= ? order by sequence`,
      )
      .all(sinceMs)
      .map(({ body }) => JSON.parse(body as string))
  }

  /** Takes the thumbnails out of up to `most` unconfirmed alerts, the oldest first; answers how many. */
  dropThumbnails(most: number): number {
    const { changes } = this.#db
      .prepare(
        `update event set body = json_set(body, '$.thumbnail', null, '$.blurredThumbnail', null) where sequence in
           (select sequence from event where json_extract(body, '$.thumbnail') is not null order by sequence limit ?)`,
      )
      .run(most)
    if (changes > 0) this.#db.exec('pragma incremental_vacuum')
    return Number(changes)
  }

  /** Bytes that the events take. */
  usedBytes(): number {
    const read = (name: string) => Number(Object.values(this.#db.prepare(`pragma ${name}`).get()!)[0])
    return (read('page_count') - read('freelist_count')) * read('page_size')
  }

  /** The file may grow no further than this many pages of 4 KiB; then writing fails as on a full disk. */
  limitPages(count: number): void {
    this.#db.exec(`pragma max_page_count = ${Math.trunc(count)}`)
  }

  close(): void {
    this.#db.close()
  }

  /** A disk that refuses this costs nothing but that events are sent again after a restart: delivery goes on. */
  #storeConfirmed(nowMs: number): void {
    const [before, cursor] = [this.#storedConfirmed, this.#confirmed]
    try {
      this.#transaction(() => {
        const mark = this.#db.prepare('update event set confirmed_at = ? where sequence > ? and sequence <= ?')
        if (cursor > before) mark.run(nowMs, before, cursor)
        else mark.run(null, cursor, before)
        this.#db.prepare('update spool set confirmed = ?').run(cursor)
      })
      this.#storedConfirmed = cursor
    } catch (error) {
      if (isDamage(error)) throw error
      // Otherwise tried again with the next cursor.
    }
  }

  /** Reads where this file stands; `aside`: a damaged one before it, of which all that can be read moves over. */
  #takeUp(aside: string | null): void {
    this.#clips = new ClipTable(this.#db)
    this.#db
      .prepare('insert into spool values (1, ?, 0, 0) on conflict (only_row) do update set confirmed = confirmed')
      .run(randomUUID())
    const row = this.#db.prepare('select epoch, last_sequence as last, confirmed from spool').get()!
    this.#epoch = row.epoch as string
    this.#lastSequence = row.last as number
    this.#confirmed = row.confirmed as number
    this.#storedConfirmed = this.#confirmed
    if (aside === null) return
    const { events, ready, expected } = salvage(aside)
    for (const event of events) this.append(event)
    for (const clip of ready) this.#clips.put(clip)
    for (const clip of expected) this.#clips.expect(clip, clip.cameraId)
  }

  /** The events after `after` become 1, 2, 3 … of a new epoch, unconfirmed; earlier ones are forgotten. */
  #renumber(after: number): void {
    const epoch = randomUUID()
    const rows = this.#db.prepare('select sequence from event where sequence > ? order by sequence').all(after)
    this.#transaction(() => {
      this.#db.prepare('delete from event where sequence <= ?').run(after)
      const move = this.#db.prepare('update event set sequence = ?, confirmed_at = null where sequence = ?')
      rows.forEach(({ sequence }, index) => {
        move.run(index + 1, sequence!)
      })
      this.#db.prepare('update spool set epoch = ?, last_sequence = ?, confirmed = 0').run(epoch, rows.length)
    })
    this.#epoch = epoch
    this.#lastSequence = rows.length
    this.#confirmed = 0
    this.#storedConfirmed = 0
  }

  #transaction(work: () => void): void {
    this.#db.exec('begin immediate')
    try {
      work()
      this.#db.exec('commit')
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('rollback')
      throw error
    }
  }
}

const SQLITE_BUSY = 5

/** True for the error of opening a file that another program has open. */
export function isInUse(error: unknown): boolean {
  return ((error as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY
}
