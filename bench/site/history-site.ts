/** The service as a process on a database of 200 sites with their history, and the tokens of all users and hubs. */
import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { createTokens } from '@mimamori/service/platform/auth/token.ts'
import { startEmbedded } from '@mimamori/service/platform/postgres/embedded.ts'
import { migrate, servicePassword } from '@mimamori/service/platform/postgres/migrate.ts'
import { connect } from '@mimamori/service/platform/postgres/postgres-url.ts'
import { createSecrets } from '@mimamori/service/platform/secrets.ts'
import type postgres from 'postgres'
import { makeDataFolder } from '../../tools/start/mimamori.ts'
import { round } from '../bench.ts'
import {
  madeId,
  makeAlerts,
  makeReaders,
  makeSites,
  readSessions,
  type Session,
  TENANTS,
} from '../part/alert-history.ts'
import { type ServiceProcess, type ServiceProcessSettings, startService } from '../part/service-process.ts'

const KEY_BYTES = 32

export type HistorySite = {
  /** The data folder; deleted with the site. */
  folder: string
  /** Address for the superuser, as in `sql`. */
  adminUrl: string
  sql: postgres.Sql
  /** Address for the service's own login. */
  databaseUrl: string
  postgresPid: number
  /** The n-th user's token; user n works for tenant n % 200. */
  userTokens: string[]
  /** Creates tokens of more users of the first tenant. Call it once. */
  addReaders: (count: number) => Promise<string[]>
  /** Creates a hub's token, valid for 15 minutes. */
  signHub: (hubId: string, tenantId: string) => Promise<string>
  /** The n-th tenant's hub. */
  hubTokens: string[]
  /** Starts the service, in the site's own data folder by default; the caller stops it. */
  start: (
    settings?: Partial<Pick<ServiceProcessSettings, 'rateFactor' | 'port' | 'dataFolder' | 'env'>>,
  ) => Promise<ServiceProcess>
  close: () => Promise<void>
}

type HistorySettings = {
  alerts: number
  /** The first tenant's share of the alerts, in hundredths. */
  firstShare?: number
  say: (line: string) => void
}

/** Creates the database, durable as in production, and fills it. Nobody can sign in with a password. */
export async function openHistorySite({ alerts, firstShare, say }: HistorySettings): Promise<HistorySite> {
  const folder = await makeDataFolder()
  const embedded = await startEmbedded({ dataDir: folder, log: () => {} })
  const masterKey = randomBytes(KEY_BYTES)
  const secrets = createSecrets(masterKey)
  const databaseUrl = await migrate({
    adminUrl: embedded.url,
    servicePassword: servicePassword(secrets),
    log: () => {},
  })
  const sql = connect(embedded.url, { max: 1, onnotice: () => {} })
  const begunMs = performance.now()
  await makeSites(sql, 'none')
  // As in a new installation, empty tables have no statistics, so the planner does not assume tiny ones.
  if (alerts === 0) await sql`vacuum analyze tenant, unit, agent, camera, app_user, session`
  else await makeAlerts(sql, alerts, firstShare)
  say(`${alerts} alerts made in ${round((performance.now() - begunMs) / 1000)} s`)
  const [postmaster] = await sql<{ pid: string }[]>`
    select split_part(pg_read_file('postmaster.pid'), chr(10), 1) as pid`
  const tokens = createTokens(secrets)
  const now = new Date()
  const signHub = async (hubId: string, tenantId: string) =>
    (await tokens.signHub({ hubId, tenantId, generation: 0 }, now)).token
  const ofHubs = Array.from({ length: TENANTS }, (_, n) => signHub(madeId('hub', n), madeId('tenant', n)))
  const signAll = (sessions: readonly Session[]) =>
    Promise.all(sessions.map(async (session) => (await tokens.signUser(session, now)).token))
  return {
    folder,
    adminUrl: embedded.url,
    sql,
    databaseUrl,
    postgresPid: Number(postmaster!.pid),
    userTokens: await signAll(await readSessions(sql)),
    addReaders: async (count) => signAll(await makeReaders(sql, count)),
    signHub,
    hubTokens: await Promise.all(ofHubs),
    start: (settings) => startService({ databaseUrl: embedded.url, masterKey, dataFolder: folder, ...settings }),
    async close() {
      await sql.end()
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
