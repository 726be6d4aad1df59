/** The list of the bell: raised alerts of the scope, and messages to the user alone. Requirement NAV-05. */

import type { Notification } from '@mimamori/contract/alerting/notification.ts'
import type { Context } from '#platform/context.ts'
import type { PlatformDb, TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { fail } from '#platform/service-error.ts'
import { hasAccess } from '#shared/access.ts'
import { isPossible } from '#shared/alarm/alarm-row.ts'
import { aroundClip, isRefused } from '#shared/consent.ts'
import { inTenants, inUnits, type ResidentScope, residentScope } from '#shared/resident-scope.ts'
import { isOver } from './notice.queries.ts'

type Row = Omit<Notification, 'thumbnailUrl'> & {
  thumbnailMediaId: string | null
  blurredMediaId: string | null
  isClearRefused: boolean
}
/** The last entry of the previous page. */
type Cursor = { at: string; id: string }

const CURSOR = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** One page, newest first, and the cursor of the next one; null: this is the last page. */
export async function searchNotifications(
  { db, asPlatform, actor, media, now }: Context,
  { before, pageSize }: { before?: string; pageSize: number },
): Promise<{ records: Notification[]; next: string | null }> {
  const cursor = before === undefined ? null : readCursor(before)
  const scope = residentScope(actor)
  const most = pageSize + 1
  const raised = scope ? await readRaised(db, scope, { userId: actor.userId, cursor, most }) : []
  const own = await asPlatform('own messages', (platform) =>
    readOwn(platform, scope, { userId: actor.userId, cursor, most, now }),
  )
  const rows = [...raised, ...own].sort((a, b) => b.at.localeCompare(a.at) || b.id.localeCompare(a.id))
  const page = rows.slice(0, pageSize)
  const last = page.at(-1)
  return {
    records: page.map(({ thumbnailMediaId, blurredMediaId, isClearRefused, ...row }) => {
      const mediaId = hasAccess(actor, 'see clear frames', { isClearRefused }) ? thumbnailMediaId : blurredMediaId
      return { ...row, thumbnailUrl: mediaId && media.sign(mediaId, actor.sessionId, now) }
    }),
    next: last && rows.length > pageSize ? `${last.at}_${last.id}` : null,
  }
}

function readCursor(text: string): Cursor {
  const [, at, id] = CURSOR.exec(text) ?? []
  if (!at || !id || Number.isNaN(Date.parse(at))) throw fail('invalid-request', { before: 'invalid' })
  return { at, id }
}

type Part = { userId: string; cursor: Cursor | null; most: number }

function older(at: Sql, id: Sql, cursor: Cursor | null): Sql<boolean> {
  return cursor === null ? sql`true` : sql`(${at}, ${id}) < (${cursor.at}::timestamptz, ${cursor.id}::uuid)`
}

const ALERT_COLUMNS = sql`a.activity, ${isPossible} as "isPossible", a.kind_name as "kindName", a.severity, coalesce(c.location, a.agent_name, '') as location,
  u.name as "unitName", a.thumbnail_media_id as "thumbnailMediaId", a.blurred_media_id as "blurredMediaId",
  ${isRefused('clear-images', aroundClip(sql`a.occurred_at`))} as "isClearRefused"`
const ALERT_JOINS = sql`left join camera c on c.tenant_id = a.tenant_id and c.id = a.camera_id
  left join unit u on u.tenant_id = a.tenant_id and u.id = a.unit_id`

function hasRead(userId: string): Sql<boolean> {
  return sql`(exists (select from user_alert_watermark w
      where w.tenant_id = a.tenant_id and w.user_id = ${userId} and w.seen_until >= a.created_at)
    or exists (select from alert_seen s
      where s.tenant_id = a.tenant_id and s.user_id = ${userId} and s.alert_id = a.id))`
}

/** Each tenant yields its first rows from an index: alert_by_arrival. */
function readRaised(db: TenantDb, scope: ResidentScope, { userId, cursor, most }: Part): Promise<Row[]> {
  return db.rows(sql<Row>`
    select a.id, 'raised' as cause, a.created_at as at, a.id as "alertId", null as "occurrenceId", ${ALERT_COLUMNS},
      a.occurred_at as "occurredAt", ${hasRead(userId)} as "hasRead", null as "escalationName",
      null::integer as "unansweredMinutes"
    from (
      select a.* from unnest(${scope.tenantIds}::uuid[]) t (tenant_id) cross join lateral (
        select a.* from alert a
        where a.tenant_id = t.tenant_id and a.deleted_at is null and ${inUnits(sql`a.unit_id`, scope)}
          -- By itself, so that the index begins there; those of the same instant are sorted out after it.
          and a.created_at <= ${cursor?.at ?? 'infinity'}::timestamptz
          and ${older(sql`a.created_at`, sql`a.id`, cursor)}
        order by a.created_at desc, a.id desc limit ${most}) a
      order by a.created_at desc, a.id desc limit ${most}) a
    ${ALERT_JOINS}
    order by a.created_at desc, a.id desc`)
}

/**
 * Excludes alerts and planned check-ins that the user may no longer see; samples always appear. A reminder stays hidden
 * while its check-in can be done. Index: notification_of_user.
 */
function readOwn(
  db: PlatformDb,
  scope: ResidentScope | null,
  { userId, cursor, most, now }: Part & { now: Date },
): Promise<Row[]> {
  const isVisible = scope
    ? sql`(a.deleted_at is null and ${inTenants(sql`a.tenant_id`, scope)} and ${inUnits(sql`a.unit_id`, scope)})`
    : sql`false`
  const isPlannedHere = scope
    ? sql`(${inTenants(sql`k.tenant_id`, scope)} and ${inUnits(sql`k.unit_id`, scope)})`
    : sql`false`
  return db.rows(sql<Row>`
    select n.id, n.cause, n.created_at as at, n.alert_id as "alertId", n.occurrence_id as "occurrenceId",
      a.activity, ${isPossible} as "isPossible", a.kind_name as "kindName", a.severity, coalesce(c.location, a.agent_name, k.location, '') as location,
      coalesce(u.name, ku.name) as "unitName", a.thumbnail_media_id as "thumbnailMediaId", a.blurred_media_id as "blurredMediaId",
      ${isRefused('clear-images', aroundClip(sql`a.occurred_at`))} as "isClearRefused",
      coalesce(a.occurred_at, o.starts_at, n.created_at) as "occurredAt",
      case when o.id is not null then ${isOver(sql`n.cause`, now)}
        else n.alert_id is null or ${hasRead(userId)} end as "hasRead",
      n.escalation_name as "escalationName", e.threshold_minutes as "unansweredMinutes"
    from notification n
      left join alert a on a.tenant_id = n.tenant_id and a.id = n.alert_id
      left join escalation e on n.cause = 'escalated' and e.tenant_id = n.tenant_id and e.id = n.occasion_id
      ${ALERT_JOINS}
      left join booking_occurrence o on o.tenant_id = n.tenant_id and o.id = n.occurrence_id
      left join camera k on k.tenant_id = o.tenant_id and k.id = o.camera_id
      left join unit ku on ku.tenant_id = k.tenant_id and ku.id = k.unit_id
    where n.user_id = ${userId} and n.is_listed and (n.cause = 'sample' or ${isVisible} or ${isPlannedHere})
      and ${older(sql`n.created_at`, sql`n.id`, cursor)}
    order by n.created_at desc, n.id desc limit ${most}`)
}
