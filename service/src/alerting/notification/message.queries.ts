/** Statements about messages in delivery: claim, re-check, record. */

import { NOTIFICATION_CHANNELS, type NotificationChannel } from '@mimamori/contract/alerting/channel.ts'
import type { DeliveryReason, NotificationCause } from '@mimamori/contract/alerting/notification.ts'
import type { DeviceKind } from '@mimamori/contract/identity/device.ts'
import type { Locale } from '@mimamori/contract/languages/locales.ts'
import type { Activity, AlertSeverity } from '@mimamori/contract/shared/apps.ts'
import type { Role } from '@mimamori/contract/shared/roles.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { dueInTurn } from '#platform/work/queue/due-in-turn.ts'
import type { InWork } from '#platform/work/queue/side-by-side.ts'
import { isPossible } from '#shared/alarm/alarm-row.ts'
import { isOver } from './notice.queries.ts'

/** Rows sent as one message: the due rows of one burst, on one channel, to one recipient. */
export type Claim = {
  tenantId: string
  burstId: string
  channel: NotificationChannel
  ids: string[]
  /** Until then nobody else claims them; also proves that this instance still owns them. */
  leasedUntil: Date
  /** Number of claims so far, of the oldest row. */
  attempts: number
  /** When the oldest row first became due. */
  dueAt: Date
}

/** When the next message is due. Index: notification_due. */
export async function nextDueAt(db: PlatformDb): Promise<Date | null> {
  const row = await db.first(sql<{ at: string | null }>`
    select min(next_at) as at from notification where next_at is not null`)
  return row?.at ? new Date(row.at) : null
}

/**
 * Takes what is due, and what an instance that died was sending: tenants in turn, the newest critical ones of each first.
 * A tenant with nothing in work gets one message beyond `most`.
 * One instance takes everything of a burst that is due: the others pass over it until the transaction ends, and find
 * it leased then.
 */
export async function claimMessages(
  db: PlatformDb,
  by: { now: Date; leasedUntil: Date; most: number; mostOfTenant: number; inWork: InWork },
): Promise<Claim[]> {
  const first = (limit: Sql) => sql`(select w.tenant_id, w.id, w.next_at, 0 as rank from notification w
    where w.tenant_id = site.tenant_id and w.next_at is not null and w.severity = 'critical' and w.next_at <= ${by.now}
    order by w.due_at desc limit ${limit})`
  const rows = await db.rows(sql<Omit<Claim, 'leasedUntil' | 'dueAt'> & { dueAt: string }>`
    ${dueInTurn('notification', { ...by, first, isFirstExtra: true })},
    bursts as materialized (select distinct n.tenant_id, n.burst_id from due join notification n using (tenant_id, id)),
    ours as materialized (
      select tenant_id, burst_id from bursts where pg_try_advisory_xact_lock(hashtextextended(burst_id::text, 0))),
    taken as (
      update notification n set attempts = n.attempts + 1, next_at = ${by.leasedUntil}
      from ours where n.tenant_id = ours.tenant_id and n.burst_id = ours.burst_id and n.next_at <= ${by.now}
      returning n.tenant_id, n.id, n.burst_id, n.channel, n.attempts, n.due_at, n.severity)
    select tenant_id as "tenantId", burst_id as "burstId", channel, to_jsonb(array_agg(id order by id)) as ids,
      max(attempts) as attempts, min(due_at) as "dueAt"
    from taken group by tenant_id, burst_id, channel
    order by array_position(${NOTIFICATION_CHANNELS}::text[], channel), bool_or(severity = 'critical') desc nulls last, min(due_at)`)
  return rows.map((row) => ({ ...row, leasedUntil: by.leasedUntil, dueAt: new Date(row.dueAt) }))
}

/**
 * Locks the alerts and planned check-ins of these messages: an answer in progress waits, and then finds the e-mail that
 * was written.
 */
export async function holdCauses(db: PlatformDb, { tenantId, ids }: Claim): Promise<void> {
  await db.run(sql`
    select from alert where tenant_id = ${tenantId} and id in (
      select alert_id from notification where tenant_id = ${tenantId} and id = any(${ids}::uuid[]))
    order by id for share`)
  await db.run(sql`
    select from booking_occurrence where tenant_id = ${tenantId} and id in (
      select occurrence_id from notification where tenant_id = ${tenantId} and id = any(${ids}::uuid[]))
    order by id for share`)
}

