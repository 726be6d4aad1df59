/** The installation for its operator: version, backups, and the last restore drill. Requirement OPS-02. */
import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { PLATFORM } from '../shared/roles.ts'

/**
 * Why a backup or a restore failed. `full`, `not-writable`: the place. `passphrase`: not the one of the place.
 * `changed`, `missing`, `other`: an object of the backup is damaged, missing, or another one. `newer`: of a later
 * version. `none`, `exists`, `not-empty`: the requested backup does not exist, or the target is occupied. `refused`:
 * the database rejected a row. `database-full`, `database-lost`: the disk of the database, the connection to it.
 * `no-passphrase`: the place has backups, and this installation has no passphrase. `crashed`: the program ended.
 */
export const BACKUP_ERROR_CODES = [
  ...(['full', 'not-writable', 'passphrase', 'changed', 'missing', 'other', 'newer', 'none', 'exists'] as const),
  ...(['not-empty', 'not-allowed', 'refused', 'database-full', 'database-lost', 'no-passphrase', 'crashed'] as const),
] as const
export type BackupErrorCode = (typeof BACKUP_ERROR_CODES)[number]

const backupError = z.object({ code: z.enum(BACKUP_ERROR_CODES), subject: z.string() })
export type BackupErrorFact = z.infer<typeof backupError>

const finished = z.object({
  /** Id of the backup, which is the name of its folder. */
  id: z.string(),
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime(),
  tables: z.int(),
  rows: z.int(),
  /** Number of its media; null: the database alone. */
  files: z.int().nullable(),
  fileBytes: z.int().nullable(),
  /** Bytes that it added to the place of backups. */
  addedBytes: z.int(),
})
const drill = z.object({
  backupId: z.string(),
  finishedAt: z.iso.datetime(),
  rows: z.int(),
  /** Number of media that were read and compared. */
  files: z.int(),
})
const failed = z.object({ at: z.iso.datetime(), error: backupError })

/** `runs` null: nothing is running. An error stays until the next success. */
export const backupState = z.object({
  runs: z.object({ what: z.enum(['backup', 'drill']), since: z.iso.datetime() }).nullable(),
  last: finished.nullable(),
  error: failed.nullable(),
  lastDrill: drill.nullable(),
  drillError: failed.nullable(),
})
export type BackupState = z.infer<typeof backupState>

const backupFiles = z.enum(['copied', 'in-bucket', 'left-out'])
export type BackupFiles = z.infer<typeof backupFiles>

/**
 * What keeps alarms from people, or a backup from being restored. `this-machine-only`: the public address is one of this
 * machine. `no-https`: browsers take no push. `mail-off`: no mail server. `no-deadman`: nobody hears when the whole
 * installation is away. `backup-off`, `backup-same-disk`. `one-operator`: a single person can administer it.
 */
export const INSTALLATION_GAPS = [
  ...(['this-machine-only', 'no-https', 'mail-off', 'no-deadman', 'backup-off', 'backup-same-disk'] as const),
  'one-operator',
] as const
export type InstallationGap = (typeof INSTALLATION_GAPS)[number]

const installation = z.object({
  version: z.string(),
  /** The worst first. */
  gaps: z.array(z.enum(INSTALLATION_GAPS)),
  /** Since when e-mail has not been sent; null: no delay, or no mail server is configured. */
  mailWaitsSince: z.iso.datetime().nullable(),
  /** The site whose external system has accepted nothing for longest; null: each accepts what is sent to it. */
  externalWaits: z.object({ since: z.iso.datetime(), siteName: z.string() }).nullable(),
  /** The site whose nurse-call contact has failed for longest, two minutes at least; null: all follow. */
  contactFails: z.object({ since: z.iso.datetime(), siteName: z.string() }).nullable(),
  /** Files and connections of the responding instance, if they are near their limit. */
  openFiles: z.object({ open: z.int(), limit: z.int() }).nullable(),
  backup: backupState.extend({
    /** Null: backups are switched off, or this installation has none. */
    place: z
      .object({
        folder: z.string(),
        /**
         * Media are copied into it, stay in their bucket, or are left out because the place is on the data's own disk.
         */
        files: backupFiles,
        /** Whether the passphrase is stored beside the data, so that a lost disk takes both. */
        isPassphraseBesideData: z.boolean(),
        /** Minutes since midnight of the service's machine. */
        atMinute: z.int(),
        retained: z.int(),
      })
      .nullable(),
    /** The last backup is older than allowed. */
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
