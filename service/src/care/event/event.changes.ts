/** Statements that open, continue and end check-ins. Those for a user concern the writable tenant. */

import type { PlatformDb, Statements, TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

export type Viewer = { userId: string; personId: string; personName: string; stationName: string | null }
type Place = { cameraId: string; unitId: string | null }

/** The running check-in of this person in this room, or a new one; `isNew` says which. Index: check_in_running. */
export async function openCheckIn(
  db: TenantDb,
  { cameraId, unitId }: Place,
  by: Viewer,
  now: Date,
): Promise<{ id: string; isNew: boolean }> {
  const row = await db.first(sql<{ id: string; isNew: boolean }>`
    insert into check_in as e (tenant_id, camera_id, unit_id, user_id, person_id, person_name, station_name,
      started_at, last_sign_at)
    values (${db.tenantId}, ${cameraId}, ${unitId}, ${by.userId}, ${by.personId}, ${by.personName}, ${by.stationName},
      ${now}, ${now})
    on conflict (tenant_id, person_id, camera_id) where ended_at is null
      do update set last_sign_at = greatest(e.last_sign_at, excluded.last_sign_at)
    returning id, xmax = 0 as "isNew"`)
  return row!
}

/** Locks the check-in until the transaction ends. */
export async function lockCheckIn(db: TenantDb, id: string): Promise<void> {
  await db.run(sql`select from check_in where tenant_id = ${db.tenantId} and id = ${id} for update`)
}

/** Updates a running check-in. Its seconds only increase, and never exceed the elapsed time. */
export async function signCheckIn(
  db: TenantDb,
  id: string,
  { monitoredSeconds, hasImage }: { monitoredSeconds: number; hasImage: boolean },
  now: Date,
): Promise<void> {
  await db.run(sql`
    update check_in set last_sign_at = greatest(last_sign_at, ${now}::timestamptz),
      monitored_seconds = ${secondsOf(monitoredSeconds, now)}
    where tenant_id = ${db.tenantId} and id = ${id} and ended_at is null`)
  if (!hasImage) return
  await db.run(sql`
    update check_in set stream_at = ${now}
    where tenant_id = ${db.tenantId} and id = ${id} and ended_at is null and stream_at is null`)
}

function secondsOf(monitoredSeconds: number, now: Date) {
  return sql`greatest(monitored_seconds, least(${monitoredSeconds}::integer,
    ceil(extract(epoch from ${now}::timestamptz - started_at))::integer))`
}

export async function closeCheckIn(db: TenantDb, id: string, monitoredSeconds: number, now: Date): Promise<void> {
  await db.run(sql`
    update check_in set last_sign_at = greatest(last_sign_at, ${now}::timestamptz),
      ended_at = greatest(started_at, ${now}::timestamptz), end_reason = 'left',
      monitored_seconds = ${secondsOf(monitoredSeconds, now)}
    where tenant_id = ${db.tenantId} and id = ${id} and ended_at is null`)
}

export async function writeNote(db: TenantDb, id: string, note: string): Promise<void> {
  await db.run(sql`
    update check_in set note = ${note}, note_version = note_version + 1
    where tenant_id = ${db.tenantId} and id = ${id}`)
}

type Edit = { before: string; after: string; userId: string; userName: string }

export async function addEdit(db: TenantDb, id: string, { before, after, userId, userName }: Edit, now: Date) {
  await db.run(sql`
    insert into check_in_edit (tenant_id, check_in_id, at, user_id, user_name, before, after)
    values (${db.tenantId}, ${id}, ${now}, ${userId}, ${userName}, ${before}, ${after})`)
}

/**
 * When the next check-in has been silent for too long if no sign of life arrives; null: none is running. Index:
 * check_in_silent.
 */
export async function nextSilence(db: Statements, silentSeconds: number): Promise<Date | null> {
  const row = await db.first(sql<{ at: string | null }>`
    select min(last_sign_at) + make_interval(secs => ${silentSeconds}) as at from check_in where ended_at is null`)
  return row?.at ? new Date(row.at) : null
}

export type Closed = { tenantId: string; id: string; cameraId: string; unitId: string | null }

/** Ends check-ins without a sign of life since `since`, at their last one. Rows locked by others are skipped. */
export function closeSilent(db: PlatformDb, since: Date, most: number): Promise<Closed[]> {
  return db.rows(sql<Closed>`
    update check_in e set ended_at = e.last_sign_at, end_reason = 'silent'
    where (e.tenant_id, e.id) in (
      select tenant_id, id from check_in where ended_at is null and last_sign_at <= ${since}
      order by last_sign_at limit ${most} for update skip locked) and e.ended_at is null
    returning e.tenant_id as "tenantId", e.id, e.camera_id as "cameraId", e.unit_id as "unitId"`)
}
