// `npm run rollback`, with the version to go back to: the database as it was before a newer version changed it. docs/running/upgrade.md.

import { rollBack } from './platform/backup/rollback.ts'
import { systemClock } from './platform/clock.ts'
import { readConfig } from './platform/config.ts'
import { findEmbedded, startEmbedded } from './platform/postgres/embedded.ts'
import { servicePassword } from './platform/postgres/migrate.ts'
import { createSecrets, loadMasterKey } from './platform/secrets.ts'
import { VERSION } from './platform/sign.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const config = readConfig()
  if (config.databaseUrl === null && findEmbedded(config.dataDir)) {
    throw new Error(`The service runs on ${config.dataDir}. Stop it first.`)
  }
  const secrets = createSecrets(await loadMasterKey(config))
  const own = config.databaseUrl ? null : await startEmbedded({ dataDir: config.dataDir, log: () => {} })
  try {
    const adminUrl = config.databaseUrl ?? own!.url
    const options = { adminUrl, servicePassword: servicePassword(secrets), now: systemClock.now() }
    const { backup, aside } = await rollBack({ ...options, backup: config.backup })
    say(`The database is as it was at ${backup.startedAt.toISOString()} (${backup.id}), for version ${VERSION}.`)
    say(`What was stored since is in the database ${aside} on the same server; drop it when nobody misses it.`)
  } finally {
    await own?.stop()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
