/** Clips that wait for the service: one table of the spool's file. */
import type { StoreFile } from '#platform/store-file.ts'

/** Which file of an alert: its clip, or the copy in which people are blurred. */
export type ClipKey = { alertId: string; isBlurred: boolean }

/** What the camera itself sent, where the clip had to be made of it (H.265): a file beside the clip's. REAL-07. */
export type ClipOriginal = { mediaId: string; path: string; byteLength: number; codec: string }

/** A clip file that the hub owns until the service has it. Times in ms; `alertAtMs` is where in the clip it began. */
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

/** Its files, as far as there are any. */
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

/** Hubs of before made no copies. */
const TAKE_OVER = `
  begin immediate;
  alter table clip rename to clip_before;
  ${SCHEMA}
  insert into clip select alert_id, 0, camera_id, media_id, path, byte_length, duration_ms, alert_at_ms, null from clip_before;
  drop table clip_before;
  commit;`

const COLUMNS = `alert_id as "alertId", is_blurred as "isBlurred", camera_id as "cameraId", media_id as "mediaId", path,
  byte_length as "byteLength", duration_ms as "durationMs", alert_at_ms as "alertAtMs", original`

type Statements = Pick<StoreFile, 'exec' | 'prepare'>

export class ClipTable {
  readonly #db: Statements

  constructor(db: Statements) {
    this.#db = db
    const columns = db.prepare("select name from pragma_table_info('clip')").all()
    const lacks = (column: string) => columns.length > 0 && !columns.some(({ name }) => name === column)
    if (lacks('is_blurred')) db.exec(TAKE_OVER)
    else if (lacks('original')) db.exec('alter table clip add column original text')
    else db.exec(SCHEMA)
  }

  /** To be called inside `append`: it will come. */
  expect({ alertId, isBlurred }: ClipKey, cameraId: string): void {
    this.#db
      .prepare('insert or ignore into clip (alert_id, is_blurred, camera_id) values (?, ?, ?)')
      .run(alertId, Number(isBlurred), cameraId)
  }

  /** Its file is there. */
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

  /** Whether it is expected or there. */
  has({ alertId, isBlurred }: ClipKey): boolean {
    const known = this.#db.prepare('select 1 from clip where alert_id = ? and is_blurred = ?')
    return known.get(alertId, Number(isBlurred)) !== undefined
  }

  drop({ alertId, isBlurred }: ClipKey): void {
    this.#db.prepare('delete from clip where alert_id = ? and is_blurred = ?').run(alertId, Number(isBlurred))
  }

  /** Those whose file is there, the oldest alert first (alert ids begin with their time), a copy behind its clip. */
  ready(): Clip[] {
    return this.#read('path is not null') as Clip[]
  }

  /** Those that are still being made. */
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
