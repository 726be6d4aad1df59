/** Statements that read alerts: a page, one with its timeline, its neighbors, the most urgent one. */

import type { AlertDetail } from '@mimamori/contract/alerting/alert.ts'
import type { PageQuery } from '@mimamori/contract/shared/page.ts'
import type { Actor } from '#platform/auth/session.ts'
import { isBehind, keyedOrder, skippedOf } from '#platform/postgres/by-key.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { hasAccess } from '#shared/access.ts'
import { clipUnasked, inAlarmOrder } from '#shared/alarm/alarm-row.ts'
import { residentsAt } from '#shared/resident-reach.ts'
import { inTenants, inUnits, type ResidentScope } from '#shared/resident-scope.ts'
import { type AlertRow, alertColumns, alertJoins } from './alert.row.ts'
import { matching, type Search, wasSeen, within } from './alert.search.ts'

/** `sort`: by the time of the alert unless given. */
export type PageOf = PageQuery & { sort?: 'severity' | 'need' }

/** With more cameras than this, filter the tenant's alerts instead of looking up each camera. */
const CAMERAS_LOOKED_UP = 20

/**
 * One page, sorted by time of the alert or by urgency. Each tenant (and each camera, if there are few) yields its first
 * rows from an index, and the page is the best of these. Indexes: alert_by_time, alert_by_camera, alert_by_severity;
 * alert_unresolved for alarms that are not over.
 */
export function readPage(db: TenantDb, by: Search, page: PageOf): Promise<AlertRow[]> {
  const skipped = skippedOf(page)
  // A single place can skip rows itself; several places must each yield all rows up to the end of the page.
  const places = by.scope.tenantIds.length * (isByCamera(by.cameraIds) ? by.cameraIds!.length : 1)
  const isOne = places === 1 && by.isArchived !== null
  const inner = isOne ? { limit: page.pageSize, offset: skipped } : { limit: skipped + page.pageSize, offset: 0 }
  const order = keyedOrder(sql`order by a.id`, page, orderOf(by, page))
  return db.rows(sql<AlertRow>`
    select ${alertColumns(by.role)}, ${wasSeen(by.userId, sql`a.seen_until`)} as "hasRead"
    from (
      select a.*, b.seen_until from ${branches(by)} b cross join lateral (
        select a.* from alert a
        where a.tenant_id = b.tenant_id ${ofBranch(by)} ${matching(by)} ${within(by)} ${bySeen(by)}
          and ${isBehind(sql`a.id`, page)}
        ${order} limit ${inner.limit} offset ${inner.offset}) a
      ${order} limit ${page.pageSize} offset ${skipped - inner.offset}) a
    ${alertJoins}
    ${order}`)
}

/** By urgency, alarms that are not over use the order of alarms; other alerts are ordered by severity. */
function orderOf({ alarmStates }: Search, { sort, sortAscending }: PageOf): Sql {
  if (!sort) return inOrder(sortAscending)
  const isOfAlarms = alarmStates !== null && !alarmStates.includes('resolved')
  return sort === 'need' && isOfAlarms && !sortAscending ? inAlarmOrder : bySeverity(sortAscending)
}

function inOrder(isAscending: boolean): Sql {
  return isAscending ? sql`order by a.occurred_at, a.id` : sql`order by a.occurred_at desc, a.id desc`
}

/** Most severe first, then newest; ascending reverses both, as the index does. */
function bySeverity(isAscending: boolean): Sql {
  return isAscending
    ? sql`order by severity_rank(a.severity) desc, a.occurred_at, a.id`
    : sql`order by severity_rank(a.severity), a.occurred_at desc, a.id desc`
}

/** The places where rows are looked up, with the user's watermark in each. */
function branches({ scope, cameraIds, userId, hasRead, isArchived }: Search): Sql {
  const cameras = isByCamera(cameraIds) ? sql`cross join unnest(${cameraIds}::uuid[]) k (camera_id)` : sql``
  // Both indexes separate archived alerts.
  const shelves = isArchived === null ? sql`cross join (values (false), (true)) z (is_archived)` : sql``
  const camera = isByCamera(cameraIds) ? sql`, k.camera_id` : sql``
  const columns = sql`t.tenant_id ${camera} ${isArchived === null ? sql`, z.is_archived` : sql``}`
  const isUnseen = hasRead === false
  const unseenFrom = isUnseen ? sql`, coalesce(${firstUnseenDay}, '-infinity') as unseen_from` : sql``
  const site = isUnseen ? sql`join tenant s on s.id = t.tenant_id` : sql``
  return sql`(select ${columns}, coalesce(w.seen_until, '-infinity') as seen_until ${unseenFrom}
    from unnest(${scope.tenantIds}::uuid[]) t (tenant_id) ${site} ${cameras} ${shelves}
    left join user_alert_watermark w on w.tenant_id = t.tenant_id and w.user_id = ${userId})`
}

function ofBranch({ cameraIds, isArchived }: Search): Sql {
  const shelf = isArchived === null ? sql`and a.is_archived = b.is_archived` : sql``
  return isByCamera(cameraIds) ? sql`and a.camera_id = b.camera_id ${shelf}` : shelf
}

function isByCamera(cameraIds: readonly string[] | null): boolean {
  return cameraIds !== null && cameraIds.length <= CAMERAS_LOOKED_UP
}

