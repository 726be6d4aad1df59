/** Nights, falls and reports of a resident across rooms. Requirement RESIDENT-01. */
import { LIFE_MOST, type ResidentLife } from '@mimamori/contract/care/resident-life.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { BEDTIME, inTheirRooms, isShared, type Person, ROOMS } from './resident.rooms.ts'

export async function readLife(db: TenantDb, person: Person): Promise<ResidentLife> {
  return {
    nights: await readNights(db, person),
    falls: await readFalls(db, person),
    reports: await readReports(db, person),
  }
}

/**
 * If a room has several cameras, uses the one with the best coverage of the night. Index: sleep_night's primary key.
 */
function readNights(db: TenantDb, person: Person) {
  return db.rows(sql<ResidentLife['nights'][number]>`
    select * from (
      select distinct on (n.day, rs.stay_id) c.id as "cameraId", c.location, ${isShared(BEDTIME)} as "isShared", n.day,
        n.coverage_share as "coverageShare", n.sleep_minutes as "sleepMinutes", n.score,
        n.bedtime_of_day as "bedtimeOfDay", n.get_up_of_day as "getUpOfDay"
      from ${ROOMS} join sleep_night n on n.tenant_id = rs.tenant_id and n.camera_id = rs.camera_id
      where ${inTheirRooms(person, BEDTIME)}
      order by n.day desc, rs.stay_id, n.coverage_share desc) night
    order by day desc, "bedtimeOfDay" limit ${LIFE_MOST}`)
}

/** Index: alert_by_camera. */
function readFalls(db: TenantDb, person: Person) {
  return db.rows(sql<ResidentLife['falls'][number]>`
    select c.id as "cameraId", c.location, ${isShared(sql`a.occurred_at`)} as "isShared", a.id as "alertId",
      a.occurred_at as "occurredAt", a.verdict, a.outcome
    from ${ROOMS} join alert a on a.tenant_id = rs.tenant_id and a.camera_id = rs.camera_id and a.deleted_at is null
    where ${inTheirRooms(person, sql`a.occurred_at`)} and a.activity = 'A005'
      and a.verdict is distinct from 'false-alarm' and a.outcome is distinct from 'false-alarm'
    order by a.occurred_at desc, a.id limit ${LIFE_MOST}`)
}

/** Incident reports of alerts in their rooms, and accident reports that name them. Indexes: report's unique key, accident_by_resident. */
function readReports(db: TenantDb, person: Person) {
  return db.rows(sql<ResidentLife['reports'][number]>`
    select c.id as "cameraId", c.location, ${isShared(sql`a.occurred_at`)} as "isShared", 'incident' as kind, a.id,
      a.occurred_at as at, null as state
    from ${ROOMS} join alert a on a.tenant_id = rs.tenant_id and a.camera_id = rs.camera_id and a.deleted_at is null
      join report p on p.tenant_id = a.tenant_id and p.alert_id = a.id and p.state = 'saved'
    where ${inTheirRooms(person, sql`a.occurred_at`)}
    union all
    select c.id, x.location, false, 'accident', x.id, coalesce(x.occurred_at, x.created_at), x.state
    from accident x join alert a on a.tenant_id = x.tenant_id and a.id = x.alert_id
      join camera c on c.tenant_id = a.tenant_id and c.id = a.camera_id
    where x.tenant_id = ${person.tenantId} and x.resident_id = ${person.id}
      and (${person.unitIds}::uuid[] is null or x.unit_id = any(${person.unitIds}::uuid[]))
    order by at desc, id limit ${LIFE_MOST}`)
}
