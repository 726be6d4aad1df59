/** Statements about the deletion of an organization or a site. Requirement OPS-09. */
import type { TenantDeletion } from '@mimamori/contract/site/tenant-deletion.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

type Mark = { markedAt: string; markedBy: string; dueAt: string; begunAt: string | null; wasDisabled: boolean }
type FinishedExport = { at: string; madeBy: string; isWhole: boolean }

/** Counts what is deleted with the tenant. Indexes: the primary keys, which all begin with the tenant. */
export async function countWhatGoes(db: PlatformDb, id: string): Promise<TenantDeletion['counts']> {
  const row = await db.first(sql<TenantDeletion['counts']>`
    select (select count(*) from resident where tenant_id = ${id}) as residents,
      (select count(*) from alert where tenant_id = ${id}) as alerts,
      (select count(*) from unit where tenant_id = ${id}) as units,
      (select count(*) from camera where tenant_id = ${id} and deregistered_at is null) as cameras,
      (select count(*) from agent where tenant_id = ${id} and revoked_at is null) as hubs,
      (select count(*) from recording where tenant_id = ${id}) as recordings,
      (select count(*) from media where tenant_id = ${id})
        + (select count(*) from recording_segment where tenant_id = ${id} and not is_on_hub)
        + (select count(*) from recording_snapshot where tenant_id = ${id})
        + (select count(*) from recording_init where tenant_id = ${id}) as files,
      (select count(*) from app_user where tenant_id = ${id}) as users`)
  return row!
}

/** Whether the tenant has data that the operator may not see. */
export async function hasResidentData(db: PlatformDb, id: string): Promise<boolean> {
  const row = await db.first(sql<{ has: boolean }>`
    select exists (select from resident where tenant_id = ${id})
      or exists (select from accident where tenant_id = ${id}) as has`)
  return row!.has
}

export async function readMark(db: PlatformDb, id: string): Promise<Mark | null> {
  const row = await db.first(sql<Mark>`
    select marked_at as "markedAt", marked_by as "markedBy", due_at as "dueAt", begun_at as "begunAt",
      was_disabled as "wasDisabled"
    from tenant_deletion where tenant_id = ${id}`)
  return row ?? null
}

/** Locks the mark: the removal cannot begin before this transaction ends. */
export async function lockMark(db: PlatformDb, id: string): Promise<void> {
  await db.run(sql`select from tenant_deletion where tenant_id = ${id} for update`)
}

/** Marks the tenant and closes it; call `lockTenant` before. */
export async function insertMark(
  db: PlatformDb,
  id: string,
  mark: { at: Date; by: string; dueAt: Date },
): Promise<void> {
  await db.run(sql`
    insert into tenant_deletion (tenant_id, marked_at, marked_by, due_at, was_disabled)
    select id, ${mark.at}::timestamptz, ${mark.by}::text, ${mark.dueAt}::timestamptz, disabled_at is not null from tenant where id = ${id}`)
  await db.run(sql`
    update tenant set disabled_at = coalesce(disabled_at, ${mark.at}), version = version + 1, updated_at = ${mark.at}
    where id = ${id}`)
}

/** Withdraws the mark and restores the tenant. */
export async function removeMark(
  db: PlatformDb,
  id: string,
  { wasDisabled }: Pick<Mark, 'wasDisabled'>,
  now: Date,
): Promise<void> {
  await db.run(sql`delete from tenant_deletion where tenant_id = ${id}`)
  await db.run(sql`
    update tenant set disabled_at = case when ${wasDisabled} then disabled_at end, version = version + 1, updated_at = ${now}
    where id = ${id}`)
}

/** The name of a person, for a text that outlives their account. */
export async function nameOfUser(db: PlatformDb, of: { userId: string; homeTenantId: string }): Promise<string> {
  const row = await db.first(sql<{ name: string }>`
    select coalesce(nullif(person_name(first_name, last_name), ''), email) as name
    from app_user where tenant_id = ${of.homeTenantId} and id = ${of.userId}`)
  return row!.name
}

export async function insertExport(
  db: PlatformDb,
  id: string,
  { at, by, isWhole }: { at: Date; by: string; isWhole: boolean },
): Promise<string> {
  const row = await db.first(sql<{ id: string }>`
    insert into tenant_export (tenant_id, started_at, made_by, is_whole) values (${id}, ${at}, ${by}, ${isWhole})
    returning id`)
  return row!.id
}

export async function finishExport(db: PlatformDb, tenantId: string, id: string, now: Date): Promise<void> {
  await db.run(sql`update tenant_export set finished_at = ${now} where tenant_id = ${tenantId} and id = ${id}`)
}

/** The newest finished export that began after `since`; a whole export takes precedence over a partial one. */
export async function readExport(db: PlatformDb, id: string, since: Date): Promise<FinishedExport | null> {
  const row = await db.first(sql<FinishedExport>`
    select started_at as at, made_by as "madeBy", is_whole as "isWhole" from tenant_export
    where tenant_id = ${id} and finished_at is not null and started_at > ${since}
    order by is_whole desc, started_at desc limit 1`)
  return row ?? null
}
