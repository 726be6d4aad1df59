/** Sends an alert again to everybody, and a sample to oneself. Requirement ALERT-04. */

import type { Context } from '#platform/context.ts'
import { sql } from '#platform/postgres/sql.ts'
import { found } from '#platform/service-error.ts'
import { inTenants, inUnits, residentScope } from '#shared/resident-scope.ts'

/** Notifies every recipient again, whatever their preferences. */
export async function resendAlert(context: Context, id: string): Promise<void> {
  const { db, actor, now, audit, afterCommit, asPlatform, wakeSignals, bus, rateLimit } = context
  const scope = found(residentScope(actor))
  const alert = found(
    await db.first(sql<{ tenantId: string; unitId: string | null }>`
      select a.tenant_id as "tenantId", a.unit_id as "unitId" from alert a
      where ${inTenants(sql`a.tenant_id`, scope)} and a.id = ${id} and a.deleted_at is null
        and ${inUnits(sql`a.unit_id`, scope)}`),
  )
  rateLimit.take('resend', id)
  const person = await asPlatform('name of who acts', (platform) =>
    platform.first(sql<{ name: string }>`
      select person_name(first_name, last_name) as name from app_user where id = ${actor.userId}`),
  )
  await db.writeTo(alert.tenantId)
  await db.run(sql`
    insert into notice (tenant_id, cause, alert_id, user_id, created_at)
    values (${alert.tenantId}, 'resent', ${id}, ${actor.userId}, ${now})`)
  await db.run(sql`
    insert into alert_step (tenant_id, alert_id, at, kind, user_id, user_name)
    values (${alert.tenantId}, ${id}, ${now}, 'resent', ${actor.userId}, ${person!.name})`)
  await audit({ action: 'alert.resend', objectType: 'alert', objectId: id })
  afterCommit(() => {
    wakeSignals.send('notice')
    bus.publish(alert.tenantId, { type: 'alert-changed', alertIds: [id], unitId: alert.unitId })
  })
}

/** On every channel that the user has, so that they see whether messages arrive. */
export async function sendSample({
  db,
  actor,
  now,
  audit,
  afterCommit,
  wakeSignals,
  rateLimit,
}: Context): Promise<void> {
  rateLimit.take('sample', actor.userId)
  await db.run(sql`
    insert into notice (tenant_id, cause, user_id, created_at)
    values (${db.tenantId}, 'sample', ${actor.userId}, ${now})`)
  await audit({ action: 'alert.send-sample', objectType: 'user', objectId: actor.userId })
  afterCommit(() => wakeSignals.send('notice'))
}
