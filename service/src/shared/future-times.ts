/**
 * Corrects impossible times in the future. A clock that was ahead leaves *until*, *due* and *last seen* times in the
 * future, and everything that compares them with the current time would stop for as long. They are set back to their
 * possible maximum.
 */
import type { PlatformDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'

/** Clocks of several instances may differ by this much (see clock-watch.ts). */
export const SLACK_SECONDS = 5
const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S

/** `seen`: when something happened, at most now. */
type Seen = { table: string; seen: string }
/** `start` is at most now; its ends move back with it, so that the duration is unchanged. */
type Span = { table: string; start: string; ends: readonly string[] }
/** `due` is at most `mostS` seconds ahead: a lease or a pause. Rows further ahead become due now. */
type Due = { table: string; due: string; mostS: number }
type Rule = Seen | Span | Due

/** Spans precede the due times of the same table: a row that began in the future is moved as a whole. */
export const FUTURE_TIMES: readonly Rule[] = [
  { table: 'agent', seen: 'last_active_at' },
  { table: 'agent', seen: 'heard_since' },
  { table: 'agent', seen: 'duplicate_at' },
  { table: 'alarm_device', seen: 'seen_at' },
  { table: 'app_user', seen: 'tokens_valid_from' },
  { table: 'camera', seen: 'last_activity_at' },
  { table: 'camera', seen: 'watched_since' },
  { table: 'path_proof', seen: 'raised_at' },
  { table: 'room_state', seen: 'heard_at' },
  { table: 'room_state', seen: 'received_at' },
  // Else what a hub reports now would count as older, and be dropped, until the clock is there again.
  { table: 'room_state', seen: 'concluded_at' },
  { table: 'session', seen: 'last_seen_at' },
  { table: 'user_alert_watermark', seen: 'seen_until' },
  { table: 'login_attempt', start: 'window_started_at', ends: ['blocked_until'] },
  { table: 'reset_code', start: 'issued_at', ends: ['expires_at'] },
  { table: 'invitation', start: 'issued_at', ends: ['expires_at'] },
  { table: 'visit', start: 'started_at', ends: ['ends_at'] },
  { table: 'walk_test', start: 'started_at', ends: ['ends_at', 'looked_at'] },
  { table: 'tenant_deletion', start: 'marked_at', ends: ['due_at'] },
  { table: 'external_run', start: 'created_at', ends: ['next_at'] },
  { table: 'report_job', start: 'created_at', ends: ['next_at'] },
  { table: 'webhook_delivery', start: 'queued_at', ends: ['expires_at'] },
  { table: 'webhook', seen: 'failing_since' },
  { table: 'contact', seen: 'failing_since' },
  { table: 'mail_message', start: 'created_at', ends: ['next_at'] },
  { table: 'notice', start: 'created_at', ends: ['next_at'] },
  { table: 'notification', start: 'created_at', ends: ['next_at', 'due_at', 'burst_ends_at', 'receipt_due_at'] },
  { table: 'ring_message', start: 'rung_at', ends: ['claim_ends_at', 'poll_at'] },
  { table: 'login_attempt', due: 'blocked_until', mostS: 15 * MINUTE_S },
  { table: 'live_ticket', due: 'expires_at', mostS: MINUTE_S },
  { table: 'external_run', due: 'next_at', mostS: HOUR_S },
  { table: 'report_job', due: 'next_at', mostS: 15 * MINUTE_S },
  { table: 'mail_message', due: 'next_at', mostS: 2 * MINUTE_S },
  { table: 'notice', due: 'next_at', mostS: 2 * MINUTE_S },
  { table: 'notification', due: 'next_at', mostS: 15 * MINUTE_S },
  { table: 'notification', due: 'receipt_due_at', mostS: 5 * MINUTE_S },
  { table: 'push_withdrawal', due: 'next_at', mostS: 15 * MINUTE_S },
  { table: 'ring_message', due: 'poll_at', mostS: MINUTE_S },
  { table: 'webhook', due: 'next_at', mostS: HOUR_S },
  { table: 'ringer', due: 'check_at', mostS: HOUR_S },
  // A call would wait with an open contact.
  { table: 'contact', due: 'next_at', mostS: HOUR_S },
  { table: 'contact', due: 'try_ends_at', mostS: MINUTE_S },
  { table: 'recording_discard', due: 'due_at', mostS: 24 * HOUR_S },
]

/** Corrects impossible future times at `now`; returns the number of rows of each table. */
export async function bringBack(db: PlatformDb, now: Date): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const add = (table: string, rows: number) => {
    if (rows > 0) counts[table] = (counts[table] ?? 0) + rows
  }
  // In the order in which answers, messages and rounds lock them: two that wait for each other would end both.
  add('alert', await bringAlertsBack(db, now))
  for (const rule of FUTURE_TIMES) add(rule.table, await db.run(statementOf(rule, now)))
  add('alarm_chain', await bringChainsBack(db, now))
  add('alert_escalation', await bringEscalationsBack(db, now))
  add('booking_occurrence', await bringRemindersBack(db, now))
  return counts
}

