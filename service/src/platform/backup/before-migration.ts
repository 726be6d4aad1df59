/** A backup of the database before a new version migrates it, for `rollback`. OPS-03. */
import type { BackupConfig } from '../config.ts'
import { pendingMigrations } from '../postgres/migrate.ts'
import type { BackupManifest } from './backup-manifest.ts'
import { targetOf } from './backup-target.ts'
import { makeBackup } from './make-backup.ts'
import { loadPassphrase } from './passphrase.ts'

type Options = {
  adminUrl: string
  backup: BackupConfig
  /** In base64. */
  masterKey: string
  version: string
  now: Date
  log: (line: string) => void
  /** For tests: of the cipher. */
  workFactor?: number
}

/**
 * Null: there are no pending migrations, the database is new, or backups are switched off. Media are not copied: no
 * migration touches them. Throws an Error with an explanation if the backup fails; the database is unchanged then.
 */
export async function backUpBeforeMigration({ backup, log, ...options }: Options): Promise<BackupManifest | null> {
  const pending = await pendingMigrations(options.adminUrl)
  if (pending.length === 0) return null
  if (backup.atMinute === null) {
    log('Backups are switched off: the database changes to the new version without one.')
    return null
  }
  try {
    const made = await makeBackup({
      ...{ ...options, startedAt: options.now, mediaFolder: null, retained: backup.retained },
      target: await targetOf(backup.place, backup.server),
      passphrase: await loadPassphrase(backup),
      onWait: () => log('The new version waits for a backup that is being made.'),
    })
    log(`The database was backed up to ${backup.place} as ${made.id} before ${pending.length} migrations.`)
    return made
  } catch (error) {
    const reason = (error as Error).message.replace(/\.$/, '')
    throw new Error(
      `The backup before the new version failed, so nothing was changed: ${reason}. Mend it, or set MIMAMORI_BACKUP_AT=off once to go on without.`,
      { cause: error },
    )
  }
}
