/**
 * Removes organizations and sites whose delay is over: files and rows in small batches, the tenant itself last.
 * Requirement OPS-09.
 */
import { writeAudit } from '#platform/auth/audit.ts'
import { type Storage, storageName } from '#platform/files/storage.ts'
import { OPERATOR_TENANT_ID } from '#platform/platform.ts'
import type { Database, PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import type { Job } from '#platform/work/jobs.ts'
import { readTenantTables, type TenantTable, tablesWithRows } from './tenant.deletion.tables.ts'

const BATCH = 500
/** Each removal of a file is a disk write or a call to the bucket. */
const FILES_AT_ONCE = 100
/** The ids of their rows are those of files. */
export const FILE_TABLES = ['media', 'recording_segment', 'recording_snapshot', 'recording_init', 'recording_discard']
/** The deletion mark is removed with the tenant, in the last step. */
const LAST = 'tenant_deletion'

type Due = { tenantId: string; isBegun: boolean }

/**
 * Processes one batch of one tenant at a time. A batch commits its work, and every batch looks for the rest, so an
 * interrupted removal continues. A file is removed before its row, so that the row is found again.
 */
export function removeTenants(storage: Pick<Storage, 'remove'>): Job {
  return {
    name: 'tenants.remove',
    everyMs: 60_000,
    // A batch with any work is followed by another.
    batchSize: 1,
    async task(database, now) {
      const due = await nextDue(database, now)
      if (!due) return 0
      return database.asPlatform('remove a deleted site', async (db) => {
        if (!due.isBegun) return begin(db, due.tenantId, now)
        const { rows, files } = await removeSome(db, storage, due.tenantId)
        if (rows === 0) return finish(db, due.tenantId, now)
        await db.run(sql`
          update tenant_deletion set removed_rows = removed_rows + ${rows}, removed_files = removed_files + ${files}
          where tenant_id = ${due.tenantId}`)
        return 1
      })
    },
  }
}

/** An organization that got a site meanwhile waits. */
function nextDue(database: Database, now: Date): Promise<Due | undefined> {
  return database.asPlatform('deleted sites that are due', (db) =>
    db.first(sql<Due>`
      select d.tenant_id as "tenantId", d.begun_at is not null as "isBegun" from tenant_deletion d
      where d.due_at <= ${now} and not exists (select from tenant t where t.parent_id = d.tenant_id)
      order by d.begun_at nulls last, d.due_at limit 1`),
  )
}

/**
 * From here on the deletion cannot be withdrawn. The key is deleted first: files in a bucket are unreadable at once.
 */
async function begin(db: PlatformDb, tenantId: string, now: Date): Promise<number> {
  const begun = await db.run(sql`
    update tenant_deletion set begun_at = ${now} where tenant_id = ${tenantId} and begun_at is null and due_at <= ${now}`)
  if (begun > 0) await db.run(sql`delete from file_key where tenant_id = ${tenantId}`)
  return 1
}

type Removed = { rows: number; files: number }

/** A batch over the tables that have rows of the tenant, starting with tables to which no other refers. */
async function removeSome(db: PlatformDb, storage: Pick<Storage, 'remove'>, tenantId: string): Promise<Removed> {
  const removed = { rows: 0, files: 0 }
  const tables = await readTenantTables(db)
  for (const table of await tablesWithRows(db, tables.filter(isRemovedHere), tenantId)) {
    if (FILE_TABLES.includes(table.name)) {
      const files = await removeFiles(db, storage, table, tenantId)
      removed.rows += files
      removed.files += files
    } else removed.rows += await removeRows(db, table, tenantId, BATCH - removed.rows)
    // The rest of this table must be removed before the next one.
    if (removed.rows >= BATCH || removed.files > 0) return removed
  }
  return removed.rows > 0 ? removed : { rows: await forgetElsewhere(db, tenantId), files: 0 }
}

const isRemovedHere = ({ name, isRemovable }: TenantTable) => isRemovable && name !== LAST

async function removeFiles(
  db: PlatformDb,
  storage: Pick<Storage, 'remove'>,
  table: TenantTable,
  tenantId: string,
): Promise<number> {
  const name = sql.ref(table.name)
  const files = await db.rows(sql<{ id: string }>`
    select id from ${name} where tenant_id = ${tenantId} order by id limit ${FILES_AT_ONCE} for update`)
  const ids = files.map(({ id }) => id)
  await Promise.all(ids.map((id) => storage.remove(storageName(tenantId, id))))
  return db.run(sql`delete from ${name} where tenant_id = ${tenantId} and id = any(${ids}::uuid[])`)
}

function removeRows(db: PlatformDb, table: TenantTable, tenantId: string, most: number): Promise<number> {
  const name = sql.ref(table.name)
  return db.run(sql`
    delete from ${name} where ctid = any(array(
      select ctid from ${name} where tenant_id = ${tenantId} limit ${most}))`)
}

/** Removes sessions of others that are connected to the site, and its name from actions elsewhere. */
async function forgetElsewhere(db: PlatformDb, tenantId: string): Promise<number> {
  const sessions = await db.run(sql`delete from session where acting_tenant_id = ${tenantId}`)
  const deeds = await db.run(sql`
    update audit set actor_tenant_id = null where ctid = any(array(
      select ctid from audit where actor_tenant_id = ${tenantId} limit ${BATCH}))`)
  return sessions + deeds
}

type Gone = {
  name: string
  code: string
  kind: string
  parentId: string | null
  markedBy: string
  markedAt: string
  rows: number
  files: number
}

/** Removes the tenant itself, and audits it where its organization and the operator see it. */
async function finish(db: PlatformDb, tenantId: string, now: Date): Promise<number> {
  const gone = await db.first(sql<Gone>`
    select t.name, t.code, t.kind, t.parent_id as "parentId", d.marked_by as "markedBy", d.marked_at as "markedAt",
      d.removed_rows as rows, d.removed_files as files
    from tenant t join tenant_deletion d on d.tenant_id = t.id where t.id = ${tenantId} for update of t`)
  // Another instance was faster.
  if (!gone) return 1
  const { parentId, ...details } = gone
  await db.run(sql`delete from tenant where id = ${tenantId}`)
  const nobody = { actorUserId: null, actorTenantId: null, hubId: null, sessionId: null, ip: null }
  const entry = { action: 'tenant.erase', objectType: 'tenant', objectId: tenantId, details }
  for (const place of new Set([parentId ?? OPERATOR_TENANT_ID, OPERATOR_TENANT_ID])) {
    await writeAudit(db, { tenantId: place, at: now, ...nobody }, entry)
  }
  return 1
}
