/** Statements that turn notices into messages. */

import type { NotificationChannel } from '@mimamori/contract/alerting/channel.ts'
import type { NotificationCause } from '@mimamori/contract/alerting/notification.ts'
import type { Subscribers } from '@mimamori/contract/camera/subscriber.ts'
import type { DeviceKind } from '@mimamori/contract/identity/device.ts'
import type { Activity, AlertSeverity } from '@mimamori/contract/shared/apps.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { arrivedLate, isPossible, isWaiting } from '#shared/alarm/alarm-row.ts'
import { roomKey } from '#shared/alarm/room-call.ts'
import { type Burst, HELD_AFTER_MS } from './notice.burst.ts'
import type { Person } from './notice.person.ts'

/** An arbitrary but fixed lock number: only one instance expands notices at a time. */
const TURN = 7_246_071

/**
 * Waits until no other instance expands notices, so that one instance gathers each burst. The lock ends with the
 * transaction.
 */
export async function takeTurn(db: PlatformDb): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(${TURN})`)
}

/**
 * Plans the following statements at each use, and by indexes. The table of notices is usually empty and has no useful
 * statistics when a storm fills it: a plan cached before would read the whole storm for a few rows.
 */
export async function planAnew(db: PlatformDb): Promise<void> {
  await db.run(sql`
    select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('enable_seqscan', 'off', true),
      set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`)
}

/**
 * Notices that are not postponed: sites in turn, the oldest and newest of each, so that a new notice waits neither
 * behind another site's storm nor behind its own. Index: the primary key, whose ids grow with time.
 */
export async function findNotices(db: PlatformDb, now: Date, most: number): Promise<string[]> {
  await planAnew(db)
  // PostgreSQL would sort a table that it takes for empty instead of reading the index in its order.
  await db.run(sql`select set_config('enable_sort', 'off', true), set_config('enable_bitmapscan', 'off', true)`)
  const half = sql.raw(String(Math.ceil(most / 2)))
  const waiting = sql`from notice n where n.tenant_id = site.tenant_id and (n.next_at is null or n.next_at <= ${now})`
  const rows = await db.rows(sql<{ id: string }>`
    with recursive site as (
      (select q.tenant_id from notice q order by q.tenant_id limit 1)
      union all
      select (select q.tenant_id from notice q where q.tenant_id > site.tenant_id order by q.tenant_id limit 1)
      from site where site.tenant_id is not null),
    ready as (
      select w.id, min(w.place) as place from site cross join lateral (
        select o.id, row_number() over (order by o.id) as place
          from (select n.id ${waiting} order by n.id limit ${half}) o
        union all
        select y.id, row_number() over (order by y.id desc) as place
          from (select n.id ${waiting} order by n.id desc limit ${half}) y) w
      where site.tenant_id is not null group by w.id)
    select id from ready order by place, id limit ${most}`)
  return rows.map(({ id }) => id)
}

/** When the next notice is to be expanded; null if none waits. */
export async function nextNotice(db: PlatformDb): Promise<Date | null> {
  await planAnew(db)
  const row = await db.first(sql<{ at: string | null }>`
    select least((select min(created_at) from notice where next_at is null), (select min(next_at) from notice)) as at`)
  return row?.at ? new Date(row.at) : null
}

export async function putOffNotice(db: PlatformDb, id: string, until: Date): Promise<void> {
  await db.run(sql`update notice set next_at = ${until} where id = ${id}`)
}

/** Rows `n` of notice, each looked up by id: `offset 0` keeps the planner from joining the whole table. */
function noticesOf(ids: readonly string[]): Sql {
  return sql`unnest(${ids}::uuid[]) i (id) cross join lateral (select * from notice n where n.id = i.id offset 0) n`
}

/** Locks these alerts and planned check-ins until the transaction ends, in the same order as answers lock them. */
export async function lockCauses(db: PlatformDb, noticeIds: readonly string[]): Promise<void> {
  await db.run(sql`
    select from alert a where (a.tenant_id, a.id) in (
      select n.tenant_id, n.alert_id from ${noticesOf(noticeIds)} where n.alert_id is not null)
    order by a.id for share`)
  await db.run(sql`
    select from booking_occurrence o where (o.tenant_id, o.id) in (
      select n.tenant_id, n.occurrence_id from ${noticesOf(noticeIds)} where n.occurrence_id is not null)
    order by o.id for share`)
}

/**
 * Whether the alert `a` or the planned check-in `o` no longer needs a notification. A message that a person requested
 * is sent whatever its age and state, unless its alert was deleted.
 */
export function isOver(cause: Sql, now: Date): Sql<boolean> {
  return sql`(${cause} = 'reminder' and (o.check_in_id is not null or o.is_skipped or o.removed_at is not null
      or o.ends_at <= ${now}::timestamptz)
    or ${cause} not in ('sample', 'reminder') and (a.id is null or a.deleted_at is not null
    or (${cause} in ('raised', 'escalated', 'reopened', 'unanswered') and (a.occurred_at <= ${now}::timestamptz - interval '24 hours'
      or not ${isWaiting}))))`
}

export type Notice = {
  tenantId: string
  id: string
  cause: NotificationCause
  /** Null for samples and reminders, like all alert fields below. */
  alertId: string | null
  /** The planned check-in of a reminder. */
  occurrenceId: string | null
  unitId: string | null
  sourceId: string | null
  /** Null: without a camera. */
  cameraId: string | null
  activity: Activity | null
  isPossible: boolean
  kindName: string | null
  severity: AlertSeverity | null
  /** The opening of the alarm; 1 for everything else. */
  opening: number
  location: string
  /** The room of an open alarm that came in time, and how bad the alarm is; null for everything else. */
  room: string | null
  rank: number
  repeatMinutes: number
  escalationId: string | null
  escalationName: string | null
  /** The round of an unanswered alarm; null for every other cause. */
  round: number | null
  /** Recipients of the rule. */
  escalationUserIds: string[]
  escalationUnitIds: string[]
  /** Who requested the message; for a reminder, who is to look in; for a reopened alarm, who had claimed it. */
  userId: string | null
  parentId: string | null
  isDemo: boolean
  /** Milliseconds from the alert's time to its storage; 0 if there is no alert. */
  heldMs: number
  /** The notification is no longer needed. */
  isOver: boolean
  /** Subscribers of the camera and its app, or of the cameras that went dark with a hub. */
  subscribers: Partial<Subscribers>[]
  /** Others to remind: the camera's check-in subscribers, or those of its unit instead. */
  reminderUserIds: string[]
}

/**
 * Who is reminded of a check-in with the camera `k`, in unit `u`: the unit's own people if it sets them, otherwise
 * those of the camera and of its live streaming. LIVE-03.
 */
const REMINDED = sql`to_jsonb(array(
  select r.user_id::text from unit_reminder_user r
    where u.overrides_reminder_subscribers and r.tenant_id = u.tenant_id and r.unit_id = u.id
  union select jsonb_array_elements_text(s.list) from (
    select k.subscribers->'reminderUserIds' as list
    union all select p.settings->'subscribers'->'reminderUserIds' from camera_app p
      where p.tenant_id = k.tenant_id and p.camera_id = k.id and p.app_code = 'A008') s
    where not coalesce(u.overrides_reminder_subscribers, false) and jsonb_typeof(s.list) = 'array'))`

export function readNotices(db: PlatformDb, ids: readonly string[], now: Date): Promise<Notice[]> {
  return db.rows(sql<Notice>`
    select n.tenant_id as "tenantId", n.id, n.cause, n.alert_id as "alertId", n.occurrence_id as "occurrenceId",
      coalesce(n.user_id, o.user_id) as "userId", coalesce(a.unit_id, k.unit_id) as "unitId",
      coalesce(a.camera_id, a.agent_id, o.camera_id) as "sourceId",
      coalesce(a.camera_id, o.camera_id) as "cameraId", a.activity, ${isPossible} as "isPossible", a.kind_name as "kindName", a.severity,
      coalesce(a.opening, 1) as opening, coalesce(c.location, a.agent_name, k.location, '') as location, t.parent_id as "parentId", t.is_demo as "isDemo",
      case when a.alarm_state = 'open' and c.id is not null and not ${arrivedLate} then ${roomKey} end as room,
      coalesce(alarm_rank('open', a.severity, a.activity), 0) as rank, t.repeat_minutes as "repeatMinutes",
      n.round, n.escalation_id as "escalationId", e.name as "escalationName",
      to_jsonb(array(select x.user_id from escalation_user x
        where x.tenant_id = n.tenant_id and x.escalation_id = n.escalation_id)) as "escalationUserIds",
      to_jsonb(array(select x.unit_id from escalation_unit x
        where x.tenant_id = n.tenant_id and x.escalation_id = n.escalation_id)) as "escalationUnitIds",
      coalesce(extract(epoch from a.created_at - a.occurred_at)::float8 * 1000, 0) as "heldMs",
      (t.disabled_at is not null or ${isOver(sql`n.cause`, now)}) as "isOver",
      to_jsonb(array(
        select c.subscribers where c.id is not null
        union all select p.settings->'subscribers' from camera_app p
          where p.tenant_id = a.tenant_id and p.camera_id = a.camera_id and p.app_code = a.activity
            and jsonb_typeof(p.settings->'subscribers') = 'object'
        union all select k.subscribers from camera k
          where a.camera_id is null and k.tenant_id = a.tenant_id and k.agent_id = a.agent_id
            and k.unit_id is not distinct from a.unit_id and k.deregistered_at is null)) as subscribers,
      ${REMINDED} as "reminderUserIds"
    from ${noticesOf(ids)} join tenant t on t.id = n.tenant_id
      left join alert a on a.tenant_id = n.tenant_id and a.id = n.alert_id
      left join booking_occurrence o on o.tenant_id = n.tenant_id and o.id = n.occurrence_id
      left join camera k on k.tenant_id = o.tenant_id and k.id = o.camera_id
      left join unit u on u.tenant_id = k.tenant_id and u.id = k.unit_id
      left join camera c on c.tenant_id = a.tenant_id and c.id = a.camera_id
      left join escalation e on e.tenant_id = n.tenant_id and e.id = n.escalation_id
    order by n.created_at, n.id`)
}

type Named = { tenantId: string; userIds: readonly string[]; unitIds: readonly string[] }

/** The enabled users among these, and among those bound to these units of the site. */
export async function readPeople(db: PlatformDb, { tenantId, userIds, unitIds }: Named): Promise<Person[]> {
  if (userIds.length === 0 && unitIds.length === 0) return []
  return db.rows(sql<Person>`
    select u.id, u.tenant_id as "tenantId", u.role, person_name(u.first_name, u.last_name) as name,
      plain(u.email) as email, coalesce(p.reaches, '{}') as reaches, coalesce(p.quiet_hours, '{}') as "quietHours",
      u.timezone as "timeZone",
      to_jsonb(array(select x.unit_id from user_unit x where x.tenant_id = u.tenant_id and x.user_id = u.id)) as "unitIds",
      exists (select from push_registration r where r.user_id = u.id and not r.is_token) as "hasPush",
      exists (select from ringer g join ringer_address d on d.tenant_id = g.tenant_id and d.preset = g.preset
        where g.tenant_id = u.tenant_id and g.is_enabled and d.user_id = u.id) as "hasRinger"
    from app_user u join tenant t on t.id = u.tenant_id
      left join notification_preference p on p.tenant_id = u.tenant_id and p.user_id = u.id
    where u.disabled_at is null and t.disabled_at is null and u.id in (
      select unnest(${userIds}::uuid[])
      union select x.user_id from user_unit x where x.tenant_id = ${tenantId} and x.unit_id = any(${unitIds}::uuid[]))
    order by u.id`)
}

export async function readAdministrators(db: PlatformDb, tenantId: string): Promise<string[]> {
  const rows = await db.rows(sql<{ id: string }>`
    select id from app_user where tenant_id = ${tenantId} and role = 'ADMIN' and disabled_at is null order by id`)
  return rows.map(({ id }) => id)
}

/** The running bursts of these sources. Index: notification_burst. */
export async function readBursts(
  db: PlatformDb,
  tenantId: string,
  sourceIds: readonly string[],
  now: Date,
): Promise<Map<string, Burst>> {
  if (sourceIds.length === 0) return new Map()
  const rows = await db.rows(sql<{ key: string; id: string; endsAt: string; severity: AlertSeverity }>`
    select coalesce(n.user_id::text, plain(n.email)) || ' ' || n.channel || ' ' || n.source_id || ' '
        || case when n.source_id = n.tenant_id then 'late' else n.activity end
        || case when a.created_at - a.occurred_at >= ${HELD_AFTER_MS} * interval '1 millisecond' then ' held' else '' end as key,
      n.burst_id as id, max(n.burst_ends_at) as "endsAt",
      (array_agg(n.severity order by array_position(array['critical', 'high', 'medium', 'low'], n.severity)))[1] as severity
    from notification n left join alert a on a.tenant_id = n.tenant_id and a.id = n.alert_id
    where n.tenant_id = ${tenantId} and n.source_id = any(${sourceIds}::uuid[]) and n.burst_ends_at > ${now}
      and n.cause = 'raised' and n.state not in ('cancelled', 'failed')
    group by 1, 2 order by max(n.burst_ends_at)`)
  return new Map(rows.map(({ key, id, endsAt, severity }) => [key, { id, endsAt: new Date(endsAt), severity }]))
}

export async function makeIds(db: PlatformDb, count: number): Promise<string[]> {
  if (count === 0) return []
  const rows = await db.rows(sql<{ id: string }>`select uuidv7() as id from generate_series(1, ${count})`)
  return rows.map(({ id }) => id)
}

export type NewMessage = {
  tenantId: string
  id: string
  cause: NotificationCause
  alertId: string | null
  occurrenceId: string | null
  occasionId: string | null
  escalationName: string | null
  channel: NotificationChannel
  fallback: readonly NotificationChannel[]
  deviceKind: DeviceKind | null
  userId: string | null
  email: string | null
  recipientName: string
  isListed: boolean
  sourceId: string | null
  activity: string | null
  severity: string | null
  opening: number
  burstId: string
  burstEndsAt: Date | null
  isGathered: boolean
  nextAt: Date
}

/** Returns those that did not exist yet. */
export async function insertMessages(db: PlatformDb, messages: readonly NewMessage[], now: Date): Promise<Set<string>> {
  if (messages.length === 0) return new Set()
  const rows = await db.rows(sql<{ id: string }>`
    insert into notification (tenant_id, id, cause, alert_id, occurrence_id, occasion_id, escalation_name, channel, fallback, device_kind, user_id, email,
      recipient_name, is_listed, source_id, activity, severity, burst_id, burst_ends_at, is_gathered, next_at, due_at,
      created_at, changed_at, opening)
    select r."tenantId", r.id, r.cause, r."alertId", r."occurrenceId", r."occasionId", r."escalationName", r.channel, r.fallback, r."deviceKind", r."userId", r.email,
      r."recipientName", r."isListed", r."sourceId", r.activity, r.severity, r."burstId", r."burstEndsAt",
      r."isGathered", r."nextAt", r."nextAt", ${now}, ${now}, r.opening
    from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) as r ("tenantId" uuid, id uuid, cause text,
      "alertId" uuid, "occurrenceId" uuid, "occasionId" uuid, "escalationName" text, channel text, fallback text[], "deviceKind" text, "userId" uuid, email text,
      "recipientName" text, "isListed" boolean, "sourceId" uuid, activity text, severity text, "burstId" uuid,
      "burstEndsAt" timestamptz, "isGathered" boolean, "nextAt" timestamptz, opening integer)
    on conflict do nothing
    returning id`)
  return new Set(rows.map(({ id }) => id))
}

/** Adds the fired rules to the timelines. */
export async function addEscalationSteps(db: PlatformDb, notices: readonly Notice[], now: Date): Promise<void> {
  if (notices.length === 0) return
  const steps = notices.map(({ tenantId, alertId, escalationName }) => ({ tenantId, alertId, escalationName }))
  await db.run(sql`
    insert into alert_step (tenant_id, alert_id, at, kind, escalation_name)
    select r."tenantId", r."alertId", ${now}, 'escalated', r."escalationName"
    from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb)
      as r ("tenantId" uuid, "alertId" uuid, "escalationName" text)`)
}

export async function removeNotices(db: PlatformDb, ids: readonly string[]): Promise<void> {
  await db.run(sql`delete from notice where id = any(${ids}::uuid[])`)
}
