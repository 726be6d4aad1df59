/** Statements about walk tests. Requirement REAL-11. */
import type { WALK_ENDS, WalkRenewal } from '@mimamori/contract/camera/walk/walk-lists.ts'
import { WALK_AWAY_S, WALK_MINUTES } from '@mimamori/contract/camera/walk/walk-lists.ts'
import type { WalkRecord, WalkStepRecord, WalkTest } from '@mimamori/contract/camera/walk/walk-test.ts'
import type { PlatformDb, TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import type { Answerer } from '#shared/answerer.ts'
import { isRefused } from '#shared/consent.ts'
import { inTenants, inUnits, type ResidentScope } from '#shared/resident-scope.ts'

export type WalkEnd = (typeof WALK_ENDS)[number]
export type WalkPlace = { tenantId: string; cameraId: string; unitId: string | null }

/** The basis of a test from rows `c` of camera and `a` of its hub, as hashes that show only whether it changed. */
const BASIS = sql`jsonb_build_object(
  'bed', md5(c.places::text),
  'camera', md5(concat_ws('|', c.stream_url, c.location, c.angle, c.placement_angle_degrees, c.placement_height_cm)),
  'version', coalesce(a.version, ''),
  'privacy', md5(concat_ws('|', c.is_privacy_on, c.privacy_level, c.masks, ${isRefused('clear-images')})))`

/** What changed since the test in row `w`. */
const RENEWALS = sql`(array_remove(array[
    case when w.basis->>'bed' <> now_is.basis->>'bed' then 'bed' end,
    case when w.basis->>'camera' <> now_is.basis->>'camera' then 'camera' end,
    case when w.basis->>'version' <> now_is.basis->>'version' then 'version' end,
    case when c.status_reason->>'code' = 'view-changed' or c.view_accepted_at > w.started_at or exists (select from alert m
      where m.tenant_id = w.tenant_id and m.camera_id = w.camera_id and m.verdict_reason = 'camera-moved'
        and m.occurred_at > w.started_at and m.deleted_at is null) then 'moved' end], null))`
const NOW_IS = sql`cross join lateral (select ${BASIS} as basis) now_is`

function isOf(scope: ResidentScope): Sql<boolean> {
  return sql`(${inTenants(sql`c.tenant_id`, scope)} and ${inUnits(sql`c.unit_id`, scope)} and c.deregistered_at is null)`
}

/** Cameras with their newest certificate. Index: walk_test_by_camera. */
export async function readWalks(
  db: TenantDb,
  scope: ResidentScope,
  cameraId: string | undefined,
): Promise<WalkRecord[]> {
  const which = cameraId === undefined ? sql`true` : sql`c.id = ${cameraId}`
  /** Null: the camera has no certificate. */
  type Row = Omit<WalkRecord, 'newest'> & {
    testId: string | null
    testerName: string | null
    endedAt: string | null
    steps: WalkStepRecord[] | null
    renewals: WalkRenewal[]
  }
  const rows = await db.rows(sql<Row>`
    select c.id as "cameraId", c.name as "cameraName", c.location, u.name as "unitName", w.id as "testId",
      w.user_name as "testerName", w.ended_at as "endedAt", w.steps, ${RENEWALS} as renewals
    from camera c left join agent a on a.tenant_id = c.tenant_id and a.id = c.agent_id
      left join unit u on u.tenant_id = c.tenant_id and u.id = c.unit_id
      ${NOW_IS}
      left join lateral (select t.* from walk_test t where t.tenant_id = c.tenant_id and t.camera_id = c.id
        and t.end_reason = 'finished' order by t.started_at desc limit 1) w on true
    where ${isOf(scope)} and ${which}
    order by w.id is not null, cardinality(${RENEWALS}) = 0, w.ended_at, c.sort_name, c.id limit 2000`)
  return rows.map(({ testId, testerName, endedAt, steps, renewals, ...camera }) => {
    if (testId === null || testerName === null || endedAt === null || steps === null) return { ...camera, newest: null }
    const tried = steps.filter(({ result }) => result !== null && result !== 'skipped')
    const seen = tried.filter(({ result }) => result === 'seen').length
    return { ...camera, newest: { id: testId, testerName, endedAt, tried: tried.length, seen, renewals } }
  })
}

type RunningRow = Omit<WalkTest, 'steps' | 'hubVersion' | 'alerts' | 'renewals' | 'image'>
const FACTS = sql`w.id, w.camera_id as "cameraId", c.name as "cameraName", c.location, w.user_name as "testerName",
  w.started_at as "startedAt", w.ends_at as "endsAt", w.ended_at as "endedAt", w.end_reason as "endReason"`

/** Index: walk_test_running. */
export function readRunning(db: TenantDb, scope: ResidentScope, now: Date): Promise<RunningRow[]> {
  return db.rows(sql<RunningRow>`
    select ${FACTS} from walk_test w join camera c on c.tenant_id = w.tenant_id and c.id = w.camera_id
    where ${isOf(scope)} and w.ended_at is null and w.ends_at > ${now}
    order by w.started_at desc, w.id`)
}

/** A camera that the user may configure. Its row is locked, so that concurrent presses are serialized. */
export async function lockCamera(db: TenantDb, scope: ResidentScope, cameraId: string): Promise<WalkPlace | undefined> {
  const place = await db.first(sql<WalkPlace>`
    select c.tenant_id as "tenantId", c.id as "cameraId", c.unit_id as "unitId" from camera c
    where ${isOf(scope)} and c.id = ${cameraId}`)
  if (!place) return undefined
  await db.writeTo(place.tenantId)
  await db.run(sql`select from camera where tenant_id = ${db.tenantId} and id = ${cameraId} for no key update`)
  return place
}

export async function insertWalk(
  db: TenantDb,
  { cameraId }: WalkPlace,
  by: Answerer,
  now: Date,
): Promise<{ id: string; endsAt: string }> {
  await db.run(sql`
    update walk_test set ended_at = ${now}, end_reason = 'replaced', image = null
    where tenant_id = ${db.tenantId} and camera_id = ${cameraId} and ended_at is null`)
  const endsAt = new Date(now.getTime() + WALK_MINUTES * 60_000)
  const row = await db.first(sql<{ id: string; endsAt: string }>`
    insert into walk_test (tenant_id, camera_id, user_id, user_name, started_at, ends_at, looked_at, basis, hub_version)
    select c.tenant_id, c.id, ${by.userId}::uuid, ${by.userName}::text, ${now}::timestamptz, ${endsAt}::timestamptz,
      ${now}::timestamptz, ${BASIS}, a.version
    from camera c left join agent a on a.tenant_id = c.tenant_id and a.id = c.agent_id
    where c.tenant_id = ${db.tenantId} and c.id = ${cameraId}
    returning id, ends_at as "endsAt"`)
  return row!
}

export type OpenWalk = WalkPlace & {
  agentId: string | null
  steps: WalkStepRecord[]
  endsAt: string
  endedAt: string | null
  isClearRefused: boolean
}

/** Locks the test's row; from now on the transaction writes to its tenant. */
export async function lockWalk(db: TenantDb, scope: ResidentScope, id: string): Promise<OpenWalk | undefined> {
  const place = await db.first(sql<{ tenantId: string }>`
    select w.tenant_id as "tenantId" from walk_test w
      join camera c on c.tenant_id = w.tenant_id and c.id = w.camera_id
    where ${isOf(scope)} and w.id = ${id}`)
  if (!place) return undefined
  await db.writeTo(place.tenantId)
  return db.first(sql<OpenWalk>`
    select w.tenant_id as "tenantId", w.camera_id as "cameraId", c.unit_id as "unitId", c.agent_id as "agentId",
      w.steps, w.ends_at as "endsAt", w.ended_at as "endedAt", ${isRefused('clear-images')} as "isClearRefused"
    from walk_test w join camera c on c.tenant_id = w.tenant_id and c.id = w.camera_id
    where ${isOf(scope)} and w.id = ${id} for no key update of w`)
}

/** `image` undefined: the previous one stays. */
export async function saveSteps(
  db: TenantDb,
  id: string,
  steps: readonly WalkStepRecord[],
  { now, image }: { now: Date; image?: Buffer | undefined },
): Promise<void> {
  await db.run(sql`
    update walk_test set steps = ${JSON.stringify(steps)}::text::jsonb, looked_at = ${now},
      image = coalesce(${image ?? null}::bytea, image)
    where tenant_id = ${db.tenantId} and id = ${id} and ended_at is null`)
}

/** A certificate deletes the image of the previous one; a test without a certificate leaves no image. */
export async function endWalk(
  db: TenantDb,
  walk: WalkPlace & { id: string },
  reason: WalkEnd,
  now: Date,
): Promise<void> {
  const isCertified = reason === 'finished'
  await db.run(sql`
    update walk_test set ended_at = ${now}, end_reason = ${reason},
      image = case when ${isCertified}::boolean then image end
    where tenant_id = ${db.tenantId} and id = ${walk.id}`)
  if (!isCertified) return
  await db.run(sql`
    update walk_test set image = null where tenant_id = ${db.tenantId} and camera_id = ${walk.cameraId}
      and id <> ${walk.id} and image is not null`)
}

export type EndedWalk = WalkPlace & { id: string; reason: WalkEnd }

/** Ends tests that timed out or whose phone disconnected. Index: walk_test_running. */
export function endDueWalks(db: PlatformDb, now: Date, limit: number): Promise<EndedWalk[]> {
  const away = new Date(now.getTime() - WALK_AWAY_S * 1000)
  return db.rows(sql<EndedWalk>`
    with due as (
      select w.tenant_id, w.id, w.ends_at <= ${now} as is_late, c.unit_id
      from walk_test w join camera c on c.tenant_id = w.tenant_id and c.id = w.camera_id
      where w.ended_at is null and (w.ends_at <= ${now} or w.looked_at <= ${away})
      order by w.tenant_id, w.id limit ${limit} for update of w skip locked
    )
    update walk_test w set ended_at = ${now}, end_reason = case when d.is_late then 'time' else 'away' end, image = null
    from due d where w.tenant_id = d.tenant_id and w.id = d.id
    returning w.tenant_id as "tenantId", w.id, w.camera_id as "cameraId", d.unit_id as "unitId",
      w.end_reason as reason`)
}

export type WalkRow = Omit<WalkTest, 'image' | 'alerts'> &
  WalkPlace & { image: Uint8Array | null; isClearRefused: boolean; siteName: string; timezone: string }

export function readWalk(db: TenantDb, scope: ResidentScope, id: string): Promise<WalkRow | undefined> {
  return db.first(sql<WalkRow>`
    select ${FACTS}, w.tenant_id as "tenantId", c.unit_id as "unitId", w.steps, w.hub_version as "hubVersion",
      ${RENEWALS} as renewals, ${isRefused('clear-images')} as "isClearRefused", s.name as "siteName", s.timezone,
      case when w.basis->>'privacy' = now_is.basis->>'privacy' then w.image end as image
    from walk_test w join camera c on c.tenant_id = w.tenant_id and c.id = w.camera_id
      join tenant s on s.id = w.tenant_id
      left join agent a on a.tenant_id = c.tenant_id and a.id = c.agent_id
      ${NOW_IS}
    where ${isOf(scope)} and w.id = ${id}`)
}

/** Alerts that the camera raised during a test. Index: alert_by_camera. */
export function readWalkAlerts(
  db: TenantDb,
  {
    tenantId,
    cameraId,
    startedAt,
    endedAt,
    endsAt,
  }: Pick<WalkRow, 'tenantId' | 'cameraId' | 'startedAt' | 'endedAt' | 'endsAt'>,
): Promise<WalkTest['alerts']> {
  return db.rows(sql<WalkTest['alerts'][number]>`
    select id, activity, occurred_at as "occurredAt" from alert
    where tenant_id = ${tenantId} and camera_id = ${cameraId} and deleted_at is null
      and occurred_at >= ${startedAt} and occurred_at <= ${endedAt ?? endsAt}
    order by occurred_at limit 50`)
}