export type MessageRow = {
  id: string
  cause: NotificationCause
  alertId: string | null
  /** The planned check-in of a reminder, and the user who is to do it. */
  occurrenceId: string | null
  plannedFor: string | null
  /** The first alert of its burst; later messages of the burst replace it on screens. */
  burstAlertId: string | null
  escalationName: string | null
  isOver: boolean
  /** The alert needs an answer. */
  isAlarm: boolean
  activity: Activity | null
  isPossible: boolean
  /** The site's name for the kind of a signal. */
  kindName: string | null
  severity: AlertSeverity | null
  location: string
  unitId: string | null
  unitName: string | null
  occurredAt: string
  reachedIds: string[]
  userId: string | null
  /** The devices that receive the push message; null: all of the user's. */
  deviceKind: DeviceKind | null
  /** The e-mail address; null if the user is deleted or disabled. */
  email: string | null
  role: Role | null
  userTenantId: string | null
  userUnitIds: string[]
  locale: Locale
  timezone: string
  siteName: string
  parentId: string | null
  isDemo: boolean
}

/** The claimed messages that have not been canceled since, with all values for their text. */
export function readMessages(db: PlatformDb, { tenantId, ids }: Claim, now: Date): Promise<MessageRow[]> {
  return db.rows(sql<MessageRow>`
    select n.id, n.cause, n.alert_id as "alertId", n.occurrence_id as "occurrenceId", o.user_name as "plannedFor",
      coalesce(h.alert_id, n.alert_id) as "burstAlertId",
      n.escalation_name as "escalationName", ${isOver(sql`n.cause`, now)} as "isOver", a.alarm_state is not null as "isAlarm", a.activity, ${isPossible} as "isPossible", a.kind_name as "kindName", a.severity,
      coalesce(c.location, a.agent_name, '') as location, case when a.id is null then c.unit_id else a.unit_id end as "unitId",
      u.name as "unitName", coalesce(a.occurred_at, o.starts_at, n.created_at) as "occurredAt", to_jsonb(n.reached_ids) as "reachedIds",
      n.user_id as "userId", n.device_kind as "deviceKind", coalesce(n.email, p.email) as email, p.role, p.tenant_id as "userTenantId",
      to_jsonb(array(select x.unit_id from user_unit x
        where x.tenant_id = p.tenant_id and x.user_id = p.id)) as "userUnitIds",
      coalesce(p.locale, site_locale(t.id)) as locale, coalesce(p.timezone, t.timezone) as timezone,
      t.name as "siteName", t.parent_id as "parentId", t.is_demo as "isDemo"
    from notification n join tenant t on t.id = n.tenant_id
      left join notification h on h.tenant_id = n.tenant_id and h.id = n.burst_id
      left join alert a on a.tenant_id = n.tenant_id and a.id = n.alert_id
      left join booking_occurrence o on o.tenant_id = n.tenant_id and o.id = n.occurrence_id
      left join camera c on c.tenant_id = n.tenant_id and c.id = coalesce(a.camera_id, o.camera_id)
      left join unit u on u.tenant_id = n.tenant_id and u.id = case when a.id is null then c.unit_id else a.unit_id end
      left join app_user p on p.id = n.user_id and p.disabled_at is null
    where n.tenant_id = ${tenantId} and n.id = any(${ids}::uuid[]) and n.next_at is not null
    order by n.id`)
}

/** Alerts and units of claimed messages, whatever their state. */
export function readPlaces(db: PlatformDb, { tenantId, ids }: Claim) {
  return db.rows(sql<Pick<MessageRow, 'alertId' | 'unitId'>>`
    select n.alert_id as "alertId", a.unit_id as "unitId" from notification n
      left join alert a on a.tenant_id = n.tenant_id and a.id = n.alert_id
    where n.tenant_id = ${tenantId} and n.id = any(${ids}::uuid[]) order by n.id`)
}

/**
 * The user's devices of this kind (null: all) whose session is alive: not ended, and used within its idle limit. Index:
 * push_registration_by_user.
 */
export function readRegistrations(db: PlatformDb, userId: string, kind: DeviceKind | null, now: Date) {
  return db.rows(sql<{ id: string; subscription: string }>`
    select r.id, r.subscription from push_registration r
      left join session s on s.tenant_id = r.tenant_id and s.id = r.session_id
    where r.user_id = ${userId} and not r.is_token and ${kind === null ? sql`true` : sql`r.kind = ${kind}`}
      and (r.session_id is null or (s.ended_at is null and s.absolute_until > ${now}
        and s.last_seen_at + make_interval(secs => s.idle_limit_seconds) >= ${now}))
    order by r.updated_at desc limit 20`)
}

