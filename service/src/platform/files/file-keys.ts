/** One key for the files of each tenant, sealed by the master key: without its row no file of the tenant can be read. */
import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Database, PlatformDb } from '../postgres/database.ts'
import { sql } from '../postgres/sql.ts'
import type { Secrets } from '../secrets.ts'

const KEY_BYTES = 32
/** A key that was deleted is forgotten by every instance within this time. */
const REMEMBER_MS = 60_000

export type FileKeys = {
  /** The key of 32 bytes; created if the tenant has none. */
  forWriting(tenantId: string): Promise<Buffer>
  /** Null: the tenant has none, so its files cannot be read. */
  forReading(tenantId: string): Promise<Buffer | null>
}

export function createFileKeys({
  database,
  secrets,
  clock,
}: {
  database: Database
  secrets: Pick<Secrets, 'seal' | 'open'>
  clock: Clock
}): FileKeys {
  const known = new Map<string, { key: Buffer; untilMs: number }>()
  async function remembered(tenantId: string, read: (db: PlatformDb) => Promise<string | null>) {
    const atMs = clock.now().getTime()
    const before = known.get(tenantId)
    if (before && atMs < before.untilMs) return before.key
    const text = await database.asPlatform('the key of files', read)
    if (text === null) {
      known.delete(tenantId)
      return null
    }
    const key = Buffer.from(secrets.open(text, placeOf(tenantId)), 'base64')
    known.set(tenantId, { key, untilMs: atMs + REMEMBER_MS })
    return key
  }
  return {
    forReading: (tenantId) => remembered(tenantId, (db) => readKey(db, tenantId)),
    async forWriting(tenantId) {
      const key = await remembered(tenantId, async (db) => {
        const text = await readKey(db, tenantId)
        if (text !== null) return text
        const fresh = secrets.seal(randomBytes(KEY_BYTES).toString('base64'), placeOf(tenantId))
        // Another instance may have been quicker.
        return (await insertKey(db, tenantId, fresh)) ? fresh : readKey(db, tenantId)
      })
      if (!key) throw new Error(`The files of ${tenantId} have no key.`)
      return key
    },
  }
}

const placeOf = (tenantId: string) => `${tenantId}|file_key|sealed|${tenantId}`

async function readKey(db: PlatformDb, tenantId: string): Promise<string | null> {
  const row = await db.first<{ sealed: string }>(sql`select sealed from file_key where tenant_id = ${tenantId}`)
  return row?.sealed ?? null
}

async function insertKey(db: PlatformDb, tenantId: string, sealed: string): Promise<boolean> {
  const added = await db.run(sql`
    insert into file_key (tenant_id, sealed) values (${tenantId}, ${sealed}) on conflict do nothing`)
  return added > 0
}
