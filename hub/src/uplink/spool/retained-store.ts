/** Segments that are retained on this hub's disk and have a row in the service; in the file of the waiting items. */

import type { StoreFile } from '#platform/store-file.ts'
import type { RecordingItem, SegmentItem } from './recording-item.ts'

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

/** A segment that an archived recording needs is uploaded whatever the policy is. */
type Again = { mustUpload: boolean }

export class RetainedStore {
  readonly #db: StoreFile
  /** Appends an item to the queue. */
  readonly #queue: (item: RecordingItem) => void
  #byteLength: number

  constructor(db: StoreFile, queue: (item: RecordingItem) => void) {
    this.#db = db
    this.#queue = queue
    this.#byteLength = 0
    this.renewed()
  }

  /** The file may have been replaced: counts its contents again. */
  renewed(): void {
    this.#byteLength = this.#db.prepare('select coalesce(sum(byte_length), 0) as sum from retained').get()!
      .sum as number
  }

  /** Size of all segments together. */
  get byteLength(): number {
    return this.#byteLength
  }

  /** The service has the row of a waiting segment: retains it from now on. False: it was deleted meanwhile. */
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

  /** The oldest segments, up to `most`. */
  oldest(most: number): SegmentItem[] {
    return this.#db
      .prepare('select body from retained order by ended_at_ms, id limit ?')
      .all(most)
      .map((row) => itemOf(row)!)
  }

  /** In the order of their ids, after `after` (null: from the first). */
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

  /** Stops retaining them; returns those that were retained. The caller owns their files. Queues `also` at the same time. */
  forget(ids: readonly string[], also: readonly RecordingItem[] = []): SegmentItem[] {
    return this.#together(() => {
      for (const item of also) this.#queue(item)
      return this.#remove(ids)
    })
  }

  /** Queues them for the service again; returns those that were retained. `first`: items that must be sent before them. */
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
      // After damage another file is open, which was counted when it was opened.
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
