// `npm run backup [-- --list | --drill]`: a backup now, beside a running service or without one. docs/running/backup.md.
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { listBackups } from './platform/backup/backup-manifest.ts'
import { targetOf } from './platform/backup/backup-target.ts'
import { type BackupResult, type BackupTask, runBackupTask } from './platform/backup/backup-task.ts'
import { loadPassphrase } from './platform/backup/passphrase.ts'
import { systemClock } from './platform/clock.ts'
import { type Config, readConfig } from './platform/config.ts'
import { openDatabase } from './platform/postgres/database.ts'
import { findEmbedded, startEmbedded } from './platform/postgres/embedded.ts'
import { servicePassword, serviceUrl } from './platform/postgres/migrate.ts'
import { createSecrets, loadMasterKey } from './platform/secrets.ts'
import { VERSION } from './platform/sign.ts'
import { saveBackups, successOf } from './site/installation/installation.state.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const MB = 1_000_000
const WITHOUT_FILES = {
  copied: 'no files',
  'in-bucket': 'no files: the bucket keeps them',
  'left-out': 'no files: name a place in MIMAMORI_BACKUP_DIR',
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { list: { type: 'boolean' }, drill: { type: 'boolean' } } })
  const config = readConfig()
  if (values.list) return list(config)
  const running = config.databaseUrl ?? findEmbedded(config.dataDir)
  const own = running ? null : await startEmbedded({ dataDir: config.dataDir, log: () => {} })
  try {
    await run(config, running ?? own!.url, values.drill ? 'drill' : 'backup')
  } finally {
    await own?.stop()
  }
}

async function run(config: Config, adminUrl: string, what: BackupTask['what']): Promise<void> {
  const masterKey = await loadMasterKey(config)
  const secrets = createSecrets(masterKey)
  const result = await runBackupTask({
    ...{ what, adminUrl, version: VERSION, startedAt: systemClock.now(), ...config.backup },
    mediaFolder: config.backup.files === 'copied' ? join(config.dataDir, 'media') : null,
    masterKey: masterKey.toString('base64'),
    servicePassword: servicePassword(secrets),
    passphrase: await loadPassphrase(config.backup),
  })
  await remember(serviceUrl(adminUrl, servicePassword(secrets)), result)
  const { backup, drill } = result
  if (drill) return say(`${backup.id} was restored on trial: ${drill.rows} rows, ${drill.files} files compared.`)
  const files = backup.files ? `${backup.files.count} files` : WITHOUT_FILES[config.backup.files]
  say(`${backup.id} is in ${config.backup.place}: ${backup.tables.length} tables, ${files}.`)
  if (config.backup.passphrase === null) {
    say(
      `Its passphrase is in ${config.backup.passphraseFile}. Store a copy elsewhere: without it nothing can be restored.`,
    )
  }
}

/** Where *Installation* and `/health/ready` find it. It is made, whether the database takes this or not. */
async function remember(url: string, result: BackupResult): Promise<void> {
  const database = openDatabase({ url, connections: 1 })
  try {
    await database.asPlatform('backup state', (db) => saveBackups(db, successOf(result, systemClock.now())))
  } catch (error) {
    say(`The service does not know of it: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    await database.stop()
  }
}

async function list(config: Config): Promise<void> {
  const all = await listBackups(await targetOf(config.backup.place, config.backup.server))
  if (all.length === 0) say(`There is no backup in ${config.backup.place}.`)
  for (const { id, version, files, addedBytes } of all) {
    say(`${id}  ${version}  ${files ? `${files.count} files` : 'database'}  ${(addedBytes / MB).toFixed(1)} MB added`)
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
