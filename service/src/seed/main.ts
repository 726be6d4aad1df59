/**
 * `node service/src/seed/main.ts [LANGUAGE [drawn]]`: migrates the database and creates the demo organization in it, if it
 * does not exist.
 * Settings as for the service. Images are read from `demo-media` in the data folder; with `drawn` another program draws them
 * meanwhile, and this one waits for them. The hub's key is written to `demo-hub-key`.
 */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_LOCALE, LOCALE_CODES } from '@mimamori/contract/languages/locales.ts'
import { openSecrets, saveKeyCheck } from '#platform/auth/key-check.ts'
import { createPasswords } from '#platform/auth/password.ts'
import { systemClock, wait } from '#platform/clock.ts'
import { readConfig } from '#platform/config.ts'
import { createStorage } from '#platform/files/folder-storage.ts'
import { openDatabase } from '#platform/postgres/database.ts'
import { startEmbedded } from '#platform/postgres/embedded.ts'
import { migrate, servicePassword } from '#platform/postgres/migrate.ts'
import { seedDemo } from './seed-demo.ts'

const SEED = 'mimamori'
const STATEMENT_TIMEOUT_MS = 60_000
const LOOK_EVERY_MS = 50

async function images(folder: string, areDrawn: boolean): Promise<string> {
  while (areDrawn && !existsSync(join(folder, 'index.json'))) await wait(systemClock, LOOK_EVERY_MS)
  return folder
}

async function main(): Promise<void> {
  const config = readConfig()
  mkdirSync(config.dataDir, { recursive: true, mode: 0o755 })
  const embedded = config.databaseUrl === null ? await startEmbedded({ dataDir: config.dataDir, log: () => {} }) : null
  const adminUrl = config.databaseUrl ?? embedded!.url
  const secrets = await openSecrets(config, adminUrl)
  const url = await migrate({ adminUrl, servicePassword: servicePassword(secrets), log: () => {} })
  await saveKeyCheck(secrets, adminUrl)
  const database = openDatabase({ url, statementTimeoutMs: STATEMENT_TIMEOUT_MS, connections: 1 })
  const keyFile = join(config.dataDir, 'demo-hub-key')
  const startedAt = performance.now()
  const { isNew, alerts } = await seedDemo({
    database,
    storage: createStorage(join(config.dataDir, 'media')),
    passwords: createPasswords(),
    now: systemClock.now(),
    seed: SEED,
    language: LOCALE_CODES.find((code) => code === process.argv[2]) ?? DEFAULT_LOCALE,
    imageFolder: () => images(join(config.dataDir, 'demo-media'), process.argv[3] === 'drawn'),
    knownKey: existsSync(keyFile) ? readFileSync(keyFile, 'utf8').trim() : null,
    keepKey(key) {
      writeFileSync(keyFile, `${key}\n`, { mode: 0o600 })
      chmodSync(keyFile, 0o600)
    },
  })
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const said = isNew ? `made with ${alerts} alerts in ${seconds} s` : 'there already'
  process.stdout.write(`The demo organisation is ${said}.\n`)
  await database.stop()
  await embedded?.stop()
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  process.exit(1)
})
