/** What was done to alarms, on their alerts' timelines; and alarms that end together. Requirements ALARM-01, ALARM-07. */
import type { AlarmOutcome, AnswerSource } from '@mimamori/contract/alerting/alarm-state.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

/** Who did it, where, and which press it was. */
export type StepOf = {
  userId: string
  userName: string
  source: AnswerSource | null
  pressedAt: string | null
  requestId: string | null
}
type AlarmStep = { kind: string; outcome?: AlarmOutcome; note?: string | null }

/** Adds the steps, in this order, to the timeline of each alert of the tenant that is written to. */
export async function addAlarmSteps(
  db: TenantDb,
  alertIds: readonly string[],
  of: StepOf,
  steps: readonly AlarmStep[],
  now: Date,
): Promise<void> {
  if (alertIds.length === 0) return
  const rows = steps.map(({ kind, outcome, note }) => ({ kind, outcome: outcome ?? null, note: note || null }))
  await db.run(sql`
    insert into alert_step (tenant_id, alert_id, at, kind, user_id, user_name, outcome, note, source, pressed_at,
      request_id)
    select ${db.tenantId}, i.id, ${now}, r.kind, ${of.userId}, ${of.userName}, r.outcome, r.note, ${of.source},
      ${of.pressedAt}, ${of.requestId}
    from unnest(${alertIds}::uuid[]) i (id)
      cross join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (kind text, outcome text, note text)`)
}

/** Which of several alarms end: `open` alone those that nobody goes to. */
export type Ending = { outcome: AlarmOutcome; note: string | null; isOpenOnly: boolean }

/** Ends those that are not over and answers which they are. Lock their alerts before, in the order of their ids. */
export async function resolveAlarms(
  db: TenantDb,
  alertIds: readonly string[],
  of: StepOf,
  { outcome, note, isOpenOnly }: Ending,
  now: Date,
): Promise<string[]> {
  const states = isOpenOnly ? ['open'] : ['open', 'claimed', 'arrived']
  const rows = await db.rows(sql<{ id: string }>`
    update alert set alarm_state = 'resolved', claim_ends_at = null, resolved_at = ${now}, resolved_by = ${of.userId},
      resolved_name = ${of.userName}, outcome = ${outcome}, outcome_note = ${note}
    where tenant_id = ${db.tenantId} and id = any(${alertIds}::uuid[]) and alarm_state = any(${states}::text[])
      and deleted_at is null
    returning id`)
  const ids = rows.map(({ id }) => id)
  await addAlarmSteps(db, ids, of, [{ kind: 'resolved', outcome, note }], now)
  if (outcome === 'false-alarm') await judgeFalse(db, ids, of, now)
  return ids
}

/** What ended as a false alarm is judged so, where nobody has judged it: reports count no such fall. */
export async function judgeFalse(db: TenantDb, alertIds: readonly string[], of: StepOf, now: Date): Promise<void> {
  await db.run(sql`
    with judged as (
      update alert set verdict = 'false-alarm'
      where tenant_id = ${db.tenantId} and id = any(${alertIds}::uuid[]) and verdict is null returning id)
    insert into alert_step (tenant_id, alert_id, at, kind, user_id, user_name, verdict)
    select ${db.tenantId}, id, ${now}, 'judged', ${of.userId}, ${of.userName}, 'false-alarm' from judged`)
}
