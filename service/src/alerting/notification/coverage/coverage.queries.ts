/** Statements about the proof of alert paths, except its gaps. Requirement PROOF-01. */
import { COVERAGE_MAX } from '@mimamori/contract/alerting/coverage.ts'
import type { StatusReason } from '@mimamori/contract/camera/status-reason.ts'
import type { Subscribers } from '@mimamori/contract/camera/subscriber.ts'
import { WORKER_LOSS_HOURS } from '@mimamori/contract/fleet/worker-loss.ts'
import { ALERT_APP_CODES } from '@mimamori/contract/shared/app-catalogue.ts'
import type { PlatformDb, TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { contactWatches } from '#shared/contact/contact-device.ts'
import { appJoins, awaitsBed, isAppOn, measuresFalls } from '#shared/desired.ts'
import { inTenants, inUnits, type ResidentScope } from '#shared/resident-scope.ts'

export type PathRow = {
  tenantId: string
  cameraId: string
  cameraName: string
  location: string
  unitName: string | null
  tenantName: string
  timezone: string
  isOn: boolean
  status: string
  reason: StatusReason | null
  /** The reason of the room's state; null if unknown. */
  roomReason: string | null
  isWorkerLost: boolean
  heardAt: string | null
  raisedAt: string | null
  storedAt: string | null
  chosenAt: string | null
  passedAt: string | null
  receivedAt: string | null
  consoles: number
  gapSince: string | null
  /** An active detection has no bed region. */
  awaitsBed: boolean
  measuresFalls: boolean
  isContactFailing: boolean
}

const isInScope = (scope: ResidentScope): Sql =>
  sql`${inTenants(sql`c.tenant_id`, scope)} and ${inUnits(sql`c.unit_id`, scope)} and c.deregistered_at is null`

/** By name. `since`: older receipts do not count as an open console. */
export function readPaths(
  db: TenantDb,
  scope: ResidentScope,
  { since, now }: { since: Date; now: Date },
): Promise<PathRow[]> {
  const lostSince = new Date(now.getTime() - WORKER_LOSS_HOURS * 3_600_000).toISOString()
  return db.rows(sql<PathRow>`
    select c.tenant_id as "tenantId", c.id as "cameraId", c.name as "cameraName", c.location, u.name as "unitName",
      t.name as "tenantName", t.timezone, c.is_enabled and c.is_active as "isOn", c.shown_status as status,
      c.status_reason as reason, r.reason ->> 'code' as "roomReason", a.last_active_at as "heardAt",
      exists (select from jsonb_array_elements(a.worker_losses) l
        where l -> 'cameraIds' ? c.id::text and l ->> 'at' >= ${lostSince}) as "isWorkerLost",
      p.raised_at as "raisedAt", p.stored_at as "storedAt", p.chosen_at as "chosenAt", p.passed_at as "passedAt",
      q.received_at as "receivedAt", q.consoles, g.began_at as "gapSince",
      exists (select from camera_app x ${appJoins} where x.tenant_id = c.tenant_id and x.camera_id = c.id and ${awaitsBed}
        and ${isAppOn}) as "awaitsBed", ${measuresFalls} as "measuresFalls",
      exists (select from contact k where k.tenant_id = c.tenant_id and k.is_enabled and k.problem is not null
        and ${contactWatches}) as "isContactFailing"
    from camera c join tenant t on t.id = c.tenant_id
      left join unit u on u.tenant_id = c.tenant_id and u.id = c.unit_id
      left join agent a on a.tenant_id = c.tenant_id and a.id = c.agent_id
      left join room_state r on r.tenant_id = c.tenant_id and r.camera_id = c.id
      left join path_proof p on p.tenant_id = c.tenant_id and p.camera_id = c.id
      left join path_gap g on g.tenant_id = p.tenant_id and g.id = p.gap_id
      cross join lateral (select max(x.received_at) as received_at,
          (count(*) filter (where x.received_at > ${since}))::integer as consoles
        from path_receipt x where x.tenant_id = c.tenant_id and x.camera_id = c.id) q
    where ${isInScope(scope)}
    order by c.sort_name, c.id limit ${COVERAGE_MAX}`)
}

export async function countPaths(db: TenantDb, scope: ResidentScope): Promise<number> {
  const row = await db.first(
    sql<{ count: number }>`select count(*)::integer as count from camera c where ${isInScope(scope)}`,
  )
  return row!.count
}

export type Listened = {
  tenantId: string
  cameraId: string
  unitId: string | null
  parentId: string | null
  isDemo: boolean
  /** Subscribers of the camera and of its detections that are not switched off there. */
  subscribers: Partial<Subscribers>[]
}

export function readSubscribers(db: PlatformDb, cameraIds: readonly string[]): Promise<Listened[]> {
  return db.rows(sql<Listened>`
    select c.tenant_id as "tenantId", c.id as "cameraId", c.unit_id as "unitId", t.parent_id as "parentId",
      t.is_demo as "isDemo", to_jsonb(array(select c.subscribers union all
        select x.settings -> 'subscribers' from camera_app x
        where x.tenant_id = c.tenant_id and x.camera_id = c.id and x.state <> 'DISABLED'
          and x.app_code = any(${ALERT_APP_CODES}::text[])
          and jsonb_typeof(x.settings -> 'subscribers') = 'object')) as subscribers
    from camera c join tenant t on t.id = c.tenant_id
    where c.id = any(${cameraIds}::uuid[])
    order by c.tenant_id, c.id`)
}

export type Reachable = {
  userId: string
  hasProvenDevice: boolean
  hasRefused: boolean
  /** Their site's provider rings them, and its last check failed. */
  isRingerFailing: boolean
  acceptedAt: string | null
  shownAt: string | null
}

/** Devices and last messages of these people. Index: notification_of_user. */
export function readReachable(db: PlatformDb, userIds: readonly string[]): Promise<Reachable[]> {
  if (userIds.length === 0) return Promise.resolve([])
  return db.rows(sql<Reachable>`
    select u.id as "userId",
      exists (select from alarm_device d where d.tenant_id = u.tenant_id and d.user_id = u.id and d.proven_at is not null)
        as "hasProvenDevice",
      exists (select from alarm_device d where d.tenant_id = u.tenant_id and d.user_id = u.id and d.push = 'refused')
        as "hasRefused",
      exists (select from ringer_address d join ringer g on g.tenant_id = d.tenant_id and g.preset = d.preset and g.is_enabled
        where d.tenant_id = u.tenant_id and d.user_id = u.id and g.check_error is not null) as "isRingerFailing",
      n.accepted_at as "acceptedAt", n.shown_at as "shownAt"
    from app_user u cross join lateral (
      select max(l.sent_at) as accepted_at, max(l.shown_at) as shown_at from (
        select m.sent_at, m.shown_at from notification m
        where m.user_id = u.id and m.is_listed and m.channel = 'push' order by m.created_at desc, m.id desc limit 20) l) n
    where u.id = any(${userIds}::uuid[])`)
}

/** The subset of these sites that has people in shifts, standing or by a roster. */
export async function readSitesWithShifts(db: PlatformDb, tenantIds: readonly string[]): Promise<Set<string>> {
  const rows = await db.rows(sql<{ tenantId: string }>`
    select t.id as "tenantId" from unnest(${tenantIds}::uuid[]) t (id)
    where exists (select from user_shift x where x.tenant_id = t.id)
      or exists (select from roster_day r where r.tenant_id = t.id and r.shift_id is not null)`)
  return new Set(rows.map(({ tenantId }) => tenantId))
}

export type Waiting = { tenantId: string; cameraId: string }

/**
 * Claims test incidents whose recipients have not been chosen; locked by this transaction. Index: path_proof_waiting.
 */
export function claimProofs(db: PlatformDb, most: number): Promise<Waiting[]> {
  return db.rows(sql<Waiting>`
    select tenant_id as "tenantId", camera_id as "cameraId" from path_proof
    where passed_at is null or passed_at < raised_at
    order by stored_at, camera_id limit ${most} for update skip locked`)
}

/** Arrival time of the oldest; null if none waits. */
export async function nextProof(db: PlatformDb): Promise<Date | null> {
  const row = await db.first(sql<{ at: string | null }>`
    select min(stored_at) as at from path_proof where passed_at is null or passed_at < raised_at`)
  return row?.at ? new Date(row.at) : null
}

export async function saveChosen(
  db: PlatformDb,
  chosen: readonly (Waiting & { recipients: number })[],
  now: Date,
): Promise<void> {
  await db.run(sql`
    update path_proof p set chosen_at = ${now}, recipients = r.recipients,
      passed_at = p.raised_at
    from jsonb_to_recordset(${JSON.stringify(chosen)}::jsonb)
      as r ("tenantId" uuid, "cameraId" uuid, recipients integer)
    where p.tenant_id = r."tenantId" and p.camera_id = r."cameraId"`)
}

/** The subset of the cameras that are in the scope and have a test incident. */
export async function provenInScope(db: TenantDb, scope: ResidentScope, ids: readonly string[]): Promise<Waiting[]> {
  return db.rows(sql<Waiting>`
    select c.tenant_id as "tenantId", c.id as "cameraId" from camera c
    where ${isInScope(scope)} and c.id = any(${ids}::uuid[]) order by c.id`)
}

export async function saveReceipts(
  db: PlatformDb,
  places: readonly Waiting[],
  deviceId: string,
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into path_receipt (tenant_id, camera_id, device_id, received_at)
    select r."tenantId", r."cameraId", ${deviceId}, ${now}
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as r ("tenantId" uuid, "cameraId" uuid)
    order by r."cameraId"
    on conflict (tenant_id, camera_id, device_id) do update set received_at = excluded.received_at`)
}

export type OfUnit = { tenantId: string; unitId: string | null; cameraIds: string[] }

/** These cameras by unit, to notify consoles. */
export function readUnits(db: PlatformDb, cameraIds: readonly string[]): Promise<OfUnit[]> {
  return db.rows(sql<OfUnit>`
    select tenant_id as "tenantId", unit_id as "unitId", jsonb_agg(id order by id) as "cameraIds" from camera
    where id = any(${cameraIds}::uuid[]) group by tenant_id, unit_id order by 1, 2`)
}
