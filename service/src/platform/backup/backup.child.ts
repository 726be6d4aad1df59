/** A backup in a process of its own: it reads, packs and encrypts for minutes, and alerts go first. */
import { serveChild } from '../work/child-work.ts'
import { BackupError } from './backup-error.ts'
import { type BackupTask, runBackupTask } from './backup-task.ts'

serveChild((task: BackupTask) => runBackupTask(task), backupReason)

/** An error as the text that a child may say; `readReason` reads it. */
function backupReason(error: unknown): string {
  const { code, subject } = error instanceof BackupError ? error : { code: 'crashed', subject: String(error) }
  return JSON.stringify({ code, subject: subject.slice(0, 300) })
}
