/** Statements about withdrawals: claiming them, and recording the result. Requirement ALARM-04. */
import type { NotificationCause } from '@mimamori/contract/alerting/notification.ts'
import { type Locale, RECIPIENT_LOCALE } from '@mimamori/contract/languages/locales.ts'
import type { AlertSeverity } from '@mimamori/contract/shared/apps.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { dueInTurn } from '#platform/work/queue/due-in-turn.ts'
import type { InWork } from '#platform/work/queue/side-by-side.ts'
import { isWaiting } from '#shared/alarm/alarm-row.ts'
import type { Target } from '../ringer/ringer.queries.ts'

/** When one is due next. Index: push_withdrawal_due. */
export async function nextWithdrawalAt(db: PlatformDb): Promise<Date | null> {
  const row = await db.first(sql<{ at: string | null }>`
    select min(next_at) as at from push_withdrawal where next_at is not null`)
  return row?.at ? new Date(row.at) : null
}

export type Withdrawal = {
  tenantId: string
  id: string
  alertId: string
  cause: NotificationCause
  registrationId: string
  attempts: number
  dueAt: string
  severity: AlertSeverity
  occurredAt: string
  /** The alarm is open again. */
  isStale: boolean
  /** Null: the device is not registered any more, or it was rung through a provider. */
  subscription: string | null
  /** The provider that rang a phone; null: a browser has the message, or nothing rings this person any more. */
  ring: (Omit<Target, 'hourlyMost'> & { providerId: string | null }) | null
  locale: Locale
}

/** Leases due withdrawals until `leasedUntil`, tenants in turn; other instances skip them. */
export function claimWithdrawals(
  db: PlatformDb,
  by: { now: Date; leasedUntil: Date; most: number; mostOfTenant: number; inWork: InWork },
): Promise<Withdrawal[]> {
  return db.rows(sql<Withdrawal>`
    ${dueInTurn('push_withdrawal', { ...by, isFirstExtra: true })},
    taken as (
      update push_withdrawal w set attempts = w.attempts + 1, next_at = ${by.leasedUntil}
      from (select o.tenant_id, o.id from push_withdrawal o join due using (tenant_id, id) where o.next_at <= ${by.now}
        for update of o skip locked) d
      where w.tenant_id = d.tenant_id and w.id = d.id
      returning w.*)
    select w.tenant_id as "tenantId", w.id, w.alert_id as "alertId", w.cause, w.registration_id as "registrationId",
      w.attempts, w.due_at as "dueAt", a.severity, a.occurred_at as "occurredAt", ${isWaiting} as "isStale",
      r.subscription, case when d.user_id is not null then jsonb_build_object('tenantId', g.tenant_id, 'userId', d.user_id,
        'preset', g.preset, 'url', g.url, 'token', g.token, 'address', d.address, 'providerId', m.provider_id) end as ring,
      coalesce(p.locale, ${RECIPIENT_LOCALE}) as locale
    from taken w join alert a on a.tenant_id = w.tenant_id and a.id = w.alert_id
      left join push_registration r on r.id = w.registration_id
      left join ring_message m on m.tenant_id = w.tenant_id and m.id = w.registration_id
      left join ringer g on g.tenant_id = m.ringer_tenant_id and g.preset = m.preset
      left join ringer_address d on d.tenant_id = g.tenant_id and d.user_id = m.user_id and d.preset = g.preset
      left join app_user p on p.tenant_id = r.tenant_id and p.id = r.user_id
    order by w.id`)
}

/** Retries at `nextAt`; null: it was sent, or is given up. */
export async function recordWithdrawal(
  db: PlatformDb,
  { tenantId, id }: Pick<Withdrawal, 'tenantId' | 'id'>,
  { leasedUntil, nextAt }: { leasedUntil: Date; nextAt: Date | null },
): Promise<void> {
  await db.run(sql`
    update push_withdrawal set next_at = ${nextAt}
    where tenant_id = ${tenantId} and id = ${id} and next_at = ${leasedUntil}`)
}
