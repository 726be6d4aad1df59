/** Before all tests of a run: starts one PostgreSQL with one migrated database, which every test file copies. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#platform/postgres/embedded.ts'
import { migrate, servicePassword } from '#platform/postgres/migrate.ts'
import { createSecrets } from '#platform/secrets.ts'
import { TEST_MASTER_KEY } from './clock.ts'
import { startPostgres } from './servers/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL with the superuser account, of the migrated database. */
    databaseUrl: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'mimamori-test-'))
  chmodSync(dataDir, 0o755)
  // Statements of an earlier run (see statement-record.ts); the slow proofs add theirs to those of `npm test`.
  const record = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.mimamori-sql')
  if (!process.argv.includes('.long.test.')) rmSync(record, { recursive: true, force: true })
  const programs = process.env.MIMAMORI_TEST_POSTGRES
  const database = programs
    ? await startPostgres(programs)
    : await startEmbedded({ dataDir, log: () => {}, isDurable: false })
  const password = servicePassword(createSecrets(TEST_MASTER_KEY))
  await migrate({ adminUrl: database.url, servicePassword: password, log: () => {} })
  project.provide('databaseUrl', database.url)
  return async () => {
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
