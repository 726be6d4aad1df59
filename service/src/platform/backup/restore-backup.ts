/** Brings a backup back: its tables into an empty database, then the migrations since; its media and key into a folder. */
import { randomInt } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createZstdDecompress } from 'node:zlib'
import type postgres from 'postgres'
import { knownMigrations, migrate } from '../postgres/migrate.ts'
import { connect, quoted } from '../postgres/postgres-url.ts'
import type { BackupCipher } from './backup-cipher.ts'
import { BackupError } from './backup-error.ts'
import { type BackupManifest, nameOf } from './backup-manifest.ts'
import type { BackupTarget } from './backup-target.ts'
import { type FileEntry, readContent, readFileList, restoreFile } from './file-copy.ts'
import { copyIn, digestOf } from './table-copy.ts'
import { openTables, writeSequences } from './table-restore.ts'
import { through } from './through.ts'

/** `servicePassword`: of the service's login role, which is one for the whole server. */
export type EmptyDatabase = { adminUrl: string; servicePassword: string }
export type BackupPlace = { target: BackupTarget; cipher: BackupCipher }

/** Fills the empty database at `adminUrl` and brings it to this program's schema. All of it or nothing but the roles. */
export async function restoreDatabase(
  place: BackupPlace,
  backup: BackupManifest,
  { adminUrl, servicePassword }: EmptyDatabase,
): Promise<void> {
  const unknown = backup.migrations.find((name) => !knownMigrations().includes(name))
  if (unknown) throw new BackupError('newer', backup.version)
  await requireEmpty(adminUrl)
  const options = { adminUrl, servicePassword, log: () => {} }
  await migrate({ ...options, only: new Set(backup.migrations) })
  const client = connect(adminUrl, { max: 1, onnotice: () => {}, fetch_types: false })
  try {
    await client.begin((transaction) => fill(transaction, place, backup))
  } finally {
    await client.end()
  }
  await migrate(options)
}

async function requireEmpty(adminUrl: string): Promise<void> {
  const client = connect(adminUrl, { max: 1, onnotice: () => {}, fetch_types: false })
  try {
    const [row] = await client`select to_regclass('public.tenant') as found`
    if (row?.found !== null) throw new BackupError('not-empty', 'The database')
  } finally {
    await client.end()
  }
}

async function fill(transaction: postgres.ISql, place: BackupPlace, backup: BackupManifest): Promise<void> {
  await transaction.unsafe(`set local role mimamori_owner; set local statement_timeout = 0;
    set local synchronize_seqscans = off; set local max_parallel_workers_per_gather = 0;`)
  const close = await openTables(transaction)
  await transaction.unsafe(`truncate ${backup.tables.map(({ name }) => quoted(name)).join(', ')}`)
  for (const table of backup.tables) {
    const name = nameOf.table(backup.id, table.name)
    const stream = await place.target.get(name)
    if (!stream) throw new BackupError('missing', name)
    await copyIn(transaction, table, through(place.cipher.decrypt(stream, name), createZstdDecompress()))
    const { sha256 } = await digestOf(transaction, table)
    if (sha256 !== table.sha256) throw new BackupError('other', name)
  }
  await writeSequences(transaction, backup.sequences)
  await close()
}

/** The master key in base64. */
export async function readMasterKey({ target, cipher }: BackupPlace, id: string): Promise<string> {
  const name = nameOf.masterKey(id)
  const stream = await target.get(name)
  if (!stream) throw new BackupError('missing', name)
  return text(cipher.decrypt(stream, name))
}

/** Writes media and master key below the data folder. Answers how many files. */
export async function restoreFiles(place: BackupPlace, backup: BackupManifest, dataDir: string): Promise<number> {
  await writeFile(join(dataDir, 'master.key'), `${await readMasterKey(place, backup.id)}\n`, { mode: 0o600 })
  if (!backup.files) return 0
  let count = 0
  for await (const entry of readFileList(place, backup.id)) {
    await restoreFile(place, join(dataDir, 'media'), entry)
    count++
  }
  return count
}

export type DrillResult = { tables: number; rows: number; files: number }

/**
 * Restores the backup into the empty database, where every table must have its rows, and reads
 * `samples` media by chance. Throws BackupError with what is wrong.
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
      // Each file of the list has the same chance to be among the chosen.
      const at = seen < samples ? seen : randomInt(seen + 1)
      if (at < samples) chosen[at] = entry
      seen++
    }
  }
  for (const entry of chosen) for await (const _ of readContent(place, entry));
  const rows = backup.tables.reduce((sum, table) => sum + table.rows, 0)
  return { tables: backup.tables.length, rows, files: chosen.length }
}
