/** Removes files of the bucket without a row, which a power cut between two steps left. Requirement SCALE-02. */
import { DAY_MS, HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import type { Logger } from 'pino'
import type { BucketStorage } from '#platform/files/bucket-storage.ts'
import type { StorageName } from '#platform/files/storage.ts'
import type { Database, PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import type { Job } from '#platform/work/jobs.ts'

/** Days since the file was written: the row of an upload follows within minutes, but a backup may be restored later. */
const GRACE_DAYS = 30
/** File names per query, which reads all ids of the tenant. */
const NAMES = 5_000
/** More than both of these and the database is not that of this bucket, or an old copy of it: nothing is removed. */
const UNNAMED_MAX = { files: 100, share: 0.1 }

type Sweeping = { bucket: Pick<BucketStorage, 'filesOf' | 'remove'>; log: Pick<Logger, 'error'> }

/** Checks one tenant an hour, and each at most once a day. */
export function sweepBucket({ bucket, log }: Sweeping): Job {
  let last = '00000000-0000-0000-0000-000000000000'
  const sweptAtMs = new Map<string, number>()
  return {
    name: 'media.sweep-bucket',
    everyMs: HOUR_MS,
    // One tenant per round.
    batchSize: Number.POSITIVE_INFINITY,
    async task(database, now) {
      const tenantId = await database.asPlatform('a tenant to sweep', (db) => nextTenant(db, last))
      if (tenantId === null) return 0
      last = tenantId
      if (now.getTime() - (sweptAtMs.get(tenantId) ?? 0) < DAY_MS) return 0
      const { unnamed, seen } = await unnamedFiles(bucket, database, tenantId, now)
      sweptAtMs.set(tenantId, now.getTime())
      if (unnamed.length > UNNAMED_MAX.files && unnamed.length > UNNAMED_MAX.share * seen) {
        log.error({ tenantId, unnamed: unnamed.length, seen }, 'too many files without a row: none is removed')
        return 0
      }
      for (const name of unnamed) await bucket.remove(name)
      return unnamed.length
    },
  }
}

/** The next tenant in order of ids, wrapping around; null if there is none. */
async function nextTenant(db: PlatformDb, last: string): Promise<string | null> {
  const next = await db.first(sql<{ id: string }>`select id from tenant order by id <= ${last}, id limit 1`)
  return next?.id ?? null
}

/** Files past their grace period that have no row, and the number of files past it. */
async function unnamedFiles(
  bucket: Sweeping['bucket'],
  database: Database,
  tenantId: string,
  now: Date,
): Promise<{ unnamed: StorageName[]; seen: number }> {
  const unnamed: StorageName[] = []
  let [seen, names] = [0, [] as StorageName[]]
  const ask = async () => {
    const asked = names
    names = []
    seen += asked.length
    if (asked.length > 0)
      unnamed.push(...(await database.asPlatform('files without a row', (db) => withoutRow(db, tenantId, asked))))
  }
  for await (const { name, changedMs } of bucket.filesOf(tenantId)) {
    if (now.getTime() - changedMs < GRACE_DAYS * DAY_MS) continue
    names.push(name)
    if (names.length === NAMES) await ask()
  }
  await ask()
  return { unnamed, seen }
}

/** The digest must match storageName. */
async function withoutRow(db: PlatformDb, tenantId: string, names: readonly StorageName[]): Promise<StorageName[]> {
  const found = await db.rows(sql<{ name: string }>`
    with stored as materialized (
      select left(encode(sha256(convert_to(f.tenant_id || '|' || f.id, 'UTF8')), 'hex'), 32) as digest from (
        select tenant_id, id from media where tenant_id = ${tenantId}
        union all select tenant_id, id from recording_init where tenant_id = ${tenantId}
        union all select tenant_id, id from recording_snapshot where tenant_id = ${tenantId}
        union all select tenant_id, id from recording_segment where tenant_id = ${tenantId} and not is_on_hub
      ) f)
    select n.name from unnest(${[...names]}::text[]) n (name)
    where not exists (select from stored s where s.digest = replace(split_part(n.name, '/', 2), '-', ''))`)
  return found.map(({ name }) => name as StorageName)
}
