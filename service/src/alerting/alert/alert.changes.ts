/** Statements that change alerts: seen, archived, judged. Each works on one tenant, the one that may be written. */
import type { Verdict } from '@mimamori/contract/alerting/alert.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { inTenants, inUnits, type ResidentScope } from '#shared/resident-scope.ts'

export type Person = { id: string; name: string }
/** An alert that may be changed, with the values that decide whether something changes. */
export type Target = { id: string; tenantId: string; unitId: string | null }

/** Those of the ids that are in the scope. */
export function findTargets(db: TenantDb, scope: ResidentScope, ids: readonly string[]): Promise<Target[]> {
  return db.rows(sql<Target>`
    select a.id, a.tenant_id as "tenantId", a.unit_id as "unitId" from alert a
    where ${inTenants(sql`a.tenant_id`, scope)} and a.id = any(${ids}::uuid[]) and a.deleted_at is null
      and ${inUnits(sql`a.unit_id`, scope)}`)
}

/** Always in the order of their ids, so that two callers cannot deadlock. */
export async function lockTargets(db: TenantDb, ids: readonly string[]): Promise<void> {
  await db.run(sql`select from alert where tenant_id = ${db.tenantId} and id = any(${ids}::uuid[])
    order by id for update`)
}

/** Marks them as seen by the user; returns those that were unseen. */
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

/** Stores the first care role that saw them; returns those that nobody had seen. ALERT-06. */
export async function markFirstSeen(db: TenantDb, by: Person, ids: readonly string[], now: Date): Promise<string[]> {
  const rows = await db.rows(sql<{ id: string }>`
    update alert set first_seen_by = ${by.id}, first_seen_name = ${by.name}, first_seen_at = ${now}
    where tenant_id = ${db.tenantId} and id = any(${ids}::uuid[]) and first_seen_at is null
    returning id`)
  return rows.map((row) => row.id)
}

/** Those that are not over. */
export async function findOpenAlarms(db: TenantDb, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows(sql<{ id: string }>`
    select id from alert
    where tenant_id = ${db.tenantId} and id = any(${ids}::uuid[]) and alarm_state <> 'resolved'`)
  return rows.map((row) => row.id)
}

/** Returns those that changed. */
export async function setArchived(db: TenantDb, ids: readonly string[], isArchived: boolean): Promise<string[]> {
  const rows = await db.rows(sql<{ id: string }>`
    update alert set is_archived = ${isArchived}
    where tenant_id = ${db.tenantId} and id = any(${ids}::uuid[]) and is_archived <> ${isArchived}
    returning id`)
  return rows.map((row) => row.id)
}

type Judgement = { verdict: Verdict; verdictReason: string | null }

/** Returns those whose verdict or reason changed. */
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
