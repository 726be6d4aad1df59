/** Statements about saved filters. Each concerns one user at one site, the writable one. */
import { SAVED_FILTERS_MAX, type SavedFilter, type savedFilterDraft } from '@mimamori/contract/alerting/alert-filter.ts'
import type { z } from 'zod'
import { isUniqueViolation, type TenantDb } from '#platform/postgres/database.ts'
import { type Sql, sql } from '#platform/postgres/sql.ts'
import { inNameOrder } from '#platform/postgres/text-search.ts'
import { fail } from '#platform/service-error.ts'

export type Draft = z.output<typeof savedFilterDraft>

const columns = sql`id, name, is_default as "isDefault", content`

function ofUser({ tenantId, userId }: TenantDb): Sql {
  return sql`tenant_id = ${tenantId} and user_id = ${userId}`
}

/** By name. */
export function readFilters(db: TenantDb): Promise<SavedFilter[]> {
  return db.rows(
    sql<SavedFilter>`select ${columns} from alert_filter where ${ofUser(db)} order by ${inNameOrder(sql`name`)}`,
  )
}

/** Locks the user's filters until the transaction ends. */
export async function lockFilters(db: TenantDb): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`alert-filter|${db.tenantId}|${db.userId}`}, 0))`)
}

/** Returns undefined if the user already has the maximum number of filters. */
export async function insertFilter(db: TenantDb, draft: Draft, now: Date): Promise<SavedFilter | undefined> {
  if (draft.isDefault) await dropDefault(db, null)
  return withOwnName(db, () =>
    db.first(sql<SavedFilter>`
      insert into alert_filter (tenant_id, user_id, slot, name, is_default, content, updated_at)
      select ${db.tenantId}, ${db.userId}, slot, ${draft.name}, ${draft.isDefault}, ${JSON.stringify(draft.content)}::jsonb,
        ${now}
      from generate_series(1, ${SAVED_FILTERS_MAX}::integer) slot
      where slot not in (select f.slot from alert_filter f where ${ofUser(db)}) order by slot limit 1
      returning ${columns}`),
  )
}

/** Returns undefined if the user has no filter with this id. */
export async function updateFilter(
  db: TenantDb,
  id: string,
  draft: Draft,
  now: Date,
): Promise<SavedFilter | undefined> {
  if (draft.isDefault) await dropDefault(db, id)
  return withOwnName(db, () =>
    db.first(sql<SavedFilter>`
      update alert_filter set name = ${draft.name}, is_default = ${draft.isDefault},
        content = ${JSON.stringify(draft.content)}::jsonb, updated_at = ${now}
      where ${ofUser(db)} and id = ${id} returning ${columns}`),
  )
}

/** Returns false if the user has no filter with this id. */
export async function deleteFilter(db: TenantDb, id: string): Promise<boolean> {
  return 1 === (await db.run(sql`delete from alert_filter where ${ofUser(db)} and id = ${id}`))
}

async function dropDefault(db: TenantDb, exceptId: string | null): Promise<void> {
  await db.run(sql`update alert_filter set is_default = false
    where ${ofUser(db)} and is_default and id is distinct from ${exceptId}::uuid`)
}

async function withOwnName<T>(db: TenantDb, work: () => Promise<T>): Promise<T> {
  try {
    return await db.savepoint(work)
  } catch (error) {
    if (isUniqueViolation(error, 'alert_filter_name')) {
      throw fail('invalid-request', { name: 'alert-filter.name-taken' })
    }
    throw error
  }
}
