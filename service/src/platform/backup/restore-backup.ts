/**
 * Restores a backup: its tables into an empty database, followed by newer migrations; its media and key into a folder.
 */

import { randomInt } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createZstdDecompress } from 'node:zlib'
import { knownMigrations, migrate } from '../postgres/migrate.ts'
import { quoted } from '../postgres/postgres-url.ts'
import type { BackupCipher } from './backup-cipher.ts'
import { BackupError } from './backup-error.ts'
import { type BackupManifest, nameOf } from './backup-manifest.ts'
import { type BackupTarget, errorOfFolder } from './backup-target.ts'
import { type CopyClient, withCopyClient } from './copy-client.ts'
import { type FileEntry, readContent, readFileList, restoreFile } from './file-copy.ts'
import { copyIn, digestOf } from './table-copy.ts'
import { DROP_OURS, openTables, writeSequences } from './table-restore.ts'
import { through } from './through.ts'

/** `servicePassword`: of the service's login role, which is shared by the whole server. */
export type EmptyDatabase = { adminUrl: string; servicePassword: string }
export type BackupPlace = { target: BackupTarget; cipher: BackupCipher }

/**
 * Fills the empty database at `adminUrl` and migrates it to this program's schema. After an error it is empty again;
 * roles stay.
 */
export async function restoreDatabase(
  place: BackupPlace,
  backup: BackupManifest,
  { adminUrl, servicePassword }: EmptyDatabase,
): Promise<void> {
  const unknown = backup.migrations.find((name) => !knownMigrations().includes(name))
  if (unknown) throw new BackupError('newer', backup.version)
  await requireEmpty(adminUrl)
  const options = { adminUrl, servicePassword, log: () => {} }
  try {
    await migrate({ ...options, only: new Set(backup.migrations) })
    await withCopyClient(adminUrl, (client) => fill(client, place, backup))
    await migrate(options)
  } catch (error) {
    await emptyAgain(adminUrl)
    throw error
  }
}

/**
 * The tables into the empty database, then master key and media into the folder. After an error in either the database is empty
 * again, so that the same restore can be tried once more. Returns the number of files.
 */
export async function restoreWhole(
  place: BackupPlace,
  backup: BackupManifest,
  { dataDir, ...database }: EmptyDatabase & { dataDir: string },
): Promise<number> {
  await restoreDatabase(place, backup, database)
  try {
    return await restoreFiles(place, backup, dataDir)
  } catch (error) {
    await emptyAgain(database.adminUrl)
    throw error
  }
}

/** After an error, which is the one to report. */
async function emptyAgain(adminUrl: string): Promise<void> {
  await withCopyClient(adminUrl, (client) => client.run(DROP_OURS)).catch(() => {})
}

async function requireEmpty(adminUrl: string): Promise<void> {
  const [row] = await withCopyClient(adminUrl, (client) =>
    client.rows<{ name: string }>(
      `select relname as name from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') limit 1`,
    ),
  )
  if (row) throw new BackupError('not-empty', 'The database')
}

async function fill(client: CopyClient, place: BackupPlace, backup: BackupManifest): Promise<void> {
  await client.run('begin')
  await client.run(`set local role mimamori_owner; set local statement_timeout = 0;
    set local synchronize_seqscans = off; set local max_parallel_workers_per_gather = 0;`)
  const close = await openTables(client)
  await client.run(`truncate ${backup.tables.map(({ name }) => quoted(name)).join(', ')}`)
  for (const table of backup.tables) {
    const name = nameOf.table(backup.id, table.name)
    const stream = await place.target.get(name)
    if (!stream) throw new BackupError('missing', name)
    await copyIn(client, table, through(place.cipher.decrypt(stream, name), createZstdDecompress()))
    const { rows, sha256 } = await digestOf(client, table)
    if (rows !== table.rows || sha256 !== table.sha256) throw new BackupError('other', name)
  }
  await writeSequences(client, backup.sequences)
  await close()
  await client.run('commit')
}

/** The master key in base64. */
export async function readMasterKey({ target, cipher }: BackupPlace, id: string): Promise<string> {
  const name = nameOf.masterKey(id)
  const stream = await target.get(name)
  if (!stream) throw new BackupError('missing', name)
  return text(cipher.decrypt(stream, name))
}

/** Writes media and master key below the data folder. Returns the number of files. Throws BackupError for a full or closed disk. */
export async function restoreFiles(place: BackupPlace, backup: BackupManifest, dataDir: string): Promise<number> {
  const inWords = (error: unknown) => Promise.reject(errorOfFolder(dataDir, error))
  const key = await readMasterKey(place, backup.id)
  await writeFile(join(dataDir, 'master.key'), `${key}\n`, { mode: 0o600 }).catch(inWords)
  if (!backup.files) return 0
  let count = 0
  for await (const entry of readFileList(place, backup.id)) {
    await restoreFile(place, join(dataDir, 'media'), entry).catch(inWords)
    count++
  }
  return count
}

export type DrillResult = { tables: number; rows: number; files: number }

/**
 * Restores the backup into the empty database, verifies the rows of every table, and reads `samples` random media.
 * Throws BackupError with the cause.
 */
export async function tryRestore(
  place: BackupPlace,
  backup: BackupManifest,
  { samples, ...scratch }: EmptyDatabase & { samples: number },
): Promise<DrillResult> {
  await readMasterKey(place, backup.id)
  await restoreDatabase(place, backup, scratch)
  const chosen: FileEntry[] = []
  let seen = 0
  if (backup.files) {
    for await (const entry of readFileList(place, backup.id)) {
      // Reservoir sampling: each file of the list is chosen with the same probability.
      const at = seen < samples ? seen : randomInt(seen + 1)
      if (at < samples) chosen[at] = entry
      seen++
    }
  }
  for (const entry of chosen) for await (const _ of readContent(place, entry));
  const rows = backup.tables.reduce((sum, table) => sum + table.rows, 0)
  return { tables: backup.tables.length, rows, files: chosen.length }
}
