// `npm run --silent grants > grants.sql`: for a database account that may make no roles. docs/running/install.md.
import { parseArgs } from 'node:util'
import { readConfig } from './platform/config.ts'
import { servicePassword } from './platform/postgres/migrate.ts'
import { grantsScript } from './platform/postgres/server/roles.ts'
import { createSecrets, loadMasterKey } from './platform/secrets.ts'

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { account: { type: 'string' }, database: { type: 'string' } } })
  const config = readConfig()
  const { username, pathname } = new URL(config.databaseUrl ?? 'postgres:')
  const account = values.account ?? decodeURIComponent(username)
  const database = values.database ?? decodeURIComponent(pathname.slice(1))
  if (!account || !database) {
    throw new Error(
      'Set DATABASE_URL with account and database, or name them: npm run grants -- --account A --database D',
    )
  }
  const secrets = createSecrets(await loadMasterKey(config))
  process.stdout.write(grantsScript({ account, database }, servicePassword(secrets)))
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
})
