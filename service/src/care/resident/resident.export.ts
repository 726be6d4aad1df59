/** One person's data as one document, and the files that belong to it. Requirement RESIDENT-02. */
import type { ResidentDetail } from '@mimamori/contract/care/resident.ts'
import type { ResidentDocument } from '@mimamori/contract/care/resident-export.ts'
import { type Storage, storageName } from '#platform/files/storage.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { BEDTIME, inTheirRooms, isShared, type Person, ROOMS } from './resident.rooms.ts'

const ROWS_MAX = 10_000
/** A zip without its later extension ends at 4 GiB. */
const BYTES_MAX = 3 * 1024 ** 3

type ExportedFile = { name: string; tenantId: string; mediaId: string }
type Named = NonNullable<ResidentDocument['alerts'][number]['clip']>
type AlertRow = Omit<ResidentDocument['alerts'][number], 'snapshot' | 'clip'> & {
  /** Others may be visible: they stay in the room, a second person was detected, or somebody entered. */
  hasOthers: boolean
  snapshotId: string | null
  blurredSnapshotId: string | null
  clipId: string | null
  blurredClipId: string | null
}

/** Indexes: camera_of_room, stay_by_resident, alert_by_camera. */
function readAlerts(db: TenantDb, person: Person): Promise<AlertRow[]> {
  return db.rows(sql<AlertRow>`
    select a.id, c.location, ${isShared(sql`a.occurred_at`)} as "isShared", a.occurred_at as "occurredAt", a.activity,
      a.severity, a.verdict, a.outcome, a.outcome_note as note,
      (${isShared(sql`a.occurred_at`)}
        or (select count(*) > 1 from jsonb_array_elements(a.detections) d where d->>'label' = 'person')
        or a.arrived_at between a.occurred_at - interval '5 s' and a.occurred_at + interval '15 s'
        or exists (select from visit v where v.tenant_id = a.tenant_id and v.camera_id = a.camera_id
          and v.started_at <= a.occurred_at + interval '15 s'
          and coalesce(v.ended_at, v.ends_at) >= a.occurred_at - interval '5 s')) is true as "hasOthers",
      a.thumbnail_media_id as "snapshotId", a.blurred_media_id as "blurredSnapshotId",
      case when a.clip_state = 'ready' then a.clip_media_id end as "clipId",
      case when a.blurred_clip_state = 'ready' then a.blurred_clip_media_id end as "blurredClipId"
    from ${ROOMS} join alert a on a.tenant_id = rs.tenant_id and a.camera_id = rs.camera_id and a.deleted_at is null
    where ${inTheirRooms(person, sql`a.occurred_at`)}
    order by a.occurred_at, a.id limit ${ROWS_MAX}`)
}

/** Index: check_in_by_camera. */
function readCheckIns(db: TenantDb, person: Person) {
  return db.rows(sql<ResidentDocument['checkIns'][number]>`
    select c.location, ${isShared(sql`e.started_at`)} as "isShared", e.started_at as at, e.person_name as "userName",
      e.note
    from ${ROOMS} join check_in e on e.tenant_id = rs.tenant_id and e.camera_id = rs.camera_id
    where ${inTheirRooms(person, sql`e.started_at`)} and e.stream_at is not null
    order by e.started_at limit ${ROWS_MAX}`)
}

function readNights(db: TenantDb, person: Person) {
  return db.rows(sql<ResidentDocument['nights'][number]>`
    select c.location, ${isShared(BEDTIME)} as "isShared", n.starts_at as "startsAt",
      n.sleep_minutes as "sleepMinutes", n.score
    from ${ROOMS} join sleep_night n on n.tenant_id = rs.tenant_id and n.camera_id = rs.camera_id
    where ${inTheirRooms(person, BEDTIME)}
    order by n.starts_at limit ${ROWS_MAX}`)
}

/** Index: accident_by_resident. */
function readAccidents(db: TenantDb, { tenantId, id, unitIds }: Person) {
  return db.rows(sql<ResidentDocument['accidents'][number]>`
    select id, issue, state, submitted_on as "submittedOn", form from accident
    where tenant_id = ${tenantId} and resident_id = ${id}
      and (${unitIds}::uuid[] is null or unit_id = any(${unitIds}::uuid[]))
    order by created_at limit ${ROWS_MAX}`)
}

export async function exportOf(
  db: TenantDb,
  storage: Storage,
  resident: ResidentDetail,
  person: Person,
  now: Date,
): Promise<{ document: ResidentDocument; files: ExportedFile[] }> {
  const picker = new FilePicker(storage, person.tenantId)
  const alerts: ResidentDocument['alerts'] = []
  for (const row of await readAlerts(db, person)) {
    const { hasOthers, snapshotId, blurredSnapshotId, clipId, blurredClipId, ...alert } = row
    const name = `${alert.occurredAt.slice(0, 19).replaceAll(':', '-')}-${alert.id.slice(-6)}`
    const snapshot = await picker.pick(`snapshots/${name}.jpg`, snapshotId, blurredSnapshotId, hasOthers)
    const clip = await picker.pick(`clips/${name}.mp4`, clipId, blurredClipId, hasOthers)
    alerts.push({ ...alert, snapshot, clip })
  }
  const rest = {
    checkIns: await readCheckIns(db, person),
    nights: await readNights(db, person),
    accidents: await readAccidents(db, person),
  }
  return { document: { exportedAt: now.toISOString(), resident, alerts, ...rest }, files: picker.files }
}

/** Chooses the files of the zip, and records why one is left out. */
class FilePicker {
  readonly files: ExportedFile[] = []
  readonly #storage: Storage
  readonly #tenantId: string
  #bytes = 0

  constructor(storage: Storage, tenantId: string) {
    this.#storage = storage
    this.#tenantId = tenantId
  }

  /** Null: there was never one. Where others are seen the blurred copy alone is given. */
  async pick(
    name: string,
    clearId: string | null,
    blurredId: string | null,
    hasOthers: boolean,
  ): Promise<Named | null> {
    if (clearId === null && blurredId === null) return null
    const mediaId = hasOthers ? blurredId : (clearId ?? blurredId)
    const isBlurred = mediaId !== null && mediaId === blurredId
    const leftOut = (why: Named['leftOut']) => ({ name: null, isBlurred, leftOut: why })
    if (mediaId === null) return leftOut('others-seen')
    const size = await this.#storage.size(storageName(this.#tenantId, mediaId))
    if (size === null) return leftOut('gone')
    if (this.#bytes + size > BYTES_MAX) return leftOut('too-large')
    this.#bytes += size
    this.files.push({ name, tenantId: this.#tenantId, mediaId })
    return { name, isBlurred, leftOut: null }
  }
}
