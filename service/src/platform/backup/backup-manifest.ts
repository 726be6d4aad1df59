/** The manifest of a backup: `backup.json`, written last, so a backup without one is incomplete. */
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { BackupError } from './backup-error.ts'
import type { BackupTarget } from './backup-target.ts'

/** Version of the layout of a backup target. A higher one was written by a later program. */
export const BACKUP_FORMAT = 1

const manifestSchema = z.object({
  format: z.int().min(1),
  id: z.string().regex(/^[0-9TZ-]{20}$/),
  startedAt: z.coerce.date(),
  /** The product version. */
  version: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int().min(0),
      sha256: z.string(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
  /** Number and bytes of its media; null: the database alone. */
  files: z.object({ count: z.int().min(0), bytes: z.int().min(0) }).nullable(),
  /** Bytes that it added to the backup target. */
  addedBytes: z.int().min(0),
})

export type BackupManifest = z.infer<typeof manifestSchema>

export const nameOf = {
  manifest: (id: string) => `backups/${id}/backup.json`,
  table: (id: string, table: string) => `backups/${id}/tables/${table}.copy.zst.age`,
  files: (id: string) => `backups/${id}/files.jsonl.zst.age`,
  masterKey: (id: string) => `backups/${id}/master.key.age`,
}

/** `2026-11-25T02-00-00Z`: sorts by time and is valid on every file system. */
export function backupId(at: Date): string {
  return `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
}

/** All complete backups of the target, newest first. */
export async function listBackups(target: BackupTarget): Promise<BackupManifest[]> {
  const names = (await target.list('backups/')).map(({ name }) => name).filter((name) => name.endsWith('/backup.json'))
  const manifests = await Promise.all(names.map((name) => readManifest(target, name)))
  return manifests.sort((a, b) => b.startedAt.getTime() - a.startedAt.getTime())
}

/** The backup with this id, or the newest one. Throws BackupError if there is none or it is of a later version. */
export async function findBackup(target: BackupTarget, id: string | null): Promise<BackupManifest> {
  const all = await listBackups(target)
  const found = id === null ? all[0] : all.find((one) => one.id === id)
  if (found) return found
  throw new BackupError('none', all.map((one) => one.id).join(', '))
}

async function readManifest(target: BackupTarget, name: string): Promise<BackupManifest> {
  const stream = await target.get(name)
  const parsed = manifestSchema.safeParse(parse(stream ? await text(stream) : ''))
  if (!parsed.success) throw new BackupError('changed', name)
  if (parsed.data.format > BACKUP_FORMAT) throw new BackupError('newer', parsed.data.version)
  return parsed.data
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
