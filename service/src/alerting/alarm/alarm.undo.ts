/**
 * Undoes a person's press: its alarms return to their previous state if nothing else has happened to them. ALARM-02.
 */
import type { Alarm, alarmEndpoints } from '@mimamori/contract/alerting/alarm.ts'
import { UNDO_TAKEN_MS } from '@mimamori/contract/shared/alarm-state.ts'
import type { z } from 'zod'
import type { Context } from '#platform/context.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail } from '#platform/service-error.ts'
import { addAlarmSteps, readAlarms, type StepOf } from '#shared/alarm/alarm-steps.ts'
import { answererOf } from '#shared/answerer.ts'
import { inTenants, inUnits, type ResidentScope, residentScope } from '#shared/resident-scope.ts'
import { announce, stepOf } from './alarm.answers.ts'
import { undo } from './alarm.machine.ts'
import { type AlarmPlace, addReopenedNotice, lockAlarms, storeAlarm } from './alarm.queries.ts'

type Body = z.output<(typeof alarmEndpoints)['alarm.undo']['body']>
type Undone = { alertId: string; alarm: Alarm }

/** Returns the alarms after the undo. Repeating an undo changes nothing. */
export async function undoPress(context: Context, body: Body): Promise<Undone[]> {
  const { db, actor } = context
  const scope = residentScope(actor)
  const places = scope ? await findPressed(db, scope, body.undoes) : []
  const undone: Undone[] = []
  for (const [tenantId, own] of Map.groupBy(places, (place) => place.tenantId)) {
    await db.writeTo(tenantId)
    undone.push(...(await undoAt(context, tenantId, own, body)))
  }
  if (undone.length === 0) throw fail('alarm-state')
  return undone
}

async function undoAt(
  context: Context,
  tenantId: string,
  places: readonly AlarmPlace[],
  body: Body,
): Promise<Undone[]> {
  const { db, now, audit } = context
  const { by, source } = await answererOf(context, tenantId, body)
  const ids = places.map(({ id }) => id)
  await lockAlarms(db, ids)
  const present = await readAlarms(db, ids)
  const repeated = await readRepeated(db, ids, body.requestId)
  const pressed = await readUndoable(db, ids, {
    ...body,
    userId: by.userId,
    since: new Date(now.getTime() - UNDO_TAKEN_MS),
  })
  const isOpenAgain = new Set<string>()
  const undone: Undone[] = []
  for (const { alertId, before } of pressed) {
    const alarm = undo(present.get(alertId)!, before)
    await storeAlarm(db, tenantId, alertId, alarm)
    if (alarm.opening > present.get(alertId)!.opening) isOpenAgain.add(alertId)
    undone.push({ alertId, alarm })
  }
  const changed = undone.map(({ alertId }) => alertId)
  if (changed.length > 0) {
    const step: StepOf = stepOf(by, source, body)
    await unjudge(db, changed, body.undoes)
    await addAlarmSteps(db, changed, step, [{ kind: 'undone', undoes: body.undoes }], now)
    for (const alertId of isOpenAgain) await addReopenedNotice(db, { tenantId, alertId, claimerId: null }, now)
    const objectId = changed.length === 1 ? changed[0]! : null
    const details = { source, byUserId: by.userId, ids: changed, undoes: body.undoes }
    await audit({ action: 'alarm.undo', objectType: 'alert', objectId, details })
    announce(
      context,
      places.filter(({ id }) => changed.includes(id)),
      isOpenAgain.size > 0,
    )
  }
  return [...undone, ...repeated.map((alertId) => ({ alertId, alarm: present.get(alertId)! }))]
}

/** Alerts with a step of this press. Index: alert_step_request. */
function findPressed(db: TenantDb, scope: ResidentScope, requestId: string): Promise<AlarmPlace[]> {
  return db.rows(sql<AlarmPlace>`
    select distinct a.id, a.tenant_id as "tenantId", a.unit_id as "unitId"
    from alert_step s join alert a on a.tenant_id = s.tenant_id and a.id = s.alert_id
    where ${inTenants(sql`s.tenant_id`, scope)} and s.request_id = ${requestId} and s.before is not null
      and ${inUnits(sql`a.unit_id`, scope)} and a.deleted_at is null
    order by a.id`)
}

async function readRepeated(db: TenantDb, ids: readonly string[], requestId: string): Promise<string[]> {
  const rows = await db.rows(sql<{ alertId: string }>`
    select s.alert_id as "alertId" from alert_step s
    where s.tenant_id = ${db.tenantId} and s.alert_id = any(${ids}::uuid[]) and s.request_id = ${requestId}
      and s.kind = 'undone'`)
  return rows.map(({ alertId }) => alertId)
}

/** Alarms whose newest change is this person's press, within the time limit. Index: alert_step_by_alert. */
function readUndoable(
  db: TenantDb,
  ids: readonly string[],
  of: Pick<Body, 'undoes'> & { userId: string; since: Date },
): Promise<{ alertId: string; before: Alarm }[]> {
  return db.rows(sql<{ alertId: string; before: Alarm }>`
    select k.id as "alertId", last.before from unnest(${ids}::uuid[]) k (id) cross join lateral (
      select s.request_id, s.user_id, s.at, s.before from alert_step s
      where s.tenant_id = ${db.tenantId} and s.alert_id = k.id
        and s.kind in ('claimed', 'joined', 'given-back', 'claim-expired', 'arrived', 'resolved', 'undone')
      order by s.at desc, s.id desc limit 1) last
    where last.request_id = ${of.undoes} and last.user_id = ${of.userId} and last.at >= ${of.since}
      and last.before is not null
    order by k.id`)
}

/** What the press judged to be a false alarm is not judged any more. */
async function unjudge(db: TenantDb, ids: readonly string[], requestId: string): Promise<void> {
  await db.run(sql`
    update alert a set verdict = null
    where a.tenant_id = ${db.tenantId} and a.id = any(${ids}::uuid[]) and a.verdict = 'false-alarm'
      and (select s.request_id from alert_step s where s.tenant_id = a.tenant_id and s.alert_id = a.id and s.kind = 'judged'
        order by s.at desc, s.id desc limit 1) = ${requestId}`)
}
