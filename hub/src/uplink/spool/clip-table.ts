/** Clips that wait for the service: one table of the spool's file. */
import type { StoreFile } from '#platform/store-file.ts'

/** Which file of an alert: its clip, or the copy with blurred people. */
export type ClipKey = { alertId: string; isBlurred: boolean }

/** The camera's own video, if the clip had to be converted (H.265): a file next to the clip's. REAL-07. */
export type ClipOriginal = { mediaId: string; path: string; byteLength: number; codec: string }

/** A clip file that the hub owns until the service has it. Times in ms; `alertAtMs`: start of the alert in the clip. */
export type Clip = ClipKey & {
  cameraId: string
  mediaId: string
  path: string
  byteLength: number
  durationMs: number
  alertAtMs: number
  original?: ClipOriginal | null
}

export type ClipFiles = ClipKey & Partial<Pick<Clip, 'path' | 'original'>>

/** The paths of its existing files. */
export function pathsOf({ path, original }: ClipFiles): string[] {
  return [path, original?.path].filter((one) => typeof one === 'string')
}

const SCHEMA = `
  create table if not exists clip (
    alert_id text not null,
    is_blurred integer not null,
    camera_id text not null,
    -- The rest is null while the clip is still being made.
    media_id text,
    path text,
    byte_length integer,
    duration_ms integer,
    alert_at_ms integer,
    -- A ClipOriginal as JSON.
    original text,
    primary key (alert_id, is_blurred)
  );`

const COLUMNS = `alert_id as "alertId", is_blurred as "isBlurred", camera_id as "cameraId", media_id as "mediaId", path,
  byte_length as "byteLength", duration_ms as "durationMs", alert_at_ms as "alertAtMs", original`

type Statements = Pick<StoreFile, 'exec' | 'prepare'>

export class ClipTable {
  readonly #db: Statements

  constructor(db: Statements) {
    this.#db = db
    db.exec(SCHEMA)
  }

  /** Call it inside `append`: the clip is being made. */
  expect({ alertId, isBlurred }: ClipKey, cameraId: string): void {
    this.#db
      .prepare('insert or ignore into clip (alert_id, is_blurred, camera_id) values (?, ?, ?)')
      .run(alertId, Number(isBlurred), cameraId)
  }

  /** The clip's file is complete. */
  put(clip: Clip): void {
    this.#db
      .prepare('insert or replace into clip values (?, ?, ?, ?, ?, ?, ?, ?, ?)')
      .run(
        clip.alertId,
        Number(clip.isBlurred),
        clip.cameraId,
        clip.mediaId,
        clip.path,
        clip.byteLength,
        Math.round(clip.durationMs),
        Math.round(clip.alertAtMs),
        clip.original ? JSON.stringify(clip.original) : null,
      )
  }

  /** Whether it is being made or complete. */
  has({ alertId, isBlurred }: ClipKey): boolean {
    const known = this.#db.prepare('select 1 from clip where alert_id = ? and is_blurred = ?')
    return known.get(alertId, Number(isBlurred)) !== undefined
  }

  drop({ alertId, isBlurred }: ClipKey): void {
    this.#db.prepare('delete from clip where alert_id = ? and is_blurred = ?').run(alertId, Number(isBlurred))
  }

  /** Complete clips, the oldest alert first (alert ids begin with their time), a copy after its clip. */
  ready(): Clip[] {
    return this.#read('path is not null') as Clip[]
  }

  /** Clips that are still being made. */
  expected(): (ClipKey & { cameraId: string })[] {
    return this.#read('path is null')
  }

  #read(where: string): (ClipKey & { cameraId: string })[] {
    const rows = this.#db.prepare(`select ${COLUMNS} from clip where ${where} order by alert_id, is_blurred`).all()
    return rows.map((row) => {
      const { original, ...clip } = row as unknown as Omit<Clip, 'original'> & { original: string | null }
      return {
        ...clip,
        isBlurred: row.isBlurred === 1,
        ...(original && { original: JSON.parse(original) as ClipOriginal }),
      }
    })
  }
}
