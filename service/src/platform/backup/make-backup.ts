/** Makes one backup: a snapshot of every table, new media, the master key; encrypted, and retained for a time. */
import { createZstdCompress } from 'node:zlib'
import { LOCKS, withAdvisoryLock } from '../postgres/advisory-lock.ts'
import { type BackupCipher, openCipher } from './backup-cipher.ts'
import { BackupError } from './backup-error.ts'
import { BACKUP_FORMAT, type BackupManifest, backupId, listBackups, nameOf } from './backup-manifest.ts'
import type { BackupTarget } from './backup-target.ts'
import { withCopyClient } from './copy-client.ts'
import { copyFiles, type FileEntry, objectOf, readFileList, writeFileList } from './file-copy.ts'
import { copyOut, inSnapshot } from './table-copy.ts'
import { readMigrations, readTables } from './table-list.ts'
import { readSequences } from './table-restore.ts'
import { through } from './through.ts'

export type BackupOptions = {
  /** URL of the database, for an account that sees all rows or may assume the service's roles. */
  adminUrl: string
  /** Folder of media; null: only the database is backed up. */
  mediaFolder: string | null
  /** In base64. */
  masterKey: string
  target: BackupTarget
  passphrase: string
  /** Older backups beyond this number are removed. */
  retained: number
  version: string
  startedAt: Date
  /** Called if another backup of this database must end first. */
  onWait?: () => void
  /** For tests: rounds of scrypt, as a power of two. */
  workFactor?: number
}

type Place = { target: BackupTarget; cipher: BackupCipher; id: string }

/**
 * Makes the backup and removes those beyond `retained`. The next backup removes the remains of an interrupted one.
 * Waits for another running backup of this database: each one removes objects that have no manifest yet.
 */
export function makeBackup(options: BackupOptions): Promise<BackupManifest> {
  return withAdvisoryLock(options.adminUrl, LOCKS.backup, options.onWait ?? (() => {}), () => makeAlone(options))
}

async function makeAlone(options: BackupOptions): Promise<BackupManifest> {
  const { target } = options
  const cipher = await openCipher(target, options.passphrase, options.workFactor)
  const earlier = await listBackups(target)
  const place = { target, cipher, id: backupId(options.startedAt) }
  if (earlier.some(({ id }) => id === place.id)) throw new BackupError('exists', place.id)
  await removeUnfinished(target, earlier)
  const database = await copyDatabase(options, place)
  const key = await target.put(nameOf.masterKey(place.id), await cipher.encrypt(once(options.masterKey)))
  const media = await copyMedia(options, place, earlier)
  const manifest: BackupManifest = {
    format: BACKUP_FORMAT,
    id: place.id,
    startedAt: options.startedAt,
    version: options.version,
    migrations: database.migrations,
    tables: database.tables,
    sequences: database.sequences,
    files: media.files,
    addedBytes: database.addedBytes + key + media.addedBytes,
  }
  await target.put(nameOf.manifest(place.id), [Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`)])
  // Backups from before the clock was set back seem to be later: they are removed before the newest actual ones.
  const isBefore = ({ startedAt }: BackupManifest) => startedAt < options.startedAt
  const inOrder = [manifest, ...earlier.filter(isBefore), ...earlier.filter((one) => !isBefore(one))]
  await removeOld(place, inOrder, options.retained)
  return manifest
}

function copyDatabase({ adminUrl }: BackupOptions, { target, cipher, id }: Place) {
  return withCopyClient(adminUrl, async (client) => {
    const migrations = await readMigrations(client)
    return inSnapshot(client, async (snapshot) => {
      const tables: BackupManifest['tables'] = []
      let addedBytes = 0
      for (const table of await readTables(snapshot)) {
        const { rows, digest } = await copyOut(snapshot, table)
        const packed = through(rows, createZstdCompress())
        addedBytes += await target.put(nameOf.table(id, table.name), await cipher.encrypt(packed))
        tables.push({ ...table, ...digest })
      }
      return { migrations, tables, sequences: await readSequences(snapshot), addedBytes }
    })
  })
}

async function copyMedia({ mediaFolder }: BackupOptions, place: Place, earlier: readonly BackupManifest[]) {
  if (mediaFolder === null) return { files: null, addedBytes: 0 }
  const known = new Map<string, FileEntry>()
  const last = earlier.find(({ files }) => files !== null)
  if (last) for await (const entry of readFileList(place, last.id)) known.set(entry.path, entry)
  const { entries, addedBytes } = await copyFiles(place, mediaFolder, known)
  const list = await writeFileList(place, place.id, entries)
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0)
  return { files: { count: entries.length, bytes }, addedBytes: addedBytes + list }
}

async function removeUnfinished(target: BackupTarget, whole: readonly BackupManifest[]): Promise<void> {
  const found = new Set((await target.list('backups/')).map(({ name }) => name.split('/')[1]!))
  for (const { id } of whole) found.delete(id)
  for (const id of found) await target.remove(`backups/${id}`)
}

/** Removes backups beyond the number, then the media to which no backup refers any more. */
async function removeOld(place: Place, all: readonly BackupManifest[], retained: number): Promise<void> {
  for (const { id } of all.slice(retained)) {
    // Remove the manifest first: after an interruption the rest then does not count as a complete backup.
    await place.target.remove(nameOf.manifest(id))
    await place.target.remove(`backups/${id}`)
  }
  if (all.length <= retained) return
  const named = new Set<string>()
  for (const { id, files } of all.slice(0, retained)) {
    if (files) for await (const entry of readFileList(place, id)) named.add(objectOf(entry))
  }
  for (const { name } of await place.target.list('files/')) if (!named.has(name)) await place.target.remove(name)
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
