// `npm run restore -- --from PLACE [--backup ID]`: a backup into an empty data folder and database. docs/running/backup.md.
import { parseArgs } from 'node:util'
import { openCipher } from './platform/backup/backup-cipher.ts'
import { findBackup } from './platform/backup/backup-manifest.ts'
import { targetOf } from './platform/backup/backup-target.ts'
import { storePassphrase } from './platform/backup/passphrase.ts'
import { readMasterKey, restoreDatabase, restoreFiles } from './platform/backup/restore-backup.ts'
import { beginRestore, endRestore } from './platform/backup/unfinished.ts'
import { readConfig } from './platform/config.ts'
import { startEmbedded } from './platform/postgres/embedded.ts'
import { servicePassword } from './platform/postgres/migrate.ts'
import { createSecrets } from './platform/secrets.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { from: { type: 'string' }, backup: { type: 'string' } } })
  if (!values.from)
    throw new Error('Name the place of the backups: npm run restore -- --from FOLDER, or s3://bucket/prefix')
  const config = readConfig()
  if (config.backup.passphrase === null) {
    throw new Error(
      'MIMAMORI_BACKUP_PASSPHRASE: set the passphrase of the backups, or MIMAMORI_BACKUP_PASSPHRASE_FILE.',
    )
  }
  const isBucket = values.from.startsWith('s3://')
  if (isBucket && !config.bucketServer) throw new Error('MIMAMORI_S3_URL: name the server of the bucket.')
  const target = await targetOf(values.from, isBucket ? config.bucketServer : null)
  const backup = await findBackup(target, values.backup ?? null)
  const place = { target, cipher: await openCipher(target, config.backup.passphrase) }
  const password = servicePassword(createSecrets(Buffer.from(await readMasterKey(place, backup.id), 'base64')))
  beginRestore(config.dataDir)
  const files = await restoreFiles(place, backup, config.dataDir)
  await storePassphrase(config.backup.passphraseFile, config.backup.passphrase)
  // Last, because after an error it is empty again: the restore can be repeated.
  const own = config.databaseUrl ? null : await startEmbedded({ dataDir: config.dataDir, log: () => {} })
  try {
    await restoreDatabase(place, backup, { adminUrl: config.databaseUrl ?? own!.url, servicePassword: password })
  } finally {
    await own?.stop()
  }
  endRestore(config.dataDir)
  say(`${backup.id} is restored into ${config.dataDir}: ${backup.tables.length} tables, ${files} files.`)
  say(
    `The passphrase of the backups is in ${config.backup.passphraseFile}, for the next ones. Remove that file where the service gets it by MIMAMORI_BACKUP_PASSPHRASE.`,
  )
  say('Start the service on this folder. Cameras and hubs come back by themselves.')
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
