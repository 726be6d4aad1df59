/** Statements about receipts and notification preferences of a user. */

import { DEFAULT_REACHES, type ReceiptState } from '@mimamori/contract/alerting/delivery-lists.ts'
import { type NotificationPreferences, notificationPreferences } from '@mimamori/contract/alerting/notification.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import type { MessagePlace } from '#shared/message-tokens.ts'
import { isOver } from './notice.queries.ts'

type UserPlace = { tenantId: string; userId: string }

export async function readPreferences(
  db: PlatformDb,
  { tenantId, userId }: UserPlace,
): Promise<NotificationPreferences> {
  const row = await db.first(sql<{ reaches: object; quietHours: object }>`
    select reaches, quiet_hours as "quietHours" from notification_preference where tenant_id = ${tenantId} and user_id = ${userId}`)
  return notificationPreferences.parse({ ...DEFAULT_REACHES, ...row?.reaches, quietHours: row?.quietHours })
}

export async function writePreferences(
  db: PlatformDb,
  { tenantId, userId }: UserPlace,
  { quietHours, ...reaches }: NotificationPreferences,
  now: Date,
): Promise<void> {
  await db.run(sql`
    insert into notification_preference (tenant_id, user_id, reaches, quiet_hours, updated_at)
    values (${tenantId}, ${userId}, ${JSON.stringify(reaches)}::jsonb, ${JSON.stringify(quietHours)}::jsonb, ${now})
    on conflict (tenant_id, user_id) do update
      set reaches = excluded.reaches, quiet_hours = excluded.quiet_hours, updated_at = excluded.updated_at`)
}

/**
 * Stores the browser's receipt for a message and all messages that it represents. States only advance. Once it was
 * opened, no other device of the user needs it.
 */
export async function writeReceipt(
  db: PlatformDb,
  { tenantId, id }: MessagePlace,
  state: ReceiptState,
  now: Date,
): Promise<void> {
  await db.run(sql`
    update notification n set state = ${state}, changed_at = ${now}, receipt_due_at = null,
      last_error = nullif(n.last_error, 'no-receipt'),
      next_at = case when ${state === 'opened'} then null else n.next_at end,
      sent_at = coalesce(n.sent_at, ${now}),
      delivered_at = coalesce(n.delivered_at, ${now}),
      shown_at = case when ${state !== 'delivered'} then coalesce(n.shown_at, ${now}) else n.shown_at end,
      opened_at = case when ${state === 'opened'} then coalesce(n.opened_at, ${now}) else n.opened_at end
    from notification acknowledged
    where acknowledged.tenant_id = ${tenantId} and acknowledged.id = ${id} and n.tenant_id = acknowledged.tenant_id
      and n.burst_id = acknowledged.burst_id and (n.id = acknowledged.id or n.message_id = acknowledged.id) and n.channel <> 'mail'
      and coalesce(array_position(array['delivered', 'shown', 'opened'], n.state), 0)
        < array_position(array['delivered', 'shown', 'opened'], ${state})`)
}

/** When the next receipt is missing; null: none is waited for. Index: notification_receipt_due. */
export async function nextReceiptDueAt(db: PlatformDb): Promise<Date | null> {
  const row = await db.first(sql<{ at: string | null }>`
    select min(receipt_due_at) as at from notification where receipt_due_at is not null`)
  return row?.at ? new Date(row.at) : null
}

/** Messages without a browser's receipt by now, the longest wait first, up to a limit. */
export function findUnconfirmed(db: PlatformDb, now: Date, most: number): Promise<MessagePlace[]> {
  return db.rows(sql<MessagePlace>`
    select tenant_id as "tenantId", id from notification where receipt_due_at <= ${now}
    order by receipt_due_at limit ${most}`)
}

/** `alertId` null: of a reminder. */
export type Unconfirmed = { tenantId: string; alertId: string | null; unitId: string | null }

/**
 * Stops waiting for these receipts. If the alert or planned check-in is still open, a trigger sends the message on the
 * other channel; returns the messages. The alerts and planned check-ins must be locked before, in the order in which
 * answers lock them.
 */
export async function giveUpReceipts(
  db: PlatformDb,
  places: readonly MessagePlace[],
  now: Date,
): Promise<Unconfirmed[]> {
  const ids = places.map(({ id }) => id)
  const tenantIds = [...new Set(places.map(({ tenantId }) => tenantId))]
  await db.run(sql`
    select from alert where (tenant_id, id) in (select n.tenant_id, n.alert_id from notification n
      where n.tenant_id = any(${tenantIds}::uuid[]) and n.id = any(${ids}::uuid[]))
    order by id for share`)
  await db.run(sql`
    select from booking_occurrence where (tenant_id, id) in (select n.tenant_id, n.occurrence_id from notification n
      where n.tenant_id = any(${tenantIds}::uuid[]) and n.id = any(${ids}::uuid[]))
    order by id for share`)
  const rows = await db.rows(sql<Unconfirmed & { isOver: boolean }>`
    update notification n set receipt_due_at = null,
      last_error = case when w.is_over then n.last_error else 'no-receipt' end,
      changed_at = case when w.is_over then n.changed_at else ${now}::timestamptz end
    from (
      select n.tenant_id, n.id, a.unit_id, ${isOver(sql`n.cause`, now)} as is_over
      from notification n left join alert a on a.tenant_id = n.tenant_id and a.id = n.alert_id
        left join booking_occurrence o on o.tenant_id = n.tenant_id and o.id = n.occurrence_id
      where n.tenant_id = any(${tenantIds}::uuid[]) and n.id = any(${ids}::uuid[])) w
    where n.tenant_id = w.tenant_id and n.id = w.id and n.receipt_due_at <= ${now}
    returning n.tenant_id as "tenantId", n.alert_id as "alertId", w.unit_id as "unitId", w.is_over as "isOver"`)
  return rows.filter((row) => !row.isOver)
}
