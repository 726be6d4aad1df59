/** The feature log on its way to the service: seconds as they come, and the blocks that they are packed into. One SQLite file. */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { type MeasuredBlock, packBlock, unpackBlock } from '@mimamori/contract/insight/measurement-block.ts'
import { StoreFile, type StoreWatch } from '#platform/store-file.ts'

/** Waits for its upload. */
export type StoredBlock = { id: string; cameraId: string; body: Uint8Array }

const SCHEMA = `
  create table if not exists piece (
    number integer primary key autoincrement,
    camera_id text not null,
    -- A MeasuredBlock of a few seconds, packed.
    body blob not null
  );
  create index if not exists piece_by_camera on piece (camera_id, number);
  create table if not exists block (
    -- In the order in which they were made.
    number integer primary key autoincrement,
    id text not null unique,
    camera_id text not null,
    -- Packed and compressed, as the service takes it.
    body blob not null
  );`

const PRAGMAS = `pragma auto_vacuum = incremental; pragma locking_mode = exclusive; pragma journal_mode = wal;
  pragma synchronous = normal`

export class MeasurementStore {
  readonly #db: StoreFile

  /** Opens or makes the file. Throws when the disk refuses. With a `watch` a damaged file gives way to an empty one. */
  constructor(path: string, watch?: StoreWatch) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    this.#db = new StoreFile({ path, pragmas: PRAGMAS, schema: SCHEMA, watch })
  }

  addSeconds(cameraId: string, part: MeasuredBlock): void {
    this.#db.prepare('insert into piece (camera_id, body) values (?, ?)').run(cameraId, packBlock(part))
  }

  /** Cameras with seconds that are in no block yet. */
  openCameras(): string[] {
    const rows = this.#db.prepare('select distinct camera_id as "cameraId" from piece').all()
    return rows.map(({ cameraId }) => cameraId as string)
  }

  /** Packs the seconds of a camera into blocks, all of them or none; those that do not follow each other make several. */
  seal(cameraId: string, newId: () => string): void {
    const rows = this.#db.prepare('select number, body from piece where camera_id = ? order by number').all(cameraId)
    if (rows.length === 0) return
    const blocks = joined(rows.flatMap(({ body }) => unpackBlock(body as Uint8Array) ?? []))
    this.#db.exec('begin immediate')
    try {
      const insert = this.#db.prepare('insert into block (id, camera_id, body) values (?, ?, ?)')
      for (const block of blocks) insert.run(newId(), cameraId, deflateRawSync(packBlock(block), { level: 9 }))
      this.#db.prepare('delete from piece where camera_id = ? and number <= ?').run(cameraId, rows.at(-1)!.number!)
      this.#db.exec('commit')
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('rollback')
      throw error
    }
  }

  /** What waits longest. */
  next(): StoredBlock | null {
    const row = this.#db.prepare('select id, camera_id as "cameraId", body from block order by number limit 1').get()
    return row ? (row as StoredBlock) : null
  }

  /** It is uploaded, or will never be taken. */
  drop(id: string): void {
    this.#db.prepare('delete from block where id = ?').run(id)
  }

  /** Deletes the oldest blocks over a limit; returns their number. */
  keepNewest(count: number): number {
    const { changes } = this.#db
      .prepare('delete from block where number <= (select max(number) from block) - ?')
      .run(count)
    if (changes > 0) this.#db.exec('pragma incremental_vacuum')
    return Number(changes)
  }

  get waiting(): number {
    return this.#db.prepare('select count(*) as count from block').get()!.count as number
  }

  close(): void {
    this.#db.close()
  }
}

/** Joins blocks that follow each other second by second under the same settings. */
function joined(parts: readonly MeasuredBlock[]): MeasuredBlock[] {
  const blocks: MeasuredBlock[] = []
  for (const { apps, rows } of parts) {
    const last = blocks.at(-1)
    const follows = last && last.rows.at(-1)!.second + 1 === rows[0]!.second
    if (follows && JSON.stringify(last.apps) === JSON.stringify(apps)) last.rows.push(...rows)
    else blocks.push({ apps, rows: [...rows] })
  }
  return blocks
}
