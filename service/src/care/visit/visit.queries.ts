/** Statements about care visits. Requirement ALARM-08. */

import { VISIT_ALONE_MINUTES } from '@mimamori/contract/care/room-state.ts'
import type { Visit, VisitDraft } from '@mimamori/contract/care/visit.ts'
import type { PlatformDb, Statements, TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import type { Answerer } from '#shared/answerer.ts'
import { inTenants, inUnits, type ResidentScope } from '#shared/resident-scope.ts'

const visitColumns = sql`v.id as "visitId", v.user_id as "userId", v.user_name as "userName",
  v.started_at as "startedAt", v.ends_at as "endsAt", v.app_codes as "appCodes"`

/** Running visits, newest first. Index: visit_running. */
export function readVisits(db: TenantDb, scope: ResidentScope, now: Date): Promise<(Visit & { cameraId: string })[]> {
  return db.rows(sql<Visit & { cameraId: string }>`
    select ${visitColumns}, v.camera_id as "cameraId"
    from visit v join camera c on c.tenant_id = v.tenant_id and c.id = v.camera_id
    where ${inTenants(sql`v.tenant_id`, scope)} and ${inUnits(sql`c.unit_id`, scope)}
      and v.ended_at is null and v.ends_at > ${now}
    order by v.started_at desc, v.id`)
}

export type RoomPlace = { tenantId: string; cameraId: string; unitId: string | null }

export function findRoom(db: TenantDb, scope: ResidentScope, cameraId: string): Promise<RoomPlace | undefined> {
  return db.first(sql<RoomPlace>`
    select c.tenant_id as "tenantId", c.id as "cameraId", c.unit_id as "unitId" from camera c
    where ${inTenants(sql`c.tenant_id`, scope)} and ${inUnits(sql`c.unit_id`, scope)} and c.id = ${cameraId}
      and c.location_type = 'ROOM' and c.deregistered_at is null`)
}

export function findVisit(
  db: TenantDb,
  scope: ResidentScope,
  id: string,
): Promise<(RoomPlace & { endedAt: string | null }) | undefined> {
  return db.first(sql<RoomPlace & { endedAt: string | null }>`
    select v.tenant_id as "tenantId", v.camera_id as "cameraId", c.unit_id as "unitId", v.ended_at as "endedAt"
    from visit v join camera c on c.tenant_id = v.tenant_id and c.id = v.camera_id
    where ${inTenants(sql`v.tenant_id`, scope)} and ${inUnits(sql`c.unit_id`, scope)} and v.id = ${id}`)
}

/** The visit that an earlier delivery of this press began. */
export function findRepeated(db: TenantDb, { requestId, cameraId }: VisitDraft): Promise<Visit | undefined> {
  return db.first(sql<Visit>`
    select ${visitColumns} from visit v
    where v.tenant_id = ${db.tenantId} and v.request_id = ${requestId} and v.camera_id = ${cameraId}`)
}

/** Locks the room, so that concurrent presses are serialized. */
export async function lockRoom(db: TenantDb, cameraId: string): Promise<void> {
  await db.run(sql`select from camera where tenant_id = ${db.tenantId} and id = ${cameraId} for no key update`)
}

/** Ends the running visit of the room without a check of the floor: the visit that follows does that. */
export async function replaceVisit(db: TenantDb, cameraId: string, by: Answerer, now: Date): Promise<void> {
  await db.run(sql`
    update visit set ended_at = ${now}, end_reason = 'replaced', ended_by = ${by.userId}, ended_name = ${by.userName},
      processed_at = ${now}
    where tenant_id = ${db.tenantId} and camera_id = ${cameraId} and ended_at is null`)
}

export async function insertVisit(db: TenantDb, draft: VisitDraft, by: Answerer, now: Date): Promise<Visit> {
  const { cameraId, minutes, appCodes, requestId } = draft
  const endsAt = new Date(now.getTime() + minutes * 60_000)
  const row = await db.first(sql<Visit>`
    insert into visit as v (tenant_id, camera_id, user_id, user_name, app_codes, request_id, started_at, ends_at)
    values (${db.tenantId}, ${cameraId}, ${by.userId}, ${by.userName}, ${appCodes}::text[], ${requestId}, ${now},
      ${endsAt})
    returning ${visitColumns}`)
  return row!
}

/** Returns false if it is already over. */
export async function endByHand(db: TenantDb, id: string, by: Answerer, now: Date): Promise<boolean> {
  const count = await db.run(sql`
    update visit set ended_at = ${now}, end_reason = 'hand', ended_by = ${by.userId}, ended_name = ${by.userName}
    where tenant_id = ${db.tenantId} and id = ${id} and ended_at is null`)
  return count > 0
}

export type EndedVisit = RoomPlace & { visitId: string; reason: 'time' | 'alone' }

/**
 * Ends visits whose time is over, and those in whose room no second person was detected for VISIT_ALONE_MINUTES. While
 * the state of a room is unknown, only the time counts. Index: visit_running.
 */
export function endDueVisits(db: PlatformDb, now: Date, limit: number): Promise<EndedVisit[]> {
  const alone = new Date(now.getTime() - VISIT_ALONE_MINUTES * 60_000)
  return db.rows(sql<EndedVisit>`
    with due as (
      select v.tenant_id, v.id, c.unit_id, v.ends_at, v.ends_at <= ${now} as is_late
      from visit v join camera c on c.tenant_id = v.tenant_id and c.id = v.camera_id
        left join lateral (select max(x.since) as at from room_change x
          where x.tenant_id = v.tenant_id and x.camera_id = v.camera_id
            and x.state in ('with-staff', 'unknown')) staff on true
        left join lateral (select min(x.since) as since from room_change x
          where x.tenant_id = v.tenant_id and x.camera_id = v.camera_id
            and x.since > coalesce(staff.at, '-infinity')) quiet on true
      where v.ended_at is null and (v.ends_at <= ${now}
        or quiet.since is not null and greatest(v.started_at, quiet.since) <= ${alone})
      order by v.tenant_id, v.id limit ${limit} for update of v skip locked
    )
    update visit v set ended_at = case when d.is_late then d.ends_at else ${now} end,
      end_reason = case when d.is_late then 'time' else 'alone' end
    from due d where v.tenant_id = d.tenant_id and v.id = d.id
    returning v.tenant_id as "tenantId", v.id as "visitId", v.camera_id as "cameraId", d.unit_id as "unitId",
      v.end_reason as reason`)
}

/** How long the room is watched after a visit, while staff may still be there. */
const WATCHED_MS = 30 * 60_000

export type FoundOnFloor = RoomPlace & { alertId: string; hubId: string; cameraName: string; location: string }

/**
 * After a visit, raises an alarm if somebody lies on the floor and no alarm exists yet. `only`: for that visit alone;
 * null: for all that are over. Index: visit_unprocessed.
 */
export function settleVisits(db: Statements, now: Date, limit: number, only: string | null): Promise<FoundOnFloor[]> {
  const until = new Date(now.getTime() - WATCHED_MS)
  const which = only === null ? sql`true` : sql`v.id = ${only}`
  return db.rows(sql<FoundOnFloor>`
    with seen as (
      select v.tenant_id, v.id, v.camera_id, c.unit_id, c.agent_id, c.name, c.location, r.since,
        c.deregistered_at is null and coalesce(r.state = 'on-floor'
          or r.state = 'unknown' and r.since >= v.started_at and known.state = 'on-floor', false) as is_down,
        coalesce(r.state in ('with-staff', 'unknown'), true) and v.ended_at > ${until} as is_watched
      from visit v join camera c on c.tenant_id = v.tenant_id and c.id = v.camera_id
        left join room_state r on r.tenant_id = v.tenant_id and r.camera_id = v.camera_id
        left join lateral (select x.state from room_change x
          where x.tenant_id = v.tenant_id and x.camera_id = v.camera_id and x.state <> 'unknown'
          order by x.since desc limit 1) known on true
      where v.ended_at is not null and v.processed_at is null and ${which}
      order by v.tenant_id, v.id limit ${limit} for update of v skip locked
    ), idle as (
      update visit v set processed_at = ${now} from seen s
      where v.tenant_id = s.tenant_id and v.id = s.id and (s.is_down or not s.is_watched)
    ), raised as (
      insert into alert (tenant_id, id, camera_id, unit_id, activity, severity, occurred_at, created_at, lying_since)
      select s.tenant_id, uuidv7(), s.camera_id, s.unit_id, 'A005', 'critical', ${now}, ${now}, s.since from seen s
      where s.is_down
        and not exists (select from alert a where a.tenant_id = s.tenant_id and a.camera_id = s.camera_id
          and a.activity = 'A005' and a.alarm_state <> 'resolved' and a.deleted_at is null)
        and not exists (select from visit o where o.tenant_id = s.tenant_id and o.camera_id = s.camera_id
          and o.ended_at is null)
      returning tenant_id, id, camera_id, is_silent
    )
    select s.tenant_id as "tenantId", r.id as "alertId", s.camera_id as "cameraId", s.unit_id as "unitId",
      s.agent_id as "hubId", s.name as "cameraName", s.location
    from raised r join seen s on s.tenant_id = r.tenant_id and s.camera_id = r.camera_id
    where not r.is_silent`)
}
