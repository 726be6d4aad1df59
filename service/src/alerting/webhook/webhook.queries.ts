/** Statements about webhook targets and their log. */
import type { Webhook, WebhookDelivery, WebhookForm } from '@mimamori/contract/alerting/webhook.ts'
import { WEBHOOK_LOG_MAX, WEBHOOK_TRIED_HOURS, WEBHOOKS_MAX } from '@mimamori/contract/alerting/webhook-lists.ts'
import { DAY_MS, HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'

const DELIVERY = sql`d.id, d.event, d.state, d.at, d.changed_at as "changedAt", d.attempts, d.http_status as "httpStatus",
  d.reason, d.duration_ms as "durationMs", d.answer, t.name as "siteName",
  coalesce(c.location, a.agent_name) as location, d.alert_id as "alertId", a.activity, a.kind_name as "kindName"`
const DELIVERED = sql`webhook_delivery d join tenant t on t.id = d.tenant_id
  left join alert a on a.tenant_id = d.tenant_id and a.id = d.alert_id
  left join camera c on c.tenant_id = d.tenant_id and c.id = d.camera_id`
const LATEST = sql`order by d.changed_at desc, d.id desc`

const SHOWN = sql`w.id, w.name, w.is_enabled as "isEnabled", w.template, to_jsonb(w.events) as events,
  to_jsonb(w.severities) as severities, to_jsonb(w.kinds) as kinds, w.has_signals as "hasSignals",
  w.is_marked_only as "isMarkedOnly", to_jsonb(w.unit_ids) as "unitIds", w.with_names as "withNames",
  w.minute_most as "minuteMost", w.url_shown as "urlShown", w.secret_last_four as "secretLastFour",
  w.previous_until as "previousUntil", w.failing_since as "failingSince", w.paused_at as "pausedAt", w.version,
  (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name) order by u.name), '[]') from unit u
    where u.tenant_id = w.tenant_id and u.id = any(w.unit_ids)) as units,
  (select count(*)::int from webhook_delivery d where d.webhook_id = w.id and d.state = 'waiting') as "waitingCount",
  (select to_jsonb(last) from (select ${DELIVERY} from ${DELIVERED} where d.webhook_id = w.id and d.state <> 'waiting'
    ${LATEST} limit 1) last) as last`

/** The one row of a statement about target `w`; instants within it as the contract has them. */
type Row = Webhook & { tenantId: string }
const read = (db: PlatformDb, which: Sql) =>
  db.rows(sql<Row>`select w.tenant_id as "tenantId", ${SHOWN} from webhook w where ${which} order by w.name, w.id`)

function shown({ tenantId: _of, ...row }: Row): Webhook {
  const iso = (at: string) => new Date(at).toISOString()
  return { ...row, last: row.last && { ...row.last, at: iso(row.last.at), changedAt: iso(row.last.changedAt) } }
}

export async function readWebhooks(db: PlatformDb, tenantId: string): Promise<Webhook[]> {
  return (await read(db, sql`w.tenant_id = ${tenantId}`)).map(shown)
}

/** Undefined: not within reach. `reach` null: all tenants. */
export async function findWebhook(db: PlatformDb, id: string, reach: readonly string[] | null) {
  const [row] = await read(db, sql`w.id = ${id} and (${reach === null} or w.tenant_id = any(${reach ?? []}::uuid[]))`)
  return row && { tenantId: row.tenantId, webhook: shown(row) }
}

/** Whether one more may be added. Locks the tenant, so that two that are added together count each other. */
export async function hasRoom(db: PlatformDb, tenantId: string): Promise<boolean> {
  await db.run(sql`select from tenant where id = ${tenantId} for update`)
  const row = await db.first(
    sql<{ used: number }>`select count(*)::int as used from webhook where tenant_id = ${tenantId}`,
  )
  return row!.used < WEBHOOKS_MAX
}

export async function countUnits(db: PlatformDb, tenantId: string, ids: readonly string[]): Promise<number> {
  const row = await db.first(sql<{ count: number }>`
    select count(*)::int as count from unit where tenant_id = ${tenantId} and id = any(${ids}::uuid[])`)
  return row!.count
}

export type Draft = Omit<WebhookForm, 'url'>
export type SealedUrl = { sealed: string; shown: string }
export type SealedSecret = { sealed: string; lastFour: string }

const COLUMNS = sql`name, is_enabled, template, events, severities, kinds, has_signals, is_marked_only, unit_ids,
  with_names, minute_most`
const valuesOf = (of: Draft) => sql`${of.name}, ${of.isEnabled}, ${of.template}, ${of.events}::text[],
  ${of.severities}::text[], ${of.kinds}::text[], ${of.hasSignals}, ${of.isMarkedOnly}, ${of.unitIds}::uuid[],
  ${of.withNames}, ${of.minuteMost}`

type NewWebhook = { tenantId: string; id: string; draft: Draft; url: SealedUrl; secret: SealedSecret }

export async function insertWebhook(db: PlatformDb, of: NewWebhook, now: Date): Promise<void> {
  await db.run(sql`
    insert into webhook (tenant_id, id, url, url_shown, secret, secret_last_four, changed_at, ${COLUMNS})
    values (${of.tenantId}, ${of.id}, ${of.url.sealed}, ${of.url.shown}, ${of.secret.sealed}, ${of.secret.lastFour},
      ${now}, ${valuesOf(of.draft)})`)
}

type Change = { id: string; version: number; draft: Draft; url: SealedUrl | null; endsPause: boolean }

/** False: another edit was faster. A new address begins anew. */
export async function updateWebhook(db: PlatformDb, of: Change, now: Date): Promise<boolean> {
  const isAnew = of.url !== null || of.endsPause
  const changed = await db.run(sql`
    update webhook set (${COLUMNS}) = row (${valuesOf(of.draft)}), version = version + 1,
      url = coalesce(${of.url?.sealed ?? null}, url), url_shown = coalesce(${of.url?.shown ?? null}, url_shown),
      failing_since = case when not ${isAnew} then failing_since end,
      noticed_at = case when not ${isAnew} then noticed_at end,
      paused_at = case when not ${isAnew} then paused_at end
    where id = ${of.id} and version = ${of.version}`)
  if (changed === 1) {
    // What waits is written anew: names may have been switched off.
    await db.run(sql`update webhook_delivery set body = null where webhook_id = ${of.id} and state = 'waiting'`)
  }
  if (changed === 1 && isAnew) {
    await db.run(sql`update webhook set next_at = ${now} where id = ${of.id} and state = 'waiting'`)
  }
  return changed === 1
}

/** The one before it signs for another day. */
export async function rotateSecret(db: PlatformDb, id: string, { sealed, lastFour }: SealedSecret, now: Date) {
  const until = new Date(now.getTime() + DAY_MS)
  await db.run(sql`
    update webhook set previous_secret = secret, previous_until = ${until}, secret = ${sealed},
      secret_last_four = ${lastFour}, version = version + 1 where id = ${id}`)
}

/** With its log. */
export async function removeWebhook(db: PlatformDb, id: string): Promise<void> {
  await db.run(sql`delete from webhook where id = ${id}`)
  await db.run(sql`delete from webhook_delivery where webhook_id = ${id}`)
}

/** The latest results, at most WEBHOOK_LOG_MAX. Index: webhook_delivery_by_change. */
export function readLog(db: PlatformDb, webhookId: string): Promise<WebhookDelivery[]> {
  return db.rows(sql<WebhookDelivery>`
    select ${DELIVERY} from ${DELIVERED} where d.webhook_id = ${webhookId} ${LATEST} limit ${WEBHOOK_LOG_MAX}`)
}

async function readDelivery(db: PlatformDb, id: string): Promise<WebhookDelivery> {
  return (await db.first(sql<WebhookDelivery>`select ${DELIVERY} from ${DELIVERED} where d.id = ${id}`))!
}

/** Undefined: its target is not within reach. */
export function findDelivery(db: PlatformDb, id: string, reach: readonly string[] | null) {
  return db.first(sql<{ tenantId: string; webhookId: string }>`
    select d.webhook_tenant_id as "tenantId", d.webhook_id as "webhookId" from webhook_delivery d
    where d.id = ${id} and (${reach === null} or d.webhook_tenant_id = any(${reach ?? []}::uuid[]))`)
}

type Target = { tenantId: string; id: string }
const expiry = (now: Date) => new Date(now.getTime() + WEBHOOK_TRIED_HOURS * HOUR_MS)

export async function queueTest(db: PlatformDb, { tenantId, id }: Target, now: Date): Promise<WebhookDelivery> {
  const row = await db.first(sql<{ id: string }>`
    insert into webhook_delivery (tenant_id, webhook_tenant_id, webhook_id, event, at, state, queued_at, expires_at,
      changed_at)
    values (${tenantId}, ${tenantId}, ${id}, 'test', ${now}, 'waiting', ${now}, ${expiry(now)}, ${now}) returning id`)
  await wake(db, id, now)
  return readDelivery(db, row!.id)
}

/** To the end of the queue; one that waits stays as it is. Its body is written anew. */
export async function queueAgain(db: PlatformDb, id: string, webhookId: string, now: Date): Promise<WebhookDelivery> {
  await db.run(sql`
    update webhook_delivery set state = 'waiting', body = null, attempts = 0, queued_at = ${now},
      expires_at = ${expiry(now)}, changed_at = ${now}, reason = null, http_status = null, answer = null,
      duration_ms = null
    where id = ${id} and state <> 'waiting'`)
  await wake(db, webhookId, now)
  return readDelivery(db, id)
}

/** After a delivery was added in the same transaction: its target is locked, so that none ends its work meanwhile. */
async function wake(db: PlatformDb, webhookId: string, now: Date): Promise<void> {
  await db.run(sql`select from webhook where id = ${webhookId} for no key update`)
  await db.run(sql`
    update webhook set state = 'waiting', next_at = ${now}, changed_at = ${now}
    where id = ${webhookId} and state = 'idle'`)
}
