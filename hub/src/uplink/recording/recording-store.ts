/**
 * What of the recordings the service does not know yet, in order, what stays on this hub, and how each camera's recording
 * stands: one SQLite file.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { GapCause } from '@mimamori/contract/footage/recording-intake.ts'
import { afterDamage, StoreFile, type StoreWatch } from '#platform/store-file.ts'
import type { RecordingItem, SegmentItem } from '../spool/recording-item.ts'
import { RETAINED_SCHEMA, RetainedStore } from '../spool/retained-store.ts'

/**
 * A camera that is to be recorded. `recordedUntilMs`: the end of its last segment. Without a `gap` it is being recorded,
 * or was when the hub ended. `gap.id` is null until the gap was reported.
 */
export type CameraState = {
  cameraId: string
  recordedUntilMs: number
  gap: { id: string | null; fromMs: number; cause: GapCause } | null
}

const SCHEMA = `
  create table if not exists item (
    -- In the order in which it happened.
    number integer primary key autoincrement,
    id text not null unique,
    kind text not null,
    -- The run of a segment or snapshot; null for others.
    run_id text,
    -- A RecordingItem as JSON.
    body text not null
  );
  create index if not exists item_by_run on item (run_id);
  create index if not exists item_segments on item (number) where kind = 'segment';
  create table if not exists camera (
    camera_id text primary key,
    -- A CameraState as JSON.
    body text not null
  );`

const PRAGMAS = 'pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = normal'

export class RecordingStore {
  readonly #db: StoreFile
  readonly retained: RetainedStore
  /** When the damaged file was written last in whose place this one is since its opening; null: it was sound. */
  readonly lostAtMs: number | null

  /**
   * Opens or makes `index.sqlite` in the folder. Throws when the disk refuses. With a `watch` a damaged file gives way to
   * an empty one; `onRenewed` is called when that happens later.
   */
  constructor(folder: string, watch?: StoreWatch, onRenewed: () => void = () => {}) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#db = new StoreFile({
      path: join(folder, 'index.sqlite'),
      pragmas: PRAGMAS,
      schema: SCHEMA + RETAINED_SCHEMA,
      watch,
      onRenewed: () => {
        // While it is being opened there is nothing to count and no listener.
        if (!this.retained) return
        this.retained.renewed()
        onRenewed()
      },
    })
    this.lostAtMs = this.#db.aside?.writtenMs ?? null
    this.retained = afterDamage(() => new RetainedStore(this.#db, (item) => this.add(item)))
  }

  /** To be uploaded behind all others. What is there already stays as it is, but a gap, which may have found its end. */
  add(item: RecordingItem): void {
    const runId = 'runId' in item ? item.runId : null
    const verb = item.kind === 'gap' ? 'insert or replace' : 'insert or ignore'
    this.#db
      .prepare(`${verb} into item (id, kind, run_id, body) values (?, ?, ?, ?)`)
      .run(item.id, item.kind, runId, JSON.stringify(item))
  }

  /** What waits longest. */
  next(): RecordingItem | null {
    const row = this.#db.prepare('select body from item order by number limit 1').get()
    return row ? JSON.parse(row.body as string) : null
  }

  /** It is uploaded, or lost; not when it was changed meanwhile. */
  drop(item: RecordingItem): void {
    this.#db.prepare('delete from item where id = ? and body = ?').run(item.id, JSON.stringify(item))
  }

  /** The oldest waiting segments that are not archived, up to a limit. */
  oldestSegments(most: number): SegmentItem[] {
    const oldest =
      "select body from item where kind = 'segment' and body ->> 'mustUpload' is null order by number limit ?"
    const rows = this.#db.prepare(oldest).all(most)
    return rows.map(({ body }) => JSON.parse(body as string))
  }

  get waiting(): number {
    return this.#db.prepare('select count(*) as count from item').get()!.count as number
  }

  /** Where the segment lies, whether it waits or stays; null: it is not (any more) on this hub. */
  pathOf(segmentId: string): string | null {
    const row = this.#db.prepare("select body from item where id = ? and kind = 'segment'").get(segmentId)
    const item: SegmentItem | null = row ? JSON.parse(row.body as string) : this.retained.find(segmentId)
    return item?.path ?? null
  }

  /** Whether the run's header or a segment of it waits, or a segment of it stays here. */
  needs(runId: string): boolean {
    const needed = this.#db
      .prepare(
        `select 1 from item where run_id = ? or id = ? union all select 1 from retained where run_id = ? limit 1`,
      )
      .get(runId, runId, runId)
    return needed !== undefined
  }

  cameras(): CameraState[] {
    return this.#db
      .prepare('select body from camera')
      .all()
      .map(({ body }) => JSON.parse(body as string))
  }

  saveCamera(state: CameraState): void {
    this.#db.prepare('insert or replace into camera values (?, ?)').run(state.cameraId, JSON.stringify(state))
  }

  dropCamera(cameraId: string): void {
    this.#db.prepare('delete from camera where camera_id = ?').run(cameraId)
  }

  close(): void {
    this.#db.close()
  }
}
