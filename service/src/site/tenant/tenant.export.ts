/** All rows of an organisation or a site as a zip, read in small parts while it is sent. Requirement OPS-09; decision 0031. */

import { Readable } from 'node:stream'
import type { tenantDeletionEndpoints } from '@mimamori/contract/site/tenant-deletion.ts'
import type { HandlerOf } from '#platform/context.ts'
import { contentDisposition } from '#platform/files/file-name.ts'
import { storageName } from '#platform/files/storage.ts'
import { type ZipFile, zipOf } from '#platform/files/zip.ts'
import { OPERATOR_TENANT_ID } from '#platform/platform.ts'
import type { Database, PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail, found } from '#platform/service-error.ts'
import { hasAccess, requireAccess } from '#shared/access.ts'
import { auditAt } from '#shared/audit-at.ts'
import { FILE_TABLES } from './tenant.deletion.jobs.ts'
import { finishExport, insertExport, nameOfUser } from './tenant.deletion.queries.ts'
import { readTenantTables, type TenantTable, tablesWithRows } from './tenant.deletion.tables.ts'
import { exportedColumns, isExported } from './tenant.export.rules.ts'
import { readTenant } from './tenant.queries.ts'
import { reachOf } from './tenant.reach.ts'

const ROWS_AT_ONCE = 500
/** Their rows may be large. */
const ROWS_WITH_BYTES_AT_ONCE = 20
/** A zip without its later extension ends at 4 GiB. */
const BYTES_MAX = 3.9 * 1024 ** 3

export const exportTenant: HandlerOf<(typeof tenantDeletionEndpoints)['tenant.export']> = async (
  context,
  { params: { id } },
  reply,
) => {
  const { actor, now, database, rateLimit, clock } = context
  requireAccess(actor, 'act in their own name')
  rateLimit.take('pdf', actor.userId)
  const isWhole = hasAccess(actor, 'export resident data')
  const { tenant, tables, shown, exportId } = await database.asPlatform('begin the export of a site', async (db) => {
    const tenant = found(await readTenant(db, reachOf(actor), id))
    const exportId = await insertExport(db, id, { at: now, by: await nameOfUser(db, actor), isWhole })
    const entry = { action: 'tenant.export', objectType: 'tenant', objectId: id, details: { isWhole } }
    for (const place of new Set([id, tenant.parentId ?? OPERATOR_TENANT_ID])) await auditAt(db, context, place, entry)
    const tables = await readTenantTables(db)
    const shown = await tablesWithRows(
      db,
      tables.filter(({ name }) => isExported(name, isWhole)),
      id,
    )
    return { tenant, tables, shown, exportId }
  })
  const rows: Record<string, number> = {}
  const files = shown.map((table) =>
    textFile(`${table.name}.jsonl`, () => linesOf(database, table, id, (count) => (rows[table.name] = count))),
  )
  const own = textFile('tenant.jsonl', async function* () {
    yield* await database.asPlatform('export a site', (db) => readOwnLine(db, id))
  })
  const list = textFile('files.jsonl', () => filesOf(database, tables, id))
  const { name, code, kind, timezone } = tenant
  const leftOut = tables.map(({ name }) => name).filter((one) => !isExported(one, isWhole))
  const about = { id, name, code, kind, timezone, madeAt: now.toISOString(), isWhole, leftOut, rows }
  const manifest = textFile('manifest.json', async function* () {
    yield JSON.stringify(about, null, 2)
  })
  const finish = () =>
    database.asPlatform('end the export of a site', (db) => finishExport(db, id, exportId, clock.now()))
  reply.headers({
    'content-type': 'application/zip',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-disposition': contentDisposition('attachment', `${code}-${now.toISOString().slice(0, 10)}.zip`),
  })
  await reply.send(Readable.from(endedBy(zipOf([own, ...files, list, manifest]), finish), { objectMode: false }))
}

function textFile(name: string, lines: () => AsyncIterable<string>): ZipFile {
  async function* bytes() {
    for await (const text of lines()) yield Buffer.from(text)
  }
  return { name, isPacked: true, open: async () => bytes() }
}

/** The stream; `finish` is done before the last part leaves, so a client that has all of it may count on it. */
async function* endedBy(stream: AsyncIterable<Uint8Array>, finish: () => Promise<void>): AsyncGenerator<Uint8Array> {
  let last: Uint8Array | null = null
  let bytes = 0
  for await (const part of stream) {
    bytes += part.byteLength
    if (bytes > BYTES_MAX) throw fail('too-large')
    if (last) yield last
    last = part
  }
  await finish()
  if (last) yield last
}

/** One line a row, in the order of the primary key; each part is a short transaction of its own. */
async function* linesOf(
  database: Database,
  table: TenantTable,
  tenantId: string,
  onEnd: (rows: number) => void,
): AsyncGenerator<string> {
  const most = table.hasBytes ? ROWS_WITH_BYTES_AT_ONCE : ROWS_AT_ONCE
  let after: string[] | null = null
  let count = 0
  for (;;) {
    const part: Line[] = await database.asPlatform('export rows of a site', (db) =>
      db.rows(linesAfter(table, tenantId, after, most)),
    )
    count += part.length
    if (part.length > 0) yield part.map(({ line }) => `${line}\n`).join('')
    if (part.length < most) break
    after = part.at(-1)!.key
  }
  onEnd(count)
}

async function readOwnLine(db: PlatformDb, id: string): Promise<string[]> {
  const rows = await db.rows(sql<{ line: string }>`select to_jsonb(t)::text as line from tenant t where id = ${id}`)
  return rows.map(({ line }) => `${line}\n`)
}

type Line = { line: string; key: string[] }

function linesAfter(table: TenantTable, tenantId: string, after: string[] | null, most: number) {
  const keys = table.keys.map(({ name }) => sql.ref(name))
  const values = table.keys.map(({ type }, at) => sql`${after?.[at] ?? null}::text::${sql.raw(type)}`)
  const later = after === null ? sql`true` : sql`(${sql.join(keys)}) > (${sql.join(values)})`
  const order = keys.length === 0 ? sql`` : sql`order by ${sql.join(keys)}`
  const columns = sql.join(exportedColumns(table).map((name) => sql.ref(name)))
  const texts = sql.join(keys.map((key) => sql`${key}::text`))
  return sql<Line>`
    select to_jsonb(r)::text as line, x._key as key from (
      select *, array[${texts}]::text[] as _key from ${sql.ref(table.name)} where tenant_id = ${tenantId} and ${later}
      ${order} limit ${most}) x cross join lateral (select ${columns}) r`
}

/** Where the stored files are by name in the service's folder or bucket. */
async function* filesOf(database: Database, tables: readonly TenantTable[], tenantId: string): AsyncGenerator<string> {
  for (const table of tables.filter(({ name }) => FILE_TABLES.includes(name))) {
    let after: string | null = null
    for (;;) {
      const ids: { id: string }[] = await database.asPlatform('files of a site', (db) =>
        db.rows(sql<{ id: string }>`
          select id from ${sql.ref(table.name)} where tenant_id = ${tenantId} and id > coalesce(${after}::uuid, uuid_nil())
          order by id limit ${ROWS_AT_ONCE}`),
      )
      if (ids.length > 0)
        yield ids
          .map(({ id }) => `${JSON.stringify({ table: table.name, id, name: storageName(tenantId, id) })}\n`)
          .join('')
      if (ids.length < ROWS_AT_ONCE) break
      after = ids.at(-1)!.id
    }
  }
}
