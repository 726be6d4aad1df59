/** The dependencies of the instances: PostgreSQL, NATS, a bucket and the balancer, each of which can be stopped. */
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Embedded, startEmbedded } from '@mimamori/service/platform/postgres/embedded.ts'
import { migrate, servicePassword } from '@mimamori/service/platform/postgres/migrate.ts'
import { connect } from '@mimamori/service/platform/postgres/postgres-url.ts'
import { createSecrets } from '@mimamori/service/platform/secrets.ts'
import { startHaproxy, type TestHaproxy } from '@mimamori/service/testing/servers/haproxy.ts'
import { startNats, type TestNats } from '@mimamori/service/testing/servers/nats.ts'
import { type S3Stage, startS3 } from '@mimamori/service/testing/servers/s3.ts'
import type postgres from 'postgres'
import { makeDataFolder } from '../../tools/start/mimamori.ts'
import { type Instance, makeInstances } from './instances.ts'

const KEY_BYTES = 32

export type Stage = {
  folder: string
  masterKey: Buffer
  instances: Instance[]
  balancer: TestHaproxy & { url: string }
  nats: TestNats
  s3: S3Stage
  /** Ends PostgreSQL, its connections with it, and starts it again. */
  restartDatabase(): Promise<void>
  /** A connection of the account that may do everything; the caller ends it. */
  connect(): postgres.Sql
  close(): Promise<void>
}

/** Starts everything; `isDurable` false: PostgreSQL writes as in tests, which a restart in order survives all the same. */
export async function openStage(count: number, { isDurable }: { isDurable: boolean }): Promise<Stage> {
  const folder = await makeDataFolder()
  const options = { dataDir: folder, log: () => {}, isDurable }
  let database: Embedded = await startEmbedded(options)
  const { url } = database
  const masterKey = randomBytes(KEY_BYTES)
  await migrate({ adminUrl: url, servicePassword: servicePassword(createSecrets(masterKey)), log: () => {} })
  const [nats, s3] = await Promise.all([startNats(), startS3()])
  const env = {
    ...s3.settings,
    MIMAMORI_NATS_URL: nats.url,
    MIMAMORI_PROXIES: '127.0.0.1',
    MIMAMORI_BACKUP_AT: 'off',
    LOG_LEVEL: 'info',
    // An instance is started hundreds of times.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  }
  const instances = await makeInstances(count, { databaseUrl: url, masterKey, folder, env })
  await Promise.all(instances.map((each) => each.start()))
  const ports = instances.map(({ port }) => port)
  const haproxy = await startHaproxy(folder, ports, null)
  const balancer = { ...haproxy, url: `http://127.0.0.1:${haproxy.port}` }
  return {
    ...{ folder, masterKey, instances, balancer, nats, s3 },
    async restartDatabase() {
      await database.stop()
      database = await startEmbedded(options)
    },
    connect: () => connect(url, { max: 1, onnotice: () => {} }),
    async close() {
      await balancer.stop()
      await Promise.all(instances.map((each) => each.kill()))
      await Promise.all([nats.stop(), s3.stop(), database.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
