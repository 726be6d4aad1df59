/** One backup or one restore drill, with everything it needs as plain values: the same in a child process and in a program. */
import type { BucketServer } from '../files/bucket.ts'
import { connect, withParts } from '../postgres/postgres-url.ts'
import { openCipher } from './backup-cipher.ts'
import { type BackupManifest, findBackup } from './backup-manifest.ts'
import { targetOf } from './backup-target.ts'
import { type BackupOptions, makeBackup } from './make-backup.ts'
import { type DrillResult, tryRestore } from './restore-backup.ts'

export type BackupTask = Omit<BackupOptions, 'target'> & {
  what: 'backup' | 'drill'
  /** See `targetOf`. */
  place: string
  server: BucketServer | null
  /** Of the service's login role: a drill leaves it as it is. */
  servicePassword: string
}
export type BackupResult = { backup: BackupManifest; drill: DrillResult | null }

const SCRATCH = 'mimamori_drill'
const SAMPLES = 200

/** Does it. Throws BackupError. A drill uses a database `mimamori_drill` on the same server, which is gone afterwards. */
export async function runBackupTask(task: BackupTask): Promise<BackupResult> {
  const target = targetOf(task.place, task.server)
  if (task.what === 'backup') return { backup: await makeBackup({ ...task, target }), drill: null }
  const place = { target, cipher: await openCipher(target, task.passphrase, task.workFactor) }
  const backup = await findBackup(target, null)
  const server = withParts(task.adminUrl, { database: 'postgres' })
  await asAdmin(server, `drop database if exists ${SCRATCH} with (force)`, `create database ${SCRATCH}`)
  try {
    const scratchUrl = withParts(task.adminUrl, { database: SCRATCH })
    const drill = await tryRestore(place, backup, { ...task, adminUrl: scratchUrl, samples: SAMPLES })
    return { backup, drill }
  } finally {
    await asAdmin(server, `drop database if exists ${SCRATCH} with (force)`)
  }
}

async function asAdmin(url: string, ...statements: string[]): Promise<void> {
  const client = connect(url, { max: 1, onnotice: () => {}, fetch_types: false })
  try {
    for (const statement of statements) await client.unsafe(statement)
  } finally {
    await client.end()
  }
}
