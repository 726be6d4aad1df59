/** Segments of video that stay on this hub's disk and that the service has a row of; beside what waits for it, in one file. */

import type { StoreFile } from '#platform/store-file.ts'
import type { RecordingItem, SegmentItem } from '../recording/recording-item.ts'

export const RETAINED_SCHEMA = `
  create table if not exists retained (
    id text primary key,
    run_id text not null,
    ended_at_ms integer not null,
    byte_length integer not null,
    -- A SegmentItem as JSON.
    body text not null
  ) without rowid;
  create index if not exists retained_by_age on retained (ended_at_ms, id);
  create index if not exists retained_by_run on retained (run_id);`

/** A segment that an archived recording needs goes to the service whatever the policy says. */
type Again = { mustUpload: boolean }

export class RetainedStore {
  readonly #db: StoreFile
  /** Puts an item behind all that wait. */
  readonly #queue: (item: RecordingItem) => void
  #byteLength: number

  constructor(db: StoreFile, queue: (item: RecordingItem) => void) {
    this.#db = db
    this.#queue = queue
    this.#byteLength = 0
    this.renewed()
  }

  /** The file may be another one: what it holds is counted anew. */
  renewed(): void {
    this.#byteLength = this.#db.prepare('select coalesce(sum(byte_length), 0) as sum from retained').get()!
      .sum as number
  }

  /** Of all segments together. */
  get byteLength(): number {
    return this.#byteLength
  }

  /** The service has the row of a segment that waited: from now on it stays. False: it had to go meanwhile. */
  take(item: SegmentItem): boolean {
    return this.#together(() => {
      if (this.#db.prepare('delete from item where id = ?').run(item.id).changes === 0) return false
      const { changes } = this.#db
        .prepare('insert or ignore into retained (id, run_id, ended_at_ms, byte_length, body) values (?, ?, ?, ?, ?)')
        .run(item.id, item.runId, item.startedAtMs + item.durationMs, item.byteLength, JSON.stringify(item))
      if (changes > 0) this.#byteLength += item.byteLength
      return true
    })
  }

  has(id: string): boolean {
    return this.#db.prepare('select 1 from retained where id = ?').get(id) !== undefined
  }

  find(id: string): SegmentItem | null {
    return itemOf(this.#db.prepare('select body from retained where id = ?').get(id))
  }

  /** The oldest ones, up to a limit. */
  oldest(most: number): SegmentItem[] {
    return this.#db
      .prepare('select body from retained order by ended_at_ms, id limit ?')
      .all(most)
      .map((row) => itemOf(row)!)
  }

  /** In the order of their ids, those behind `after` (null: from the first). */
  page(after: string | null, most: number): SegmentItem[] {
    return this.#db
      .prepare('select body from retained where id > ? order by id limit ?')
      .all(after ?? '', most)
      .map((row) => itemOf(row)!)
  }

  /** Segments that wait for the service, with ids behind `after` up to `until`. */
  waiting(after: string | null, until: string | null): string[] {
    return this.#db
      .prepare(`select id from item where kind = 'segment' and id > ? and id <= ? order by id`)
      .all(after ?? '', until ?? '~')
      .map(({ id }) => id as string)
  }

  /** Whether the segment waits for the service. */
  isWaiting(id: string): boolean {
    return this.#db.prepare(`select 1 from item where kind = 'segment' and id = ?`).get(id) !== undefined
  }

  /** They are no longer retained; answers those that were. Their files are the caller's from now on. `also` is queued with it. */
  forget(ids: readonly string[], also: readonly RecordingItem[] = []): SegmentItem[] {
    return this.#together(() => {
      for (const item of also) this.#queue(item)
      return this.#remove(ids)
    })
  }

  /** They wait for the service again; answers those that were retained. `first`: what has to be there before them. */
  release(ids: readonly string[], { mustUpload }: Again, first: readonly RecordingItem[] = []): SegmentItem[] {
    return this.#together(() => {
      const items = this.#remove(ids)
      if (items.length > 0) for (const item of first) this.#queue(item)
      for (const item of items) this.#queue(mustUpload ? { ...item, mustUpload } : item)
      return items
    })
  }

  #remove(ids: readonly string[]): SegmentItem[] {
    const removal = this.#db.prepare('delete from retained where id = ? returning body')
    const items = ids.flatMap((id) => itemOf(removal.get(id)) ?? [])
    for (const { byteLength } of items) this.#byteLength -= byteLength
    return items
  }

  #together<T>(work: () => T): T {
    const before = this.#byteLength
    this.#db.exec('begin immediate')
    try {
      const result = work()
      this.#db.exec('commit')
      return result
    } catch (error) {
      // Behind damage another file is open, which was counted when it was opened.
      if (this.#db.isTransaction) {
        this.#db.exec('rollback')
        this.#byteLength = before
      }
      throw error
    }
  }
}

function itemOf(row: Record<string, unknown> | undefined): SegmentItem | null {
  return row ? JSON.parse(row.body as string) : null
}
