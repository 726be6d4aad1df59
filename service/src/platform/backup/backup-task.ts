/**
 * One backup or one restore drill, with all parameters as plain values: the same in a child process and in a program.
 */
import type { BucketServer } from '../files/bucket.ts'
import { openCipher } from './backup-cipher.ts'
import { type BackupManifest, findBackup } from './backup-manifest.ts'
import { targetOf } from './backup-target.ts'
import { type BackupOptions, makeBackup } from './make-backup.ts'
import { type DrillResult, tryRestore } from './restore-backup.ts'
import { inScratchDatabase } from './scratch-database.ts'

export type BackupTask = Omit<BackupOptions, 'target' | 'onWait'> & {
  what: 'backup' | 'drill'
  /** See `targetOf`. */
  place: string
  server: BucketServer | null
  /** Password of the service's login role: a drill leaves it unchanged. */
  servicePassword: string
}
export type BackupResult = { backup: BackupManifest; drill: DrillResult | null }

const SAMPLES = 200

/** Runs the task. Throws BackupError. A drill uses a database on the same server, which is empty or gone afterwards. */
export async function runBackupTask(task: BackupTask): Promise<BackupResult> {
  const target = await targetOf(task.place, task.server)
  if (task.what === 'backup') return { backup: await makeBackup({ ...task, target }), drill: null }
  const place = { target, cipher: await openCipher(target, task.passphrase, task.workFactor) }
  const backup = await findBackup(target, null)
  const drill = await inScratchDatabase(task.adminUrl, (adminUrl) =>
    tryRestore(place, backup, { ...task, adminUrl, samples: SAMPLES }),
  )
  return { backup, drill }
}
