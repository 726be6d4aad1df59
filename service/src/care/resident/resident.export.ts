/** One person's data as one document: the person, and what stood in their rooms while they stayed there. RESIDENT-02. */
import type { ResidentDetail } from '@mimamori/contract/care/resident.ts'
import type { residentExportEndpoints } from '@mimamori/contract/care/resident-export.ts'
import type { ResultOf } from '@mimamori/contract/shared/endpoint.ts'
import type { Context } from '#platform/context.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'

type Exported = ResultOf<(typeof residentExportEndpoints)['resident.export']>
type Person = { tenantId: string; id: string; unitIds: readonly string[] | null }
const ROWS_MAX = 10_000

/** Their stays `rs` with the cameras `c` of the rooms; others in the room at that instant make it shared. */
const inTheirRooms = ({ tenantId, id, unitIds }: Person, at: Sql) => sql`
  rs.tenant_id = ${tenantId} and rs.resident_id = ${id} and ${at} >= rs.from_at and (rs.to_at is null or ${at} < rs.to_at)
  and (${unitIds}::uuid[] is null or c.unit_id = any(${unitIds}::uuid[]))`
const isShared = (at: Sql) => sql`exists (select from room_stay o
  where o.tenant_id = rs.tenant_id and o.camera_id = rs.camera_id and o.resident_id <> rs.resident_id
    and o.from_at <= ${at} and (o.to_at is null or o.to_at > ${at})) as "isShared"`
const ROOMS = sql`room_stay rs join camera c on c.tenant_id = rs.tenant_id and c.id = rs.camera_id`

type AlertRow = Omit<Exported['alerts'][number], 'stillUrl' | 'clipUrl'> & {
  stillId: string | null
  blurredStillId: string | null
  clipId: string | null
  blurredClipId: string | null
}

/** Indexes: camera_of_room, stay_by_resident, alert_by_camera. */
function readAlerts(db: TenantDb, person: Person): Promise<AlertRow[]> {
  return db.rows(sql<AlertRow>`
    select a.id, c.location, ${isShared(sql`a.occurred_at`)}, a.occurred_at as "occurredAt", a.activity, a.severity,
      a.verdict, a.outcome, a.outcome_note as note, a.thumbnail_media_id as "stillId",
      a.blurred_media_id as "blurredStillId", a.clip_media_id as "clipId", a.blurred_clip_media_id as "blurredClipId"
    from ${ROOMS} join alert a on a.tenant_id = rs.tenant_id and a.camera_id = rs.camera_id and a.deleted_at is null
    where ${inTheirRooms(person, sql`a.occurred_at`)}
    order by a.occurred_at, a.id limit ${ROWS_MAX}`)
}

/** Index: check_in_by_camera. */
function readCheckIns(db: TenantDb, person: Person) {
  return db.rows(sql<Exported['checkIns'][number]>`
    select c.location, ${isShared(sql`e.started_at`)}, e.started_at as at, e.person_name as "userName", e.note
    from ${ROOMS} join check_in e on e.tenant_id = rs.tenant_id and e.camera_id = rs.camera_id
    where ${inTheirRooms(person, sql`e.started_at`)} and e.stream_at is not null
    order by e.started_at limit ${ROWS_MAX}`)
}

function readNights(db: TenantDb, person: Person) {
  return db.rows(sql<Exported['nights'][number]>`
    select c.location, ${isShared(sql`n.starts_at`)}, n.starts_at as "startsAt",
      n.sleep_minutes as "sleepMinutes", n.score
    from ${ROOMS} join sleep_night n on n.tenant_id = rs.tenant_id and n.camera_id = rs.camera_id
    where ${inTheirRooms(person, sql`n.starts_at`)}
    order by n.starts_at limit ${ROWS_MAX}`)
}

export async function exportOf(context: Context, resident: ResidentDetail, person: Person): Promise<Exported> {
  const { db, actor, media, now } = context
  const sign = (id: string | null) => id && media.sign(id, actor.sessionId, now)
  const alerts = (await readAlerts(db, person)).map((row) => {
    const { stillId, blurredStillId, clipId, blurredClipId, ...alert } = row
    const [still, clip] = alert.isShared ? [blurredStillId, blurredClipId] : [stillId, clipId]
    return { ...alert, stillUrl: sign(still), clipUrl: sign(clip) }
  })
  const [checkIns, nights] = [await readCheckIns(db, person), await readNights(db, person)]
  return { exportedAt: now.toISOString(), resident, alerts, checkIns, nights }
}
