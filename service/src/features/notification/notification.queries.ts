/** Statements about what a user is told: receipts and preferences. */
import type { NotificationPreferences } from '@mimamori/contract/notification.ts'
import { sql } from 'kysely'
import type { PlatformDb } from '#platform/database.ts'
import type { ReceiptPlace } from './notification.receipt.ts'

type UserPlace = { tenantId: string; userId: string }

export async function readPreferences(
  db: PlatformDb,
  { tenantId, userId }: UserPlace,
): Promise<NotificationPreferences> {
  const row = await db.first(sql<NotificationPreferences>`
    select push, mail from notification_preference where tenant_id = ${tenantId} and user_id = ${userId}`)
  return row ?? { push: 'all', mail: 'all' }
}

export async function writePreferences(
  db: PlatformDb,
  { tenantId, userId }: UserPlace,
  { push, mail }: NotificationPreferences,
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into notification_preference (tenant_id, user_id, push, mail, updated_at)
    values (${tenantId}, ${userId}, ${push}, ${mail}, ${now})
    on conflict (tenant_id, user_id) do update
      set push = excluded.push, mail = excluded.mail, updated_at = excluded.updated_at`)
}

export type ReceiptState = 'delivered' | 'shown' | 'opened'

/**
 * Writes what the browser says of a message, and of all that it told of. States only go forward. Once it was opened,
 * no other device of the user needs it.
 */
export async function writeReceipt(
  db: PlatformDb,
  { tenantId, id }: ReceiptPlace,
  state: ReceiptState,
  now: Date,
): Promise<void> {
  await db.run(sql`
    update notification n set state = ${state}, changed_at = ${now},
      next_at = case when ${state === 'opened'} then null else n.next_at end,
      sent_at = coalesce(n.sent_at, ${now}),
      delivered_at = coalesce(n.delivered_at, ${now}),
      shown_at = case when ${state !== 'delivered'} then coalesce(n.shown_at, ${now}) else n.shown_at end,
      opened_at = case when ${state === 'opened'} then coalesce(n.opened_at, ${now}) else n.opened_at end
    from notification told
    where told.tenant_id = ${tenantId} and told.id = ${id} and n.tenant_id = told.tenant_id
      and n.burst_id = told.burst_id and (n.id = told.id or n.message_id = told.id) and n.channel = 'push'
      and coalesce(array_position(array['delivered', 'shown', 'opened'], n.state), 0)
        < array_position(array['delivered', 'shown', 'opened'], ${state})`)
}
