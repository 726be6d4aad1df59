/** A backup in a separate process: it reads, compresses and encrypts for minutes, and alerts have priority. */
import { serveChild } from '../work/child-work.ts'
import { BackupError } from './backup-error.ts'
import { type BackupTask, runBackupTask } from './backup-task.ts'

serveChild((task: BackupTask) => runBackupTask(task), backupReason)

/** An error as text for the parent process; `readReason` parses it. */
function backupReason(error: unknown): string {
  const { code, subject } = error instanceof BackupError ? error : { code: 'crashed', subject: String(error) }
  return JSON.stringify({ code, subject: subject.slice(0, 300) })
}
