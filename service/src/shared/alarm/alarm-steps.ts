/** What was done to alarms, on their alerts' timelines; and alarms that end together. Requirements ALARM-01, ALARM-07. */
import type { Alarm } from '@mimamori/contract/alerting/alarm.ts'
import type { PressSource, StoredOutcome } from '@mimamori/contract/shared/alarm-state.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { type AlarmColumns, alarmColumns, toAlarm } from './alarm-row.ts'

/** Who did it, where, and which press it was. */
export type StepOf = {
  userId: string
  userName: string
  source: PressSource | null
  pressedAt: string | null
  requestId: string | null
}
type AlarmStep = { kind: string; outcome?: StoredOutcome; note?: string | null; undoes?: string }
/** Alarms by their alerts, as they were before a press. */
export type Before = ReadonlyMap<string, Alarm>

/** As they are now. Lock their alerts before, where a change follows. */
export async function readAlarms(db: TenantDb, alertIds: readonly string[]): Promise<Before> {
  const rows = await db.rows(sql<AlarmColumns & { id: string }>`
    select a.id, ${alarmColumns} from alert a
    where a.tenant_id = ${db.tenantId} and a.id = any(${alertIds}::uuid[]) and a.alarm_state is not null`)
  return new Map(rows.map(({ id, ...row }) => [id, toAlarm(row)!]))
}

/** Adds the steps, in this order, to the timeline of each alert of the tenant that is written to. `before`: for an undo. */
export async function addAlarmSteps(
  db: TenantDb,
  alertIds: readonly string[],
  of: StepOf,
  steps: readonly AlarmStep[],
  now: Date,
  before: Before = new Map(),
): Promise<void> {
  if (alertIds.length === 0) return
  const rows = steps.map(({ kind, outcome, note, undoes }) => ({
    ...{ kind, outcome: outcome ?? null, note: note || null, undoes: undoes ?? null },
  }))
  await db.run(sql`
    insert into alert_step (tenant_id, alert_id, at, kind, user_id, user_name, outcome, note, source, pressed_at,
      request_id, undoes, before)
    select ${db.tenantId}, i.id, ${now}, r.kind, ${of.userId}, ${of.userName}, r.outcome, r.note, ${of.source},
      ${of.pressedAt}, ${of.requestId}, r.undoes, ${JSON.stringify(Object.fromEntries(before))}::jsonb -> i.id::text
    from unnest(${alertIds}::uuid[]) i (id)
      cross join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (kind text, outcome text, note text, undoes uuid)`)
}

/** How to resolve several alarms. `isOpenOnly`: only the unclaimed ones. */
export type Ending = { outcome: StoredOutcome; note: string | null; isOpenOnly: boolean }

/** Resolves those that are not over and returns them. Lock their alerts before, in the order of their ids. */
export async function resolveAlarms(
  db: TenantDb,
  alertIds: readonly string[],
  of: StepOf,
  { outcome, note, isOpenOnly }: Ending,
  now: Date,
): Promise<string[]> {
  const states = isOpenOnly ? ['open'] : ['open', 'claimed', 'arrived']
  const before = await readAlarms(db, alertIds)
  const rows = await db.rows(sql<{ id: string }>`
    update alert set alarm_state = 'resolved', claim_ends_at = null, resolved_at = ${now}, resolved_by = ${of.userId},
      resolved_name = ${of.userName}, outcome = ${outcome}, outcome_note = ${note}
    where tenant_id = ${db.tenantId} and id = any(${alertIds}::uuid[]) and alarm_state = any(${states}::text[])
      and deleted_at is null
    returning id`)
  const ids = rows.map(({ id }) => id)
  await addAlarmSteps(db, ids, of, [{ kind: 'resolved', outcome, note }], now, before)
  if (outcome === 'false-alarm') await judgeFalse(db, ids, of, now)
  return ids
}

/** Alarms that ended as false get a false verdict unless they have one: reports then do not count them as falls. */
export async function judgeFalse(db: TenantDb, alertIds: readonly string[], of: StepOf, now: Date): Promise<void> {
  await db.run(sql`
    with judged as (
      update alert set verdict = 'false-alarm'
      where tenant_id = ${db.tenantId} and id = any(${alertIds}::uuid[]) and verdict is null returning id)
    insert into alert_step (tenant_id, alert_id, at, kind, user_id, user_name, verdict, request_id)
    select ${db.tenantId}, id, ${now}, 'judged', ${of.userId}, ${of.userName}, 'false-alarm', ${of.requestId} from judged`)
}
