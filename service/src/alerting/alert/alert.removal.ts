/** Deleting alerts, and taking them back for as long as that can be done. Requirement ALERT-04. */
import { ALERT_UNDO_MINUTES } from '@mimamori/contract/alerting/alert.ts'
import type { Context } from '#platform/context.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { inTenants, inUnits, type ResidentScope } from '#shared/resident-scope.ts'
import { readPerson, record, tell } from './alert.answers.ts'
import { lockTargets, type Target } from './alert.changes.ts'

const UNDO_MS = ALERT_UNDO_MINUTES * 60_000

/**
 * The subset of the ids that is in the scope and not removed for good. Includes recently deleted ones: two users who
 * delete an alert at the same time both succeed.
 */
export function findRetained(db: TenantDb, scope: ResidentScope, ids: readonly string[], now: Date): Promise<Target[]> {
  return db.rows(sql<Target>`
    select a.id, a.tenant_id as "tenantId", a.unit_id as "unitId" from alert a
    where ${inTenants(sql`a.tenant_id`, scope)} and a.id = any(${ids}::uuid[])
      and (a.deleted_at is null or a.deleted_at > ${undoneSince(now)}) and ${inUnits(sql`a.unit_id`, scope)}`)
}

const undoneSince = (now: Date) => new Date(now.getTime() - UNDO_MS)

/** Excludes them from every list and count; rows, images and clips stay until the undo time is over. */
export function deleteAlerts(context: Context, targets: readonly Target[]): Promise<number> {
  return change(context, targets, 'deleted')
}

/** Restores their previous state and counts them again. Messages that were canceled by the deletion stay canceled. */
export function restoreAlerts(context: Context, targets: readonly Target[]): Promise<number> {
  return change(context, targets, 'restored')
}

async function change(context: Context, targets: readonly Target[], kind: 'deleted' | 'restored'): Promise<number> {
  const { db, now } = context
  const person = await readPerson(context)
  let count = 0
  for (const [tenantId, own] of Map.groupBy(targets, (target) => target.tenantId)) {
    await db.writeTo(tenantId)
    const ids = own.map(({ id }) => id)
    await lockTargets(db, ids)
    const rows = kind === 'deleted' ? await markDeleted(db, ids, now) : await unmarkDeleted(db, ids, now)
    const changed = rows.map(({ id }) => id)
    await record(context, person, changed, { kind }, kind === 'deleted' ? 'alert.delete' : 'alert.restore')
    // A deleted alarm leaves the bar, and a restored one returns.
    const answered = new Set(rows.filter(({ isAlarm }) => isAlarm).map(({ id }) => id))
    tell(context, tenantId, own, { forAll: new Set(changed), forUser: new Set(), answered })
    count += changed.length
  }
  return count
}

type Moved = { id: string; isAlarm: boolean }

function markDeleted(db: TenantDb, ids: readonly string[], now: Date): Promise<Moved[]> {
  return db.rows(sql<Moved>`
    update alert set deleted_at = ${now}
    where tenant_id = ${db.tenantId} and id = any(${ids}::uuid[]) and deleted_at is null
    returning id, alarm_state is not null as "isAlarm"`)
}

function unmarkDeleted(db: TenantDb, ids: readonly string[], now: Date): Promise<Moved[]> {
  return db.rows(sql<Moved>`
    update alert set deleted_at = null
    where tenant_id = ${db.tenantId} and id = any(${ids}::uuid[]) and deleted_at > ${undoneSince(now)}
    returning id, alarm_state is not null as "isAlarm"`)
}
