/** The timeline of an alert: its own events, people's actions, notifications, and fired rules. Requirement ALERT-05. */
import type { AlertStep } from '@mimamori/contract/alerting/alert.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import type { DetailRow } from './alert.queries.ts'

/** Steps of the system, without a user's name. */
const PLAIN_STEP = {
  ...{ userName: null, verdict: null, verdictReason: null, escalationName: null },
  ...{ outcome: null, note: null, source: null, pressedAt: null, notified: null, round: null, recipients: null },
}
/** States of a clip that was saved, even if its file was lost later. */
const WAS_SAVED = new Set<DetailRow['clipState']>(['ready', 'missing', 'damaged'])
/** At most this many messages of one alert are shown, the first ones. Those of a round are in its step, unless they failed. */
const MOST_NOTIFIED = 200

/** People's actions and notifications, oldest first. Indexes: alert_step_by_alert, notification_once. */
export function readSteps(db: TenantDb, tenantId: string, alertId: string): Promise<AlertStep[]> {
  return db.rows(sql<AlertStep>`
    select at, kind, "userName", verdict, "verdictReason", "escalationName", outcome, note, source, "pressedAt", notified, round, recipients from (
      select at, id, kind, user_name as "userName", verdict, verdict_reason as "verdictReason",
        escalation_name as "escalationName", outcome, note, source, pressed_at as "pressedAt", null::jsonb as notified,
        round, to_jsonb(recipients) as recipients
      from alert_step where tenant_id = ${tenantId} and alert_id = ${alertId}
      union all (
        select coalesce(sent_at, created_at), id, 'notified', null, null, null, null, null, null, null, null,
          jsonb_build_object('recipient', recipient_name, 'channel', channel, 'state', state), null, null
        from notification where tenant_id = ${tenantId} and alert_id = ${alertId}
          and (cause <> 'unanswered' or state = 'failed') order by created_at, id limit ${MOST_NOTIFIED})
    ) s order by at, id`)
}

/** The complete timeline, oldest first. */
export function toTimeline(row: DetailRow, others: AlertStep[]): AlertStep[] {
  const own = (at: string | null, kind: AlertStep['kind']): AlertStep[] =>
    at === null ? [] : [{ ...PLAIN_STEP, at, kind }]
  const steps = [
    ...own(row.occurredAt, 'occurred'),
    ...own(row.createdAt, 'raised'),
    ...(WAS_SAVED.has(row.clipState) ? own(row.clipChangedAt, 'clip-ready') : []),
    ...(row.clipState === 'failed' ? own(row.clipChangedAt, 'clip-failed') : []),
    ...others,
  ]
  // The sort is stable: steps of the same instant keep this order.
  return steps.sort((a, b) => a.at.localeCompare(b.at))
}
