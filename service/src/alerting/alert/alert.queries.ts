/** Statements that read alerts: a page, one with its timeline, its neighbours, the most urgent one. */
import type { AlertDetail } from '@mimamori/contract/alerting/alert.ts'
import type { Actor } from '#platform/auth/session.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { readsResidents, residentsAt } from '#shared/resident-reach.ts'
import { inTenants, inUnits, type ResidentScope } from '#shared/resident-scope.ts'
import { matching, type Question, wasSeen, within } from './alert.question.ts'
import { type AlertRow, alertColumns, alertJoins } from './alert.row.ts'

export type PageOf = { pageNumber: number; pageSize: number; sortAscending: boolean; isByNeed?: boolean }

/** More cameras than these are filtered out of the tenant's alerts instead of being looked up one by one. */
const CAMERAS_LOOKED_UP = 20

/**
 * One page by the time the alerts happened, or by how urgent they are. Each tenant (and each camera, when few are asked
 * for) gives its first rows straight from an index, and the best of them are the page. Indexes: alert_by_time,
 * alert_by_camera, alert_by_severity, for alarms that are not over alert_unresolved.
 */
export function readPage(db: TenantDb, by: Question, page: PageOf): Promise<AlertRow[]> {
  const skipped = page.pageNumber * page.pageSize
  // A single place skips by itself; of several each must give all that the best could come from.
  const places = by.scope.tenantIds.length * (isByCamera(by.cameraIds) ? by.cameraIds!.length : 1)
  const isOne = places === 1 && by.isArchived !== null
  const inner = isOne ? { limit: page.pageSize, offset: skipped } : { limit: skipped + page.pageSize, offset: 0 }
  const order = page.isByNeed ? inNeed(page.sortAscending) : inOrder(page.sortAscending)
  return db.rows(sql<AlertRow>`
    select ${alertColumns(by.role)}, ${wasSeen(by.userId, sql`a.seen_until`)} as "hasRead"
    from (
      select a.*, b.seen_until from ${branches(by)} b cross join lateral (
        select a.* from alert a
        where a.tenant_id = b.tenant_id ${ofBranch(by)} ${matching(by)} ${within(by)} ${bySeen(by)}
        ${order} limit ${inner.limit} offset ${inner.offset}) a
      ${order} limit ${page.pageSize} offset ${skipped - inner.offset}) a
    ${alertJoins}
    ${order}`)
}

function inOrder(isAscending: boolean): Sql {
  return isAscending ? sql`order by a.occurred_at, a.id` : sql`order by a.occurred_at desc, a.id desc`
}

/** The most urgent first, of those the newest; ascending the other way round, as the index has it. */
function inNeed(isAscending: boolean): Sql {
  return isAscending
    ? sql`order by severity_rank(a.severity) desc, a.occurred_at, a.id`
    : sql`order by severity_rank(a.severity), a.occurred_at desc, a.id desc`
}

/** The places where rows are looked up, with the watermark of the user in each. */
function branches({ scope, cameraIds, userId, hasRead, isArchived }: Question): Sql {
  const cameras = isByCamera(cameraIds) ? sql`cross join unnest(${cameraIds}::uuid[]) k (camera_id)` : sql``
  // Both indexes have the archived apart.
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

function ofBranch({ cameraIds, isArchived }: Question): Sql {
  const shelf = isArchived === null ? sql`and a.is_archived = b.is_archived` : sql``
  return isByCamera(cameraIds) ? sql`and a.camera_id = b.camera_id ${shelf}` : shelf
}

function isByCamera(cameraIds: readonly string[] | null): boolean {
  return cameraIds !== null && cameraIds.length <= CAMERAS_LOOKED_UP
}

/**
 * Unseen alerts arrived after the watermark, so the search need not go back beyond the first day on which any of those
 * happened. Null without a watermark. Index: alert_tally_by_arrival; `offset 0` keeps min() from walking another one.
 */
const firstUnseenDay = sql`(
  select min(x.day)::timestamp at time zone s.timezone from (
    select x.day from alert_tally x
    where x.tenant_id = t.tenant_id and x.arrived_on >= site_day(w.seen_until, s.timezone) offset 0) x)`

function bySeen({ hasRead, userId }: Question): Sql {
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
  lostPicture: AlertDetail['lostPicture']
  lostBlurredPicture: AlertDetail['lostPicture']
}

/** Index: media_by_alert. */
const lostPicture = (isBlurred: boolean) => sql`(
  select m.state from media m where m.tenant_id = a.tenant_id and m.alert_id = a.id and m.kind = 'thumbnail'
    and m.is_blurred = ${isBlurred} and m.state <> 'ready' limit 1)`

/** One alert of the scope; undefined when there is none, whatever the reason. */
export function readAlert(
  db: TenantDb,
  scope: ResidentScope,
  actor: Pick<Actor, 'userId' | 'role' | 'isImpersonating'>,
  id: string,
): Promise<DetailRow | undefined> {
  const { userId } = actor
  return db.first(sql<DetailRow>`
    select ${alertColumns(actor.role)}, a.people, a.clip_media_id as "clipMediaId",
      ${residentsAt(readsResidents(actor), sql`a.tenant_id`, sql`a.camera_id`, sql`a.occurred_at`)} as residents,
      a.blurred_clip_media_id as "blurredClipMediaId", a.clip_alert_at_ms as "clipAlertAtMs",
      ori.id as "clipOriginalId", a.clip_original_codec as "clipOriginalCodec",
      a.clip_changed_at as "clipChangedAt", a.region, a.agent_id as "hubId",
      ${lostPicture(false)} as "lostPicture", ${lostPicture(true)} as "lostBlurredPicture",
      ${wasSeen(userId, sql`coalesce(w.seen_until, '-infinity')`)} as "hasRead"
    from alert a ${alertJoins}
    left join media ori on ori.tenant_id = a.tenant_id and ori.id = a.clip_original_media_id and ori.state = 'ready'
    left join user_alert_watermark w on w.tenant_id = a.tenant_id and w.user_id = ${userId}
    where ${inTenants(sql`a.tenant_id`, scope)} and a.id = ${id} and a.deleted_at is null
      and ${inUnits(sql`a.unit_id`, scope)}`)
}

/** The next alert in time, newer or older, among those that the question finds; `of` itself need not be among them. */
export async function readNeighbour(
  db: TenantDb,
  by: Question,
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

/** The most urgent alarm of the question that nobody has claimed, the newest of them. Index: alert_unresolved. */
export function readUnanswered(db: TenantDb, by: Question): Promise<AlertRow | undefined> {
  return db.first(sql<AlertRow>`
    select ${alertColumns(by.role)}, ${wasSeen(by.userId, sql`coalesce(w.seen_until, '-infinity')`)} as "hasRead"
    from (
      select a.* from unnest(${by.scope.tenantIds}::uuid[]) b (tenant_id) cross join lateral (
        select a.* from alert a
        where a.tenant_id = b.tenant_id and a.alarm_state = 'open' and a.alarm_state <> 'resolved'
          and a.deleted_at is null
          and ${inUnits(sql`a.unit_id`, by.scope)} ${within(by)}
        ${inNeed(false)} limit 1) a
      ${inNeed(false)} limit 1) a
    ${alertJoins}
    left join user_alert_watermark w on w.tenant_id = a.tenant_id and w.user_id = ${by.userId}`)
}
