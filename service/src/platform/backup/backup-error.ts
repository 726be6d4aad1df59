/** Why a backup could not be made, read or restored: a code for the console, and its sentence for a terminal. */
import type { BackupErrorCode } from '@mimamori/contract/site/installation.ts'

const SENTENCES: Record<BackupErrorCode, (subject: string) => string> = {
  full: (place) => `The disk of ${place} is full.`,
  'not-writable': (place) => `${place} cannot be written.`,
  passphrase: () => 'The passphrase is not the one of these backups, or their key.age was changed.',
  changed: (object) => `${object} of the backup was changed or is not whole.`,
  missing: (object) => `${object} of the backup is missing.`,
  other: (object) => `${object} of the backup has another content than the backup says.`,
  newer: (version) => `The backup is of a newer Mimamori, ${version}.`,
  none: (known) => `There is no such whole backup in this place. There are: ${known || 'none'}.`,
  exists: (id) => `There is a backup ${id} already.`,
  'not-empty': (place) => `${place} is not empty. A backup is restored into an empty one.`,
  'not-allowed': (database) =>
    `The account may not make the database ${database}. Let an administrator make it, with the grants of npm run grants -- --database ${database}.`,
  refused: (reason) => `The database refused a row of the backup: ${reason}.`,
  'database-full': (reason) => `The disk of the database is full: ${reason}.`,
  'database-lost': (reason) => `The connection to the database was lost: ${reason}.`,
  'no-passphrase': (place) =>
    `There are backups in ${place} already, and this installation has no passphrase for them. Set MIMAMORI_BACKUP_PASSPHRASE, or write the passphrase into the file MIMAMORI_BACKUP_PASSPHRASE_FILE.`,
  crashed: (reason) => `The program that makes backups ended: ${reason}.`,
}

export class BackupError extends Error {
  readonly code: BackupErrorCode
  /** What it is about: a place, an object of the backup, a version. */
  readonly subject: string

  constructor(code: BackupErrorCode, subject = '', options?: ErrorOptions) {
    super(SENTENCES[code](subject), options)
    this.name = 'BackupError'
    this.code = code
    this.subject = subject
  }
}
