/** A data folder into which a restore began and did not end. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BackupError } from './backup-error.ts'

const MARK = 'restore-unfinished'

/**
 * Prepares the folder for a restore: it must be empty, or contain the remains of an interrupted restore. Throws
 * BackupError.
 */
export function beginRestore(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  if (readdirSync(dataDir).length > 0 && !isUnfinished(dataDir)) throw new BackupError('not-empty', dataDir)
  writeFileSync(join(dataDir, MARK), 'A restore into this folder did not end. Restore again, into this folder too.\n')
  for (const name of readdirSync(dataDir)) if (name !== MARK) rmSync(join(dataDir, name), { recursive: true })
}

/** The restore into the folder is whole: the service may start on it. */
export function endRestore(dataDir: string): void {
  rmSync(join(dataDir, MARK))
}

/** Whether the service must not start on the folder. */
export function isUnfinished(dataDir: string): boolean {
  return existsSync(join(dataDir, MARK))
}
