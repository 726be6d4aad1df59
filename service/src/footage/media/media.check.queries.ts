/** Statements for checking stored files: the next ones, the results, and the number of lost files. */

import { writeAudit } from '#platform/auth/audit.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import type { StoredFileRow } from './media.queries.ts'

/** Lost files of a site. */
export type Lost = { missing: number; damaged: number }
/**
 * The state that one run stores for the next, among the facts about this installation. Sites without losses are left
 * out.
 */
export type CheckMemory = { last: Place; lastClip: Place; lostBySite: Record<string, Lost> }
/** The position of a scan through the files; null: at its start. */
type Place = { tenantId: string; id: string } | null

const KEY = 'media.checked'

export async function readMemory(db: PlatformDb): Promise<CheckMemory> {
  const row = await db.first(sql<{ value: CheckMemory }>`select value from installation where key = ${KEY}`)
  return row?.value ?? { last: null, lastClip: null, lostBySite: {} }
}

export async function saveMemory(db: PlatformDb, memory: CheckMemory, now: Date): Promise<void> {
  const lostBySite = Object.fromEntries(
    Object.entries(memory.lostBySite).filter(([, { missing, damaged }]) => missing + damaged > 0),
  )
  const value = JSON.stringify({ ...memory, lostBySite })
  await db.run(sql`
    insert into installation (key, value, updated_at) values (${KEY}, ${value}::jsonb, ${now})
    on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`)
}

const columns = sql`tenant_id as "tenantId", id, bytes::float8 as bytes, sha256, state`

/** The next files that are not lost, in primary key order, after the last one of the previous run. */
export function readNext(db: PlatformDb, { last }: CheckMemory, most: number): Promise<StoredFileRow[]> {
  const after = last ? sql`and (tenant_id, id) > (${last.tenantId}::uuid, ${last.id}::uuid)` : sql``
  return db.rows(sql<StoredFileRow>`
    select ${columns} from media where state = 'ready' ${after} order by tenant_id, id limit ${most}`)
}

/** The next clips with a known hash that are not lost, after the last one of the previous run. */
export function readNextClips(db: PlatformDb, { lastClip }: CheckMemory, most: number): Promise<StoredFileRow[]> {
  const after = lastClip ? sql`and (tenant_id, id) > (${lastClip.tenantId}::uuid, ${lastClip.id}::uuid)` : sql``
  return db.rows(sql<StoredFileRow>`
    select ${columns} from media where state = 'ready' and sha256 is not null ${after}
    order by tenant_id, id limit ${most}`)
}

/** A few lost files, others each time. Index: media_lost. */
export function readLost(db: PlatformDb, most: number): Promise<StoredFileRow[]> {
  return db.rows(sql<StoredFileRow>`
    select ${columns} from media where state <> 'ready' order by random() limit ${most}`)
}

/** Counts lost files of every site. Index: media_lost. */
export async function countLost(db: PlatformDb): Promise<Record<string, Lost>> {
  const rows = await db.rows(sql<Lost & { tenantId: string }>`
    select t.id as "tenantId", count(*) filter (where m.state = 'missing')::int as missing,
      count(*) filter (where m.state = 'damaged')::int as damaged
    from tenant t left join media m on m.tenant_id = t.id and m.state <> 'ready' group by t.id`)
  return Object.fromEntries(rows.map(({ tenantId, missing, damaged }) => [tenantId, { missing, damaged }]))
}

const NONE: Lost = { missing: 0, damaged: 0 }

/** One row for each site whose number of lost files changed since the previous run. */
export async function auditChanges(
  db: PlatformDb,
  before: Record<string, Lost>,
  lostBySite: Record<string, Lost>,
  now: Date,
): Promise<void> {
  for (const [tenantId, lost] of Object.entries(lostBySite)) {
    const old = before[tenantId] ?? NONE
    if (old.missing === lost.missing && old.damaged === lost.damaged) continue
    const nobody = { actorUserId: null, actorTenantId: null, hubId: null, sessionId: null, ip: null }
    await writeAudit(
      db,
      { tenantId, at: now, ...nobody },
      {
        action: 'media.check',
        objectType: 'media',
        details: { changed: { missing: [old.missing, lost.missing], damaged: [old.damaged, lost.damaged] } },
      },
    )
  }
}
