/** Statements that change alerts: seen, archived, judged. Each works on one tenant, the one that may be written. */
import type { Verdict } from '@mimamori/contract/alert.ts'
import { sql } from 'kysely'
import type { TenantDb } from '#platform/database.ts'
import { inTenants, inUnits, type ResidentScope } from '#platform/resident-scope.ts'

export type Person = { id: string; name: string }
/** An alert that may be changed, with what decides whether something changes. */
export type Target = { id: string; tenantId: string; unitId: string | null }

/** Those of the ids that are in the scope. */
export function findTargets(db: TenantDb, scope: ResidentScope, ids: readonly string[]): Promise<Target[]> {
  return db.rows(sql<Target>`
    select a.id, a.tenant_id as "tenantId", a.unit_id as "unitId" from alert a
    where ${inTenants(sql`a.tenant_id`, scope)} and a.id = any(${ids}::uuid[]) and a.deleted_at is null
      and ${inUnits(sql`a.unit_id`, scope)}`)
}

/** Always in the order of their ids, so that two callers never wait for each other crosswise. */
export async function lockTargets(db: TenantDb, ids: readonly string[]): Promise<void> {
  await db.run(sql`select from alert where tenant_id = ${db.tenantId} and id = any(${ids}::uuid[])
    order by id for update`)
}

/** Marks them seen by the user; answers those that were not before. */
export async function markSeen(db: TenantDb, userId: string, ids: readonly string[], now: Date): Promise<string[]> {
  const rows = await db.rows(sql<{ id: string }>`
    insert into alert_seen (tenant_id, user_id, alert_id, seen_at)
    select a.tenant_id, ${userId}, a.id, ${now} from alert a
      left join user_alert_watermark w on w.tenant_id = a.tenant_id and w.user_id = ${userId}
    where a.tenant_id = ${db.tenantId} and a.id = any(${ids}::uuid[])
      and a.created_at > coalesce(w.seen_until, '-infinity')
    on conflict do nothing returning alert_id as id`)
  return rows.map((row) => row.id)
}

/** Keeps the first care role that saw them; answers those that nobody had seen. ALERT-06. */
export async function markFirstSeen(db: TenantDb, by: Person, ids: readonly string[], now: Date): Promise<string[]> {
  const rows = await db.rows(sql<{ id: string }>`
    update alert set first_seen_by = ${by.id}, first_seen_name = ${by.name}, first_seen_at = ${now}
    where tenant_id = ${db.tenantId} and id = any(${ids}::uuid[]) and first_seen_at is null
    returning id`)
  return rows.map((row) => row.id)
}

/** Answers those that were not so before. */
export async function setArchived(db: TenantDb, ids: readonly string[], isArchived: boolean): Promise<string[]> {
  const rows = await db.rows(sql<{ id: string }>`
    update alert set is_archived = ${isArchived}
    where tenant_id = ${db.tenantId} and id = any(${ids}::uuid[]) and is_archived <> ${isArchived}
    returning id`)
  return rows.map((row) => row.id)
}

export type Judgement = { verdict: Verdict; verdictReason: string | null }

/** Answers those that were judged otherwise before, for another reason, or not at all. */
export async function setVerdict(
  db: TenantDb,
  ids: readonly string[],
  { verdict, verdictReason }: Judgement,
): Promise<string[]> {
  const rows = await db.rows(sql<{ id: string }>`
    update alert set verdict = ${verdict}, verdict_reason = ${verdictReason}
    where tenant_id = ${db.tenantId} and id = any(${ids}::uuid[])
      and (verdict, verdict_reason) is distinct from (${verdict}::text, ${verdictReason}::text)
    returning id`)
  return rows.map((row) => row.id)
}

export type Step =
  | { kind: 'seen' | 'archived' | 'unarchived' | 'deleted' | 'restored' }
  | ({ kind: 'judged' } & Judgement)

/** Adds the step to the timeline of each. */
export async function addSteps(db: TenantDb, by: Person, ids: readonly string[], step: Step, now: Date): Promise<void> {
  if (ids.length === 0) return
  const { verdict, verdictReason } = step.kind === 'judged' ? step : { verdict: null, verdictReason: null }
  await db.run(sql`
    insert into alert_step (tenant_id, alert_id, at, kind, user_id, user_name, verdict, verdict_reason)
    select ${db.tenantId}, id, ${now}, ${step.kind}, ${by.id}, ${by.name}, ${verdict}, ${verdictReason}
    from unnest(${ids}::uuid[]) id`)
}

/**
 * An alert that is being stored right now has a time of arrival in the past when it becomes visible. No such transaction
 * lasts longer than this (statements end after 5 s), so what is younger is marked one by one.
 */
const IN_FLIGHT_MS = 10_000

/** Everything of the tenant that is stored by now counts as seen by the user. Rows that this makes needless go. */
export async function markAllSeen(db: TenantDb, userId: string, now: Date): Promise<void> {
  const settled = new Date(now.getTime() - IN_FLIGHT_MS)
  await db.run(sql`
    insert into user_alert_watermark as w (tenant_id, user_id, seen_until)
    values (${db.tenantId}, ${userId}, ${settled})
    on conflict (tenant_id, user_id) do update set seen_until = greatest(w.seen_until, excluded.seen_until)`)
  await db.run(sql`
    delete from alert_seen s using alert a
    where s.tenant_id = ${db.tenantId} and s.user_id = ${userId} and a.tenant_id = s.tenant_id and a.id = s.alert_id
      and a.created_at <= (select seen_until from user_alert_watermark
        where tenant_id = ${db.tenantId} and user_id = ${userId})`)
  await db.run(sql`
    insert into alert_seen (tenant_id, user_id, alert_id, seen_at)
    select tenant_id, ${userId}, id, ${now} from alert where tenant_id = ${db.tenantId} and created_at > ${settled}
    on conflict do nothing`)
}

/** Of alerts that nobody had seen this many are kept as first seen by whoever marks all; the oldest stay as they are. */
const FIRST_SEEN_AT_ONCE = 10_000

/** The newest alerts of the scope that no care role has seen. Index: alert_unanswered. */
export async function findUnanswered(db: TenantDb, scope: ResidentScope): Promise<Target[]> {
  return db.rows(sql<Target>`
    select a.id, a.tenant_id as "tenantId", a.unit_id as "unitId" from alert a
    where a.tenant_id = ${db.tenantId} and a.first_seen_at is null and not a.is_archived
      and a.deleted_at is null
      and ${inUnits(sql`a.unit_id`, scope)}
    order by a.created_at desc limit ${FIRST_SEEN_AT_ONCE}`)
}
