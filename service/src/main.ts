/** The service as a process: settings, database, schema, then the port; ends in order on SIGTERM and SIGINT. */
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { Logger } from 'pino'
import { createApp } from './app.ts'
import { issueFirstRunCode } from './identity/session/first-run.ts'
import { openSecrets, saveKeyCheck } from './platform/auth/key-check.ts'
import { backUpBeforeMigration } from './platform/backup/before-migration.ts'
import { isUnfinished } from './platform/backup/unfinished.ts'
import { systemClock, wait } from './platform/clock.ts'
import { type Config, readConfig } from './platform/config.ts'
import { checkBucket } from './platform/files/create-files.ts'
import { createPlainHttp } from './platform/http/plain-http.ts'
import { createLogger } from './platform/log.ts'
import { connectNats } from './platform/messaging/nats.ts'
import type { Wire } from './platform/messaging/wire.ts'
import { LOCKS, withAdvisoryLock } from './platform/postgres/advisory-lock.ts'
import { type Database, openDatabase, STATEMENT_TIMEOUT_MS } from './platform/postgres/database.ts'
import { type Embedded, startEmbedded } from './platform/postgres/embedded.ts'
import { migrate, servicePassword } from './platform/postgres/migrate.ts'
import { takeOnlyInstance } from './platform/postgres/only-instance.ts'
import { withParts } from './platform/postgres/postgres-url.ts'
import { SERVICE_LOGIN } from './platform/postgres/server/needs.ts'
import { requireLogin } from './platform/postgres/server/roles.ts'
import { storeSessionSettings } from './platform/postgres/server/session-settings.ts'
import { loadMasterKey, type Secrets } from './platform/secrets.ts'
import { VERSION } from './platform/sign.ts'

// As in the hub: with four streams watched, garbage collection went through the whole heap every four seconds. It
// blocked for up to a tenth of a second and cost more than the streams. V8 itself lets a heap grow as far under heavy
// allocation.
setFlagsFromString('--heap-growing-percent=300')

/**
 * Longest time from the shutdown request to the exit, including draining; after a longer drain, the minimum time for
 * running calls.
 */
const STOP_MS = { all: 10_000, afterDrain: 5_000 }

async function main(): Promise<void> {
  const config = readConfig()
  const logger = createLogger(config.logLevel)
  mkdirSync(config.dataDir, { recursive: true, mode: 0o755 })
  if (isUnfinished(config.dataDir)) {
    throw new Error(`A restore into ${config.dataDir} did not end. Restore again before the service starts.`)
  }
  const embedded = config.databaseUrl === null ? await embeddedDatabase(config, logger) : null
  const adminUrl = config.databaseUrl ?? embedded!.url
  const secrets = await openSecrets(config, adminUrl)
  const log = (line: string) => logger.info(line)
  const masterKey = (await loadMasterKey(config)).toString('base64')
  const onLost = (err: Error) => logger.error({ err }, 'The place of the only instance was lost.')
  // Before the database changes: an instance that is rejected leaves it to the running one.
  const wire = config.natsUrl === null ? null : await connectWire(config.natsUrl, secrets, logger)
  const leave = wire ? () => wire.stop() : await takeOnlyInstance(adminUrl, onLost)
  const url = await upgradeDatabase(adminUrl, { config, secrets, masterKey, log })
  await requireLogin(url)
  await saveKeyCheck(secrets, adminUrl)
  await checkBucket(config, logger)
  const database = await openPooled(config, url, secrets)
  const app = await createApp({ config, database, secrets, logger, wire, adminUrl })
  await announceFirstRun(config, await issueFirstRunCode(database), log)
  await app.http.listen({ port: config.port, host: config.host })
  const plainHttp = config.httpPort === null ? null : createPlainHttp(config).listen(config.httpPort, config.host)
  app.start()
  const address = app.http.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  logger.info({ port }, `The service is ready at ${config.tls ? 'https' : 'http'}://${config.host}:${port}`)

  let isStopping = false
  const stop = async (why: string, code: number) => {
    if (isStopping) return
    isStopping = true
    logger.info(`The service ends: ${why}.`)
    const drainMs = code === 0 ? config.drainMs : 0
    const stopMs = Math.max(STOP_MS.all, drainMs + STOP_MS.afterDrain)
    setTimeout(() => process.exit(code || 1), stopMs).unref()
    app.drain()
    await wait(systemClock, drainMs)
    plainHttp?.close()
    await app.stop()
    await database.stop()
    await leave()
    await embedded?.stop()
    process.exit(code)
  }
  process.once('SIGTERM', () => stop('SIGTERM', 0))
  process.once('SIGINT', () => stop('SIGINT', 0))
  process.on('unhandledRejection', (error) => logger.error({ err: error }, 'unhandled rejection'))
  embedded?.ended.then(() => stop('the database ended', 1))
}

type Upgrade = { config: Config; secrets: Secrets; masterKey: string; log: (line: string) => void }

/** The address for the service's own login role, at the newest schema; of instances that start together one changes it. */
function upgradeDatabase(adminUrl: string, { config, secrets, masterKey, log }: Upgrade): Promise<string> {
  const onWait = () => log('The new version waits for another instance, which prepares the database.')
  return withAdvisoryLock(adminUrl, LOCKS.upgrade, onWait, async () => {
    const now = systemClock.now()
    await backUpBeforeMigration({ adminUrl, backup: config.backup, masterKey, version: VERSION, now, log })
    return migrate({ adminUrl, servicePassword: servicePassword(secrets), log })
  })
}

/** Connects to the server itself, or through its pooler. */
async function openPooled({ pooler }: Config, url: string, secrets: Secrets): Promise<Database> {
  if (!pooler) return openDatabase({ url })
  await storeSessionSettings(url, STATEMENT_TIMEOUT_MS)
  const pooled = withParts(pooler.url, { user: SERVICE_LOGIN, password: servicePassword(secrets) })
  await requireLogin(pooled)
  return openDatabase({ url: pooled, pooler })
}

/** Subjects begin with a word that only this installation can make, so two on one bus never receive each other's messages. */
function connectWire(url: string, secrets: Secrets, log: Logger): Promise<Wire> {
  return connectNats({ url, namespace: `mimamori-${secrets.derive('bus').toString('hex').slice(0, 16)}`, log })
}

function embeddedDatabase(config: Config, logger: Logger): Promise<Embedded> {
  const log = (line: string) => logger.debug(line)
  return startEmbedded({ dataDir: config.dataDir, log, say: (line) => logger.warn(line) })
}

/**
 * The code of the first run is written to the log and to a file that only the owner may read; both are useless once it
 * is used.
 */
async function announceFirstRun(config: Config, code: string | null, log: (line: string) => void): Promise<void> {
  const file = join(config.dataDir, 'first-run-code')
  if (code === null) return rmSync(file, { force: true })
  writeFileSync(file, `${code}\n`, { mode: 0o600 })
  chmodSync(file, 0o600)
  log(`Nobody can sign in yet. The code for the first administrator is in ${file}`)
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