/**
 * Hubs send heartbeats every few seconds, so an instance whose clock is ahead leaves this trace wherever it serves one.
 */
export async function hasFuture(db: PlatformDb, now: Date): Promise<boolean> {
  const latest = new Date(now.getTime() + SLACK_SECONDS * 1000)
  const row = await db.first(sql<{ isSo: boolean }>`
    select exists (select from agent where last_active_at > ${latest}) as "isSo"`)
  return row!.isSo
}

function statementOf(rule: Rule, now: Date): Sql {
  const table = sql.ref(rule.table)
  const latest = new Date(now.getTime() + SLACK_SECONDS * 1000)
  if ('seen' in rule) {
    const column = sql.ref(rule.seen)
    return sql`update ${table} set ${column} = ${now} where ${column} > ${latest}`
  }
  if ('due' in rule) {
    const column = sql.ref(rule.due)
    const most = new Date(latest.getTime() + rule.mostS * 1000)
    return sql`update ${table} set ${column} = ${now} where ${column} > ${most}`
  }
  const start = sql.ref(rule.start)
  let moved = sql`${start} = ${now}`
  for (const end of rule.ends) {
    moved = sql`${moved}, ${sql.ref(end)} = ${sql.ref(end)} - (${start} - ${now}::timestamptz)`
  }
  return sql`update ${table} set ${moved} where ${start} > ${latest}`
}

/**
 * Only alerts that are still open: their age decides about escalation, and history stays unchanged. Indexes:
 * alert_by_arrival, alert_unresolved.
 */
async function bringAlertsBack(db: PlatformDb, now: Date): Promise<number> {
  const latest = new Date(now.getTime() + SLACK_SECONDS * 1000)
  const stored = await db.run(sql`
    update alert a set created_at = ${now}, open_since = case when open_since > ${now} then ${now} else open_since end
    from tenant t
    where a.tenant_id = t.id and a.deleted_at is null and a.created_at > ${latest}
      and alert_waits(a.deleted_at, a.alarm_state, a.first_seen_at, a.is_archived)`)
  const opened = await db.run(sql`
    update alert set open_since = ${now}
    where alarm_state <> 'resolved' and deleted_at is null and open_since > ${latest}`)
  return stored + opened
}

/**
 * No escalation is due later than its rule allows. Rows that wait for active hours are corrected by the escalations
 * themselves.
 */
function bringEscalationsBack(db: PlatformDb, now: Date): Promise<number> {
  return db.run(sql`
    update alert_escalation x set
      due_at = escalation_due_at(a.open_since, a.created_at, case when x.is_hurried then 0 else e.threshold_minutes end),
      ends_at = least(x.ends_at, ${now}::timestamptz + interval '24 hours')
    from alert a, escalation e
    where a.tenant_id = x.tenant_id and a.id = x.alert_id and e.tenant_id = x.tenant_id and e.id = x.escalation_id
      and not x.is_put_off and x.fired_at is null
      and x.due_at > escalation_due_at(a.open_since, a.created_at, e.threshold_minutes)
        + ${SLACK_SECONDS} * interval '1 second'`)
}

/** Alarms that wait to be repeated are decided on anew. */
function bringChainsBack(db: PlatformDb, now: Date): Promise<number> {
  const slack = sql`${SLACK_SECONDS} * interval '1 second'`
  return db.run(sql`
    update alarm_chain set due_at = ${now}, last_round_at = least(last_round_at, ${now}),
      ends_at = least(ends_at, ${now}::timestamptz + interval '24 hours')
    where last_round_at > ${now}::timestamptz + ${slack}
      or ends_at > ${now}::timestamptz + interval '24 hours' + ${slack}`)
}

/** People were reminded too early of what is still to come: they are reminded again at its time. */
function bringRemindersBack(db: PlatformDb, now: Date): Promise<number> {
  return db.run(sql`
    update booking_occurrence o set reminded_at = null,
      remind_at = o.starts_at - b.reminder_minutes * interval '1 minute'
    from booking b
    where b.tenant_id = o.tenant_id and b.id = o.booking_id and o.check_in_id is null and o.removed_at is null
      and not o.is_skipped and o.starts_at > ${now}
      and o.reminded_at > ${now}::timestamptz + ${SLACK_SECONDS} * interval '1 second'`)
}
