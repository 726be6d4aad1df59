/** The installation as its operator sees it: version, backups, and whether one was ever restored. Requirement OPS-02. */
import { z } from 'zod'
import { PLATFORM } from '../identity/roles.ts'
import { endpoint } from '../shared/endpoint.ts'

/**
 * Why a backup or a restore failed. `full`, `not-writable`: the place. `passphrase`: not that of the place. `changed`,
 * `missing`, `other`: an object of the backup is damaged, gone, or another one. `newer`: of a later version. `none`,
 * `exists`, `not-empty`: asked for what is not there, or for a place that is taken. `crashed`: the program ended.
 */
export const BACKUP_ERROR_CODES = [
  ...(['full', 'not-writable', 'passphrase', 'changed', 'missing', 'other', 'newer', 'none', 'exists'] as const),
  ...(['not-empty', 'not-allowed', 'crashed'] as const),
] as const
export type BackupErrorCode = (typeof BACKUP_ERROR_CODES)[number]

const backupError = z.object({ code: z.enum(BACKUP_ERROR_CODES), subject: z.string() })
export type BackupErrorFact = z.infer<typeof backupError>

const finished = z.object({
  /** Of the backup, as its folder is named. */
  id: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  tables: z.int(),
  rows: z.int(),
  /** Media that belong to it; null: the database alone. */
  files: z.int().nullable(),
  fileBytes: z.int().nullable(),
  /** Bytes that it added to the place of backups. */
  addedBytes: z.int(),
})
const drill = z.object({
  backupId: z.string(),
  finishedAt: z.iso.datetime(),
  rows: z.int(),
  /** Media that were read and compared. */
  files: z.int(),
})
const failed = z.object({ at: z.iso.datetime(), error: backupError })

/** `runs` null: nothing is running. A failure stays until the next success. */
export const backupState = z.object({
  runs: z.object({ what: z.enum(['backup', 'drill']), since: z.iso.datetime() }).nullable(),
  last: finished.nullable(),
  failure: failed.nullable(),
  lastDrill: drill.nullable(),
  drillFailure: failed.nullable(),
})
export type BackupState = z.infer<typeof backupState>

const backupFiles = z.enum(['copied', 'in-bucket', 'left-out'])
export type BackupFiles = z.infer<typeof backupFiles>

const installation = z.object({
  version: z.string(),
  backup: backupState.extend({
    /** Null: backups are switched off, or this installation has none. */
    place: z
      .object({
        folder: z.string(),
        /** Media are copied into it, or stay in the bucket that has them, or are left out: the place is the data's own disk. */
        files: backupFiles,
        /** Whether the passphrase lies beside the data, where a lost disk takes both. */
        isPassphraseBesideData: z.boolean(),
        /** Minutes since midnight of the service's machine. */
        atMinute: z.int(),
        retained: z.int(),
      })
      .nullable(),
    /** No backup for longer than it may be. */
    isOverdue: z.boolean(),
  }),
})
export type Installation = z.infer<typeof installation>

export const installationEndpoints = {
  'installation.get': endpoint({
    method: 'GET',
    path: 'installation',
    access: PLATFORM,
    summary: 'Version of the service, and the state of its backups.',
    response: installation,
  }),
  'installation.backup': endpoint({
    method: 'POST',
    path: 'installation/backup',
    access: PLATFORM,
    changes: true,
    summary: 'Begins a backup now, or tries to restore the newest one into a scratch database.',
    body: z.strictObject({ what: z.enum(['backup', 'drill']) }),
    response: z.object({}),
  }),
}
