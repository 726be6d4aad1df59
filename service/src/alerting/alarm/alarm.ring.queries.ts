/** Statements about messages that rang a phone and claim an alarm. REACH-02. */
import type { Alarm } from '@mimamori/contract/alerting/alarm.ts'
import type { RingEvent } from '@mimamori/contract/alerting/ringer.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

export type RungRow = {
  tenantId: string
  id: string
  userId: string
  ringerTenantId: string
  /** The sealed token of the provider, if the site has not changed it since. */
  token: string | null
  title: string
  body: string
  claimEndsAt: string
  claimedAt: string | null
  alertId: string
  state: Alarm['state']
  claimerId: string | null
  /** Others who join. */
  joinedIds: string[]
}

type Place = { tenantId: string; id: string }

/** Undefined: it was about no alarm. */
export function readRung(db: PlatformDb, { tenantId, id }: Place): Promise<RungRow | undefined> {
  return db.first(sql<RungRow>`
    select m.tenant_id as "tenantId", m.id, m.user_id as "userId", m.ringer_tenant_id as "ringerTenantId", g.token,
      m.title, m.body, m.claim_ends_at as "claimEndsAt", m.claimed_at as "claimedAt", a.id as "alertId",
      case when a.deleted_at is null then a.alarm_state else 'resolved' end as state,
      coalesce(a.arrived_by, a.claimer_id) as "claimerId",
      to_jsonb(array(select j ->> 'userId' from jsonb_array_elements(a.joined) j)) as "joinedIds"
    from ring_message m join notification n on n.tenant_id = m.tenant_id and n.id = m.id
      join alert a on a.tenant_id = n.tenant_id and a.id = n.alert_id and a.alarm_state is not null
      left join ringer g on g.tenant_id = m.ringer_tenant_id and g.preset = m.preset and g.is_enabled
    where m.tenant_id = ${tenantId} and m.id = ${id}`)
}

export async function markClaimed(db: PlatformDb, { tenantId, id }: Place, now: Date): Promise<void> {
  await db.run(sql`
    update ring_message set claimed_at = ${now}, poll_at = null
    where tenant_id = ${tenantId} and id = ${id} and claimed_at is null`)
}

/** False: a report of this moment, or a newer one, was recorded already. */
export async function noteReport(db: PlatformDb, { tenantId, id }: Place, atMs: number): Promise<boolean> {
  const changed = await db.run(sql`
    update ring_message set reported_ms = ${atMs}
    where tenant_id = ${tenantId} and id = ${id} and reported_ms < ${atMs}`)
  return changed === 1
}

/** A call that was answered was delivered; one that failed is followed by the next channel at once. */
export async function noteSeen(db: PlatformDb, { tenantId, id }: Place, event: RingEvent, now: Date): Promise<void> {
  const isFailed = event === 'failed'
  await db.run(sql`
    update notification n set changed_at = ${now},
      receipt_due_at = case when ${isFailed} and n.receipt_due_at is not null then ${now}::timestamptz end,
      state = case when ${isFailed} or n.state <> 'sent' then n.state else 'opened' end,
      opened_at = case when ${isFailed} then n.opened_at else coalesce(n.opened_at, ${now}) end
    from notification rung
    where rung.tenant_id = ${tenantId} and rung.id = ${id} and n.tenant_id = rung.tenant_id
      and n.burst_id = rung.burst_id and (n.id = rung.id or n.message_id = rung.id)
      and n.state in ('sent', 'delivered', 'shown', 'opened')`)
}