/**
 * Unseen alerts arrived after the watermark, so the search can stop at the first day on which any of them happened.
 * Null without a watermark. Index: alert_tally_by_arrival; `offset 0` keeps min() from using another index.
 */
const firstUnseenDay = sql`(
  select site_day_start(min(x.day), s.timezone) from (
    select x.day from alert_tally x
    where x.tenant_id = t.tenant_id and x.arrived_on >= site_day(w.seen_until, s.timezone) offset 0) x)`

function bySeen({ hasRead, userId }: Search): Sql {
  if (hasRead === null) return sql``
  const seen = wasSeen(userId, sql`b.seen_until`)
  if (hasRead) return sql`and ${seen}`
  return sql`and a.occurred_at >= b.unseen_from and a.created_at > b.seen_until and not ${seen}`
}

export type DetailRow = AlertRow & {
  people: AlertDetail['people']
  residents: AlertDetail['residents']
  clipMediaId: string | null
  blurredClipMediaId: string | null
  clipAlertAtMs: number | null
  clipOriginalId: string | null
  clipOriginalCodec: string | null
  clipChangedAt: string | null
  region: AlertDetail['region']
  hubId: string | null
  clipUnasked: AlertDetail['clipUnasked']
  signal: AlertDetail['signal']
  lostImage: AlertDetail['lostImage']
  lostBlurredImage: AlertDetail['lostImage']
}

/** Index: media_by_alert. */
const lostImage = (isBlurred: boolean) => sql`(
  select m.state from media m where m.tenant_id = a.tenant_id and m.alert_id = a.id and m.kind = 'thumbnail'
    and m.is_blurred = ${isBlurred} and m.state <> 'ready' limit 1)`

/** One alert of the scope; undefined if it is not found or not visible. */
export function readAlert(
  db: TenantDb,
  scope: ResidentScope,
  actor: Pick<Actor, 'userId' | 'role' | 'isImpersonating'>,
  id: string,
): Promise<DetailRow | undefined> {
  const { userId } = actor
  return db.first(sql<DetailRow>`
    select ${alertColumns(actor.role)}, a.people, a.clip_media_id as "clipMediaId",
      ${residentsAt(hasAccess(actor, 'read residents'), sql`a.tenant_id`, sql`a.camera_id`, sql`a.occurred_at`)} as residents,
      a.blurred_clip_media_id as "blurredClipMediaId", a.clip_alert_at_ms as "clipAlertAtMs",
      ori.id as "clipOriginalId", a.clip_original_codec as "clipOriginalCodec",
      a.clip_changed_at as "clipChangedAt", a.region, a.agent_id as "hubId",
      ${clipUnasked} as "clipUnasked",
      (select jsonb_build_object('by', s.account_name, 'note', s.note) from alert_signal s
        where s.tenant_id = a.tenant_id and s.alert_id = a.id) as signal,
      ${lostImage(false)} as "lostImage", ${lostImage(true)} as "lostBlurredImage",
      ${wasSeen(userId, sql`coalesce(w.seen_until, '-infinity')`)} as "hasRead"
    from alert a ${alertJoins}
    left join media ori on ori.tenant_id = a.tenant_id and ori.id = a.clip_original_media_id and ori.state = 'ready'
    left join user_alert_watermark w on w.tenant_id = a.tenant_id and w.user_id = ${userId}
    where ${inTenants(sql`a.tenant_id`, scope)} and a.id = ${id} and a.deleted_at is null
      and ${inUnits(sql`a.unit_id`, scope)}`)
}

/** The next alert in time, newer or older, that matches the filter; `of` itself need not match. */
export async function readNeighbour(
  db: TenantDb,
  by: Search,
  of: { id: string; occurredAt: string },
  isNewer: boolean,
): Promise<string | null> {
  const beyond = isNewer
    ? sql`and (a.occurred_at, a.id) > (${of.occurredAt}::timestamptz, ${of.id}::uuid)`
    : sql`and (a.occurred_at, a.id) < (${of.occurredAt}::timestamptz, ${of.id}::uuid)`
  const row = await db.first(sql<{ id: string }>`
    select a.id from ${branches(by)} b cross join lateral (
      select a.id, a.occurred_at from alert a
      where a.tenant_id = b.tenant_id ${ofBranch(by)} ${matching(by)} ${within(by)} ${bySeen(by)} ${beyond}
      ${inOrder(isNewer)} limit 1) a
    ${inOrder(isNewer)} limit 1`)
  return row?.id ?? null
}

/** The first unclaimed alarm that matches the filter, in the order of alarms. Index: alert_unresolved. */
export function readUnanswered(db: TenantDb, by: Search): Promise<AlertRow | undefined> {
  return db.first(sql<AlertRow>`
    select ${alertColumns(by.role)}, ${wasSeen(by.userId, sql`coalesce(w.seen_until, '-infinity')`)} as "hasRead"
    from (
      select a.* from unnest(${by.scope.tenantIds}::uuid[]) b (tenant_id) cross join lateral (
        select a.* from alert a
        where a.tenant_id = b.tenant_id and a.alarm_state = 'open' and a.alarm_state <> 'resolved'
          and a.deleted_at is null
          and ${inUnits(sql`a.unit_id`, by.scope)} ${within(by)}
        ${inAlarmOrder} limit 1) a
      ${inAlarmOrder} limit 1) a
    ${alertJoins}
    left join user_alert_watermark w on w.tenant_id = a.tenant_id and w.user_id = ${by.userId}`)
}
