/** Queries for the installation's metrics. Each reads an index or few rows: Prometheus scrapes every few seconds. */
import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

type Span = { from: Date; to: Date }
const dayBefore = (now: Date) => new Date(now.getTime() - DAY_MS)

/** Seconds from alert to arrival, for each push message that arrived in the span. */
export function deliveries(db: PlatformDb, { from, to }: Span): Promise<{ seconds: number }[]> {
  return db.rows(sql<{ seconds: number }>`
    select greatest(extract(epoch from n.delivered_at - a.occurred_at), 0)::float8 as seconds
    from notification n join alert a on a.tenant_id = n.tenant_id and a.id = n.alert_id
    where n.created_at > ${dayBefore(from)} and n.cause = 'raised' and n.delivered_at > ${from} and n.delivered_at <= ${to}`)
}

/** Seconds from alarm to claim, for each alarm first claimed in the span. */
export function claims(db: PlatformDb, { from, to }: Span): Promise<{ seconds: number }[]> {
  return db.rows(sql<{ seconds: number }>`
    select greatest(extract(epoch from s.at - a.occurred_at), 0)::float8 as seconds
    from tenant t cross join lateral (
      select a.id, a.occurred_at from alert a where a.tenant_id = t.id and a.occurred_at > ${dayBefore(from)}
        and a.deleted_at is null offset 0) a
    cross join lateral (select min(s.at) as at from alert_step s
      where s.tenant_id = t.id and s.alert_id = a.id and s.kind = 'claimed') s
    where s.at > ${from} and s.at <= ${to}`)
}

export function cameras(db: PlatformDb): Promise<{ site: string; state: string; value: number }[]> {
  return db.rows(sql<{ site: string; state: string; value: number }>`
    select t.code as site, lower(c.status) as state, count(*) as value
    from camera c join tenant t on t.id = c.tenant_id group by 1, 2 order by 1, 2`)
}

/** By site, over hubs with a valid key that were active at least once: the longest silence, and the waiting events. */
export function hubs(db: PlatformDb, now: Date): Promise<{ site: string; silence: number; spooled: number }[]> {
  return db.rows(sql<{ site: string; silence: number; spooled: number }>`
    select t.code as site, sum(a.spooled_events) as spooled,
      max(greatest(extract(epoch from ${now}::timestamptz - a.last_active_at), 0))::float8 as silence
    from agent a join tenant t on t.id = a.tenant_id
    where a.revoked_at is null and a.last_active_at is not null group by 1 order by 1`)
}

/** Age of the oldest due entry; 0 if the queue is empty. */
export function queues(db: PlatformDb, now: Date): Promise<{ queue: string; value: number }[]> {
  const since = (at: ReturnType<typeof sql>) =>
    sql`greatest(coalesce(extract(epoch from ${now}::timestamptz - ${at}), 0), 0)::float8`
  return db.rows(sql<{ queue: string; value: number }>`
    select 'notification' as queue, ${since(sql`(select min(due_at) from notification where next_at is not null and state = 'pending')`)} as value
    union all select 'mail', ${since(sql`(select min(created_at) from mail_message where state in ('pending', 'sending'))`)}
    union all select 'external', ${since(sql`(select min(next_at) from external_run where state in ('pending', 'sending'))`)}
    union all select 'webhook', ${since(sql`(select min(queued_at) from webhook_delivery where state = 'waiting')`)}
    union all select 'report', ${since(sql`(select min(created_at) from report_job where state in ('waiting', 'running'))`)}`)
}

/** Messages of the last 24 hours by channel and outcome. */
export function sends(db: PlatformDb, now: Date): Promise<{ channel: string; outcome: string; value: number }[]> {
  return db.rows(sql<{ channel: string; outcome: string; value: number }>`
    select channel, state as outcome, count(*) as value from notification
    where created_at > ${dayBefore(now)} group by 1, 2 order by 1, 2`)
}

/** Seconds of the last 24 hours in which cameras were not recorded, by cause. */
export function gaps(db: PlatformDb, now: Date): Promise<{ site: string; cause: string; value: number }[]> {
  return db.rows(sql<{ site: string; cause: string; value: number }>`
    select t.code as site, g.cause,
      sum(extract(epoch from coalesce(g.ended_at, ${now}) - greatest(g.started_at, ${dayBefore(now)})))::float8 as value
    from camera c join tenant t on t.id = c.tenant_id cross join lateral (
      select g.cause, g.started_at, g.ended_at from recording_gap g
      where g.tenant_id = c.tenant_id and g.camera_id = c.id and g.started_at <= ${now}
        and (g.ended_at is null or g.ended_at > ${dayBefore(now)}) offset 0) g
    group by 1, 2 order by 1, 2`)
}

/** Super administrators who can sign in. */
export async function countOperators(db: PlatformDb): Promise<number> {
  const row = await db.first(sql<{ operators: number }>`
    select count(*)::int as operators from app_user
    where role = 'SUPER_ADMIN' and password_hash is not null and disabled_at is null`)
  return row!.operators
}