/** Leaves the row if the browser has registered again in the meantime. */
export async function removeRegistration(db: PlatformDb, of: { id: string; subscription: string }): Promise<void> {
  await db.run(sql`delete from push_registration where id = ${of.id} and subscription = ${of.subscription}`)
}

/** Cancels messages that need not be sent any more. */
export async function cancelMessages(db: PlatformDb, claim: Claim, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await db.run(sql`
    update notification set state = case when state = 'pending' then 'cancelled' else state end, next_at = null,
      changed_at = ${now}
    where tenant_id = ${claim.tenantId} and id = any(${ids}::uuid[]) and next_at = ${claim.leasedUntil}`)
}

/** Marks these rows as sent in the message `messageId`; the receipt identifies each. */
export async function bindMessages(
  db: PlatformDb,
  claim: Claim,
  by: { ids: readonly string[]; messageId: string },
): Promise<void> {
  await db.run(sql`
    update notification set message_id = ${by.messageId}
    where tenant_id = ${claim.tenantId} and id = any(${by.ids}::uuid[]) and message_id is distinct from ${by.messageId}`)
}

export type Sent = {
  ids: readonly string[]
  /** Registrations that have received it. */
  reachedIds: readonly string[]
  httpStatus: number | null
  /** The error on the other devices, and when they are retried; null: no error, or no retry. */
  reason: DeliveryReason | null
  nextAt: Date | null
  /** Until when a browser must confirm it, counted from the first delivery; null: no receipt is required. */
  receiptDueAt: Date | null
}

/** Records them as sent even if they changed meanwhile: a user may have opened the alert at the same moment. */
export async function recordSent(db: PlatformDb, claim: Claim, sent: Sent, now: Date): Promise<void> {
  await db.run(sql`
    update notification set state = case when state in ('pending', 'cancelled', 'failed') then 'sent' else state end,
      receipt_due_at = case when sent_at is null then ${sent.receiptDueAt}::timestamptz else receipt_due_at end,
      sent_at = coalesce(sent_at, ${now}), http_status = ${sent.httpStatus}, last_error = ${sent.reason},
      reached_ids = (select array_agg(distinct id) from unnest(reached_ids || ${sent.reachedIds}::uuid[]) id),
      next_at = case when next_at = ${claim.leasedUntil} then ${sent.nextAt}::timestamptz else next_at end,
      changed_at = case when state in ('pending', 'cancelled', 'failed') then ${now} else changed_at end
    where tenant_id = ${claim.tenantId} and id = any(${sent.ids}::uuid[])
      and (next_at = ${claim.leasedUntil} or next_at is null)`)
}

type Unsent = { ids: readonly string[]; httpStatus: number | null; reason: DeliveryReason; nextAt: Date | null }

/**
 * Not sent: retried at `nextAt`, or given up. A trigger moves given-up messages to the other channel if there is one
 * and the recipient still exists. Returns the number given up.
 */
export async function recordUnsent(db: PlatformDb, claim: Claim, unsent: Unsent, now: Date): Promise<number> {
  const isGivenUp = unsent.nextAt === null
  const rows = await db.rows(sql<{ state: string }>`
    update notification set state = case when ${isGivenUp} and state = 'pending' then 'failed' else state end,
      http_status = ${unsent.httpStatus}, last_error = ${unsent.reason}, next_at = ${unsent.nextAt}, changed_at = ${now}
    where tenant_id = ${claim.tenantId} and id = any(${unsent.ids}::uuid[]) and next_at = ${claim.leasedUntil}
    returning state`)
  return rows.filter(({ state }) => state === 'failed').length
}

/** Links these messages to the e-mail: its state becomes theirs. */
export async function bindEmail(
  db: PlatformDb,
  claim: Claim,
  by: { ids: readonly string[]; mailId: string; isRetained: boolean },
  now: Date,
): Promise<void> {
  await db.run(sql`
    update notification set mail_id = ${by.mailId}, next_at = null, last_error = null, changed_at = ${now},
      state = case when ${by.isRetained} then 'sent' else state end,
      sent_at = case when ${by.isRetained} then ${now}::timestamptz else sent_at end
    where tenant_id = ${claim.tenantId} and id = any(${by.ids}::uuid[]) and next_at = ${claim.leasedUntil}`)
}
