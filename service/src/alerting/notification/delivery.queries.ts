/** Statements about deliveries as administrators see them: sent, failed and retried messages. */

import type { DeliveryState } from '@mimamori/contract/alerting/delivery-lists.ts'
import type { Delivery } from '@mimamori/contract/alerting/notification.ts'
import { isBehind, keyedOrder, skippedOf } from '#platform/postgres/by-key.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { inTenants, type ResidentScope } from '#shared/resident-scope.ts'
import { isOver } from './notice.queries.ts'

export type DeliverySearch = {
  scope: ResidentScope
  states: readonly DeliveryState[]
  /** Null: all channels. */
  channels: readonly string[] | null
  pageNumber: number
  pageSize: number
  after?: string
}

function matching({ scope, channels }: DeliverySearch) {
  const inUnit =
    scope.unitIds === null
      ? sql`true`
      : sql`exists (select from alert x where x.tenant_id = n.tenant_id and x.id = n.alert_id
          and x.unit_id = any(${scope.unitIds}::uuid[]))`
  return sql`${channels === null ? sql`true` : sql`n.channel = any(${channels})`} and ${inUnit}`
}

/** One page, newest first: each state of each tenant yields its first rows from the index notification_by_state. */
export function readDeliveries(db: TenantDb, by: DeliverySearch): Promise<Delivery[]> {
  const skipped = skippedOf(by)
  const order = keyedOrder(sql`n.id`, by, sql`n.created_at desc, n.id desc`)
  return db.rows(sql<Delivery>`
    select n.id, n.cause, n.channel, n.recipient_name as recipient, n.alert_id as "alertId", n.activity,
      a.kind_name as "kindName", coalesce(c.location, a.agent_name, '') as location, n.state, n.attempts, n.last_error as "lastError",
      n.created_at as "createdAt", n.changed_at as "changedAt"
    from (
      select n.* from unnest(${by.scope.tenantIds}::uuid[]) t (tenant_id)
        cross join unnest(${by.states}::text[]) s (state) cross join lateral (
          select n.* from notification n
          where n.tenant_id = t.tenant_id and n.state = s.state and ${matching(by)}
            and ${isBehind(sql`n.id`, by)}
          order by ${order} limit ${skipped + by.pageSize}) n
      order by ${order} limit ${by.pageSize} offset ${skipped}) n
      left join alert a on a.tenant_id = n.tenant_id and a.id = n.alert_id
      left join booking_occurrence o on o.tenant_id = n.tenant_id and o.id = n.occurrence_id
      left join camera c on c.tenant_id = n.tenant_id and c.id = coalesce(a.camera_id, o.camera_id)
    order by ${order}`)
}

/** Index: notification_by_state. */
export async function countDeliveries(db: TenantDb, by: DeliverySearch): Promise<number> {
  const row = await db.first(sql<{ count: number }>`
    select count(*)::int as count from notification n
    where ${inTenants(sql`n.tenant_id`, by.scope)} and n.state = any(${by.states}) and ${matching(by)}`)
  return row!.count
}

export type Failed = { id: string; tenantId: string }

/** Those of these messages that were given up and whose alert is still unanswered. */
export function findFailed(db: TenantDb, scope: ResidentScope, ids: readonly string[], now: Date): Promise<Failed[]> {
  return db.rows(sql<Failed>`
    select n.id, n.tenant_id as "tenantId" from notification n
      left join alert a on a.tenant_id = n.tenant_id and a.id = n.alert_id
      left join booking_occurrence o on o.tenant_id = n.tenant_id and o.id = n.occurrence_id
    where ${inTenants(sql`n.tenant_id`, scope)} and n.id = any(${ids}::uuid[]) and n.state = 'failed'
      and ${scope.unitIds === null ? sql`true` : sql`a.unit_id = any(${scope.unitIds}::uuid[])`}
      and not ${isOver(sql`n.cause`, now)}
    order by n.id`)
}

/** Works on the writable tenant; returns the number of messages. */
export function retryMessages(db: TenantDb, ids: readonly string[], now: Date): Promise<number> {
  return db.run(sql`
    update notification set state = 'pending', attempts = 0, next_at = ${now}, due_at = ${now}, mail_id = null,
      last_error = null, changed_at = ${now}
    where tenant_id = ${db.tenantId} and id = any(${ids}::uuid[]) and state = 'failed'`)
}
