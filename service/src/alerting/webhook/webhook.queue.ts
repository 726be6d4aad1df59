/** Statements of the work: events become deliveries, targets are claimed one delivery at a time, results are recorded. */
import type { WebhookReason } from '@mimamori/contract/alerting/webhook.ts'
import {
  WEBHOOK_TRIED_HOURS,
  WEBHOOK_WAITING_MAX,
  type WebhookTemplate,
} from '@mimamori/contract/alerting/webhook-lists.ts'
import { SIGNAL } from '@mimamori/contract/shared/app-catalogue.ts'
import { HOUR_MS, MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import type { TenantKind } from '@mimamori/contract/site/site-lists.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { type ClaimedRow, claiming, type RowQueue, takeClaimTurn } from '#platform/work/queue/row-queue.ts'
import type { Sent } from './webhook.rules.ts'

const QUEUE: RowQueue = { table: 'webhook', waiting: 'waiting', running: 'sending' }
const EVENTS_AT_ONCE = 200
/** A target gets this many signals of a room and kind in a minute, so that one that answers with signals ends. */
const LOOP_MOST = 3

/** Makes deliveries of the oldest events; returns the number of events. */
export async function expandEvents(db: PlatformDb, now: Date): Promise<number> {
  const events = await db.rows(sql<{ id: string }>`
    select id from webhook_event order by id limit ${EVENTS_AT_ONCE} for update skip locked`)
  if (events.length === 0) return 0
  const ids = events.map(({ id }) => id)
  // In the order of their keys, before their deliveries are written: none ends its work meanwhile.
  await db.run(sql`
    select from webhook w where w.is_enabled and w.paused_at is null and exists (
      select from webhook_event e join tenant t on t.id = e.tenant_id
      where e.id = any(${ids}::uuid[]) and w.tenant_id in (t.id, t.parent_id))
    order by w.tenant_id, w.id for no key update of w`)
  const expiresAt = new Date(now.getTime() + WEBHOOK_TRIED_HOURS * HOUR_MS)
  const since = new Date(now.getTime() - MINUTE_MS)
  await db.run(sql`
    with taken as (delete from webhook_event where id = any(${ids}::uuid[]) returning *),
    wanted as (
      select e.*, w.tenant_id as webhook_tenant_id, w.id as webhook_id,
        e.event = 'alert.raised' and a.activity = ${SIGNAL} as is_signal, a.kind_name
      from taken e join tenant t on t.id = e.tenant_id and t.disabled_at is null
        join webhook w on w.tenant_id in (t.id, t.parent_id) and w.is_enabled and w.paused_at is null
          and e.event = any(w.events)
        left join alert a on a.tenant_id = e.tenant_id and a.id = e.alert_id
        left join camera c on c.tenant_id = e.tenant_id and c.id = e.camera_id
      where (e.alert_id is null or a.severity = any(w.severities)
          and case a.activity when ${SIGNAL} then w.has_signals else w.kinds = '{}' or a.activity = any(w.kinds) end)
        and (w.unit_ids = '{}' or coalesce(a.unit_id, c.unit_id) = any(w.unit_ids))
        and (not w.is_marked_only or c.is_external_alert_on)),
    counted as (
      select x.*, row_number() over (partition by x.webhook_id order by x.id)
          + (select count(*) from webhook_delivery d where d.webhook_id = x.webhook_id and d.state = 'waiting') as waits,
        case when x.is_signal then row_number() over (partition by x.webhook_id, x.is_signal, x.camera_id, x.kind_name
          order by x.id) + (select count(*) from webhook_delivery d
            join alert o on o.tenant_id = d.tenant_id and o.id = d.alert_id
            where d.webhook_id = x.webhook_id and d.event = x.event and d.changed_at > ${since}
              and d.camera_id = x.camera_id and o.kind_name = x.kind_name and d.reason is distinct from 'loop') end as rounds
      from wanted x),
    added as (
      insert into webhook_delivery (tenant_id, webhook_tenant_id, webhook_id, event, at, alert_id, step_id, camera_id,
        state, reason, queued_at, expires_at, changed_at)
      select x.tenant_id, x.webhook_tenant_id, x.webhook_id, x.event, x.at, x.alert_id, x.step_id, x.camera_id,
        case when why.reason is null then 'waiting' else 'failed' end, why.reason, ${now}, ${expiresAt}, ${now}
      from counted x cross join lateral (select case when x.rounds > ${LOOP_MOST} then 'loop'
        when x.waits > ${WEBHOOK_WAITING_MAX} then 'overflow' end as reason) why
      order by x.id returning webhook_id, state)
    update webhook set state = 'waiting', next_at = ${now}, changed_at = ${now}
    where state = 'idle' and id in (select webhook_id from added where state = 'waiting')`)
  return events.length
}

/** What nobody needs any more. Index: webhook_delivery_expiring. */
export async function expire(db: PlatformDb, now: Date): Promise<void> {
  await db.run(sql`
    update webhook_delivery set state = 'failed', reason = coalesce(reason, 'expired'), body = null, changed_at = ${now}
    where state = 'waiting' and expires_at <= ${now}`)
}

/** A claimed target with its first delivery. */
export type Waiting = ClaimedRow & {
  kind: TenantKind
  template: WebhookTemplate
  withNames: boolean
  url: string
  secret: string
  /** The secret before it, while it signs as well. */
  previousSecret: string | null
  /** Null: nothing waits any more. */
  delivery: { tenantId: string; id: string; attempts: number; body: string | null; isTest: boolean } | null
}

const CLAIM_MS = 60_000
/** So that an organization with slow targets does not delay the others. */
const AT_ONCE_OF_A_TENANT = 4

export async function claim(db: PlatformDb, free: number, now: Date): Promise<Waiting[]> {
  const heldUntil = new Date(now.getTime() + CLAIM_MS)
  const eligible = sql`o.is_enabled and o.paused_at is null`
  await takeClaimTurn(db, QUEUE)
  return db.rows(sql<Waiting>`
    ${claiming(QUEUE, { now, heldUntil, atOnce: free, atOnceOfTenant: AT_ONCE_OF_A_TENANT, eligible })}
    select w.tenant_id as "tenantId", w.id, w.attempts, t.kind, w.template, w.with_names as "withNames", w.url, w.secret,
      case when w.previous_until > ${now} then w.previous_secret end as "previousSecret",
      case when d.id is not null then jsonb_build_object('tenantId', d.tenant_id, 'id', d.id, 'attempts', d.attempts,
        'body', d.body, 'isTest', d.event = 'test') end as delivery
    from claimed w join tenant t on t.id = w.tenant_id
      left join lateral (select * from webhook_delivery f where f.webhook_id = w.id and f.state = 'waiting'
        order by f.queued_at, f.id limit 1) d on true`)
}

/** Fixed at the first try, so that every try with the same id has the same body. */
export async function keepBody(
  db: PlatformDb,
  { tenantId, id }: { tenantId: string; id: string },
  body: string,
  hasNames: boolean,
): Promise<void> {
  await db.run(sql`
    update webhook_delivery set body = ${body}, has_names = has_names or ${hasNames}
    where tenant_id = ${tenantId} and id = ${id}`)
}

type Health = { failingSince: string | null; noticedAt: string | null; minuteMost: number }

/** Locks the target until the transaction ends; undefined: another instance has it, or it is gone. */
export function holdTarget(db: PlatformDb, { tenantId, id, attempts }: ClaimedRow): Promise<Health | undefined> {
  return db.first(sql<Health>`
    select failing_since as "failingSince", noticed_at as "noticedAt", minute_most as "minuteMost"
    from webhook where tenant_id = ${tenantId} and id = ${id} and state = ${QUEUE.running} and attempts = ${attempts}
    for no key update`)
}

type Result = Pick<Sent, 'reason' | 'status' | 'answer'> & { isOver: boolean; durationMs: number }

export async function recordTry(
  db: PlatformDb,
  { tenantId, id }: { tenantId: string; id: string },
  { reason, status, answer, isOver, durationMs }: Result,
  now: Date,
): Promise<void> {
  const state = isOver ? (reason === null ? 'sent' : 'failed') : 'waiting'
  await db.run(sql`
    update webhook_delivery set state = ${state}, attempts = attempts + 1, tried_at = ${now}, changed_at = ${now},
      duration_ms = ${durationMs}, http_status = ${status}, reason = ${reason}, answer = ${answer},
      body = case when not ${isOver} then body end
    where tenant_id = ${tenantId} and id = ${id} and state = 'waiting'`)
}

/** When the next delivery of a target may begin; null: none waits. Indexes: webhook_delivery_waiting, webhook_delivery_tried. */
export async function nextTurnAt(db: PlatformDb, id: string, minuteMost: number, now: Date): Promise<Date | null> {
  const row = await db.first(sql<{ waits: boolean; nth: string | null }>`
    select exists (select from webhook_delivery d where d.webhook_id = ${id} and d.state = 'waiting') as waits,
      (select d.tried_at from webhook_delivery d where d.webhook_id = ${id} and d.tried_at is not null
        order by d.tried_at desc offset ${minuteMost - 1} limit 1) as nth`)
  if (!row!.waits) return null
  const freeAtMs = row!.nth === null ? 0 : Date.parse(row!.nth) + MINUTE_MS
  return new Date(Math.max(now.getTime(), freeAtMs))
}

type End = { nextAt: Date | null; failingSince: Date | null; noticedAt: Date | null }

export async function endTurn(db: PlatformDb, { tenantId, id }: ClaimedRow, of: End, now: Date): Promise<void> {
  await db.run(sql`
    update webhook set state = ${of.nextAt === null ? 'idle' : QUEUE.waiting}, next_at = ${of.nextAt}, changed_at = ${now},
      failing_since = ${of.failingSince}, noticed_at = ${of.noticedAt}
    where tenant_id = ${tenantId} and id = ${id}`)
}

/** What waits for it fails. */
export async function pause(db: PlatformDb, { tenantId, id }: ClaimedRow, now: Date): Promise<void> {
  await db.run(sql`
    update webhook set state = 'idle', next_at = null, paused_at = ${now}, changed_at = ${now}
    where tenant_id = ${tenantId} and id = ${id}`)
  const reason: WebhookReason = 'paused'
  await db.run(sql`
    update webhook_delivery set state = 'failed', reason = ${reason}, body = null, changed_at = ${now}
    where webhook_id = ${id} and state = 'waiting'`)
}

/** Index: webhook_delivery_oldest. */
export function forgetDeliveries(db: PlatformDb, before: Date, limit: number): Promise<number> {
  return db.run(sql`
    delete from webhook_delivery d using (select tenant_id, id from webhook_delivery
      where state <> 'waiting' and changed_at < ${before} order by changed_at limit ${limit}) old
    where d.tenant_id = old.tenant_id and d.id = old.id`)
}
