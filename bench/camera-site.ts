/** A site with so many cameras and users, the service on it, and the statements of its lists for a bare driver. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { text as whole } from 'node:stream/consumers'
import { countCameras, readPage } from '@mimamori/service/features/camera/camera.queries.ts'
import { countUsers, readLocks, readUsers } from '@mimamori/service/features/user/user.queries.ts'
import { openDatabase, type PlatformDb, type TenantDb } from '@mimamori/service/platform/database.ts'
import { migrate, servicePassword } from '@mimamori/service/platform/migrate.ts'
import { createPasswords } from '@mimamori/service/platform/password.ts'
import { connect, withParts } from '@mimamori/service/platform/postgres-url.ts'
import { toParameter } from '@mimamori/service/platform/postgres-values.ts'
import { createSecrets } from '@mimamori/service/platform/secrets.ts'
import type postgres from 'postgres'
import { DEMO_PASSWORD, signIn } from './demo-site.ts'
import { startService } from './service-process.ts'

/** One page, and the same statements by a bare driver, in transactions as the service has them. */
export type List = { ask: () => Promise<void>; run: () => Promise<void> }
export type CameraSite = {
  cameras: List
  users: List
  /** Two statements of nothing behind a bare Fastify route: what client, HTTP and driver cost by themselves. */
  nothing: List
  close: () => Promise<void>
}
export type CameraSiteSettings = { adminUrl: string; folder: string; masterKey: Buffer; cameras: number; users: number }
type Sent = { text: string; parameters: (string | null)[] }

const TENANT = '00000000-0000-7000-8001-000000000001'
const USER = '00000000-0000-7000-8002-000000000001'
const AGENT = '00000000-0000-7000-8005-000000000001'
const UNITS = 20

export async function openCameraSite(settings: CameraSiteSettings): Promise<CameraSite> {
  const { adminUrl, folder, masterKey, cameras, users } = settings
  const admin = connect(adminUrl, { max: 1, onnotice: () => {} })
  await admin.unsafe(`create database cameras_${cameras}`)
  await admin.end()
  const ownUrl = withParts(adminUrl, { database: `cameras_${cameras}` })
  const secrets = createSecrets(masterKey)
  const serviceUrl = await migrate({ adminUrl: ownUrl, servicePassword: servicePassword(secrets), log: () => {} })
  const sql = connect(ownUrl, { max: 1, onnotice: () => {} })
  await makeSite(sql, { cameras, users }, await createPasswords().hash(DEMO_PASSWORD))
  const statements = await statementsOf(serviceUrl)
  const service = await startService({ databaseUrl: ownUrl, masterKey, dataFolder: folder, rateFactor: 100 })
  const { user } = await signIn(service.url, 'admin@bench.example')
  const route = fork(join(import.meta.dirname, 'bare-route.ts'), [])
  const empty = { text: 'select 1 as alerts', parameters: [] }
  route.send({ url: ownUrl, texts: [empty.text, empty.text], parameters: [[[], []]] })
  const [bareUrl] = (await once(route, 'message')) as [string]
  const bare = connect(serviceUrl, { max: 1, onnotice: () => {}, connection: GENERIC })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ofService = (path: string, total: number) => async () => {
    const answer = JSON.parse(await put(agent, `${service.url}/api/${path}?pageSize=10`, user.token))
    if (answer.records?.length !== 10 || answer.totalCount !== total) throw new Error(`${path} answers no page`)
  }
  const asTenant = (sent: readonly Sent[]) => () =>
    bare.begin(async (each) => {
      await each`select set_config('role', 'mimamori_app', true), set_config('app.tenant', ${TENANT}, true),
        set_config('app.tenants', ${`{${TENANT}}`}, true), set_config('app.user', ${USER}, true)`
      for (const { text, parameters } of sent) await each.unsafe(text, parameters, { prepare: true })
    })
  return {
    cameras: { ask: ofService('camera/search', cameras), run: async () => void (await asTenant(statements.cameras)()) },
    users: {
      ask: ofService('user/search', users),
      async run() {
        await asTenant(statements.users)()
        await bare.begin(async (each) => {
          await each`select set_config('role', 'mimamori_platform', true)`
          for (const { text, parameters } of statements.locks) await each.unsafe(text, parameters, { prepare: true })
        })
      },
    },
    nothing: {
      ask: async () => void (await put(agent, bareUrl, '')),
      run: async () =>
        void (await Promise.all([empty, empty].map(({ text }) => bare.unsafe(text, [], { prepare: true })))),
    },
    async close() {
      agent.destroy()
      route.kill('SIGKILL')
      await service.stop()
      await bare.end()
      await sql.end()
    },
  }
}

/** As the service's own connections have it. */
const GENERIC = { plan_cache_mode: 'force_generic_plan' } as Record<string, string>

/** The smallest client there is: no schema, no fetch. */
async function put(agent: Agent, url: string, token: string): Promise<string> {
  const headers = { 'content-type': 'application/json', 'content-length': 2, 'x-authtoken': token }
  const sent = request(url, { method: 'PUT', agent, headers })
  sent.end('{}')
  const [answer] = await once(sent, 'response')
  return whole(answer)
}

/** Every tenth camera is in each of the tags, every second runs an app. */
async function makeSite(
  sql: postgres.Sql,
  { cameras, users }: { cameras: number; users: number },
  passwordHash: string,
): Promise<void> {
  await sql.unsafe(`
    insert into tenant (id, kind, code, name, packages) values ('${TENANT}', 'site', 'bench', 'Bench', '{PRO}');
    insert into app_user (tenant_id, id, email, user_name, first_name, last_name, role, password_hash)
      values ('${TENANT}', '${USER}', 'admin@bench.example', 'admin', 'An', 'Admin', 'ADMIN', '${passwordHash}');
    insert into unit (tenant_id, name) select '${TENANT}', 'Unit ' || n from generate_series(1, ${UNITS}) n;
    insert into agent (tenant_id, id, name, public_id, key_hash, key_last_four)
      values ('${TENANT}', '${AGENT}', 'Hub', 'aaaaaaaaaaaa', sha256('a key'), 'last');
    insert into camera (tenant_id, name, description, type, brand, model, stream_url, location, streaming_id, unit_id,
        agent_id, status)
      select '${TENANT}', 'Camera ' || n, 'A camera', 'UNKNOWN', 'Brand', 'Model', 'rtsp://10.0.0.1/s', 'Room ' || n, 's',
        (select id from unit where tenant_id = '${TENANT}' order by id offset n % ${UNITS} limit 1), '${AGENT}', 'Online'
      from generate_series(1, ${cameras}) n;
    insert into camera_app (tenant_id, camera_id, app_code, state)
      select tenant_id, id, 'A003', 'ENABLED' from camera;
    insert into app_user (tenant_id, email, user_name, first_name, last_name, role, password_hash)
      select '${TENANT}', n || '@bench.example', 'user-' || n, 'First ' || n, 'Last', 'USER', 'none'
      from generate_series(2, ${users}) n;
    insert into user_unit (tenant_id, user_id, unit_id)
      select tenant_id, id, (select min(id::text)::uuid from unit) from app_user;
    analyze`)
  // So that counts need not look at the rows themselves.
  await sql.unsafe('vacuum')
}

type Query = Parameters<TenantDb['rows']>[0]

/** What the service sends for the first pages and their counts. */
async function statementsOf(serviceUrl: string) {
  const database = openDatabase({ url: serviceUrl, lanes: 1 })
  const scope = { tenantIds: [TENANT], unitIds: null }
  const question = { scope, filter: {}, now: new Date() }
  try {
    return await database.asTenant({ ...scope, tenantId: TENANT, userId: USER }, async (db) => {
      const page = { pageNumber: 0, pageSize: 10, sortAscending: false }
      const people = { reach: [TENANT], text: null }
      const cameras = await heardOf(db, async (listening) => {
        await readPage(listening, question, page)
        await countCameras(listening, question)
      })
      const users = await heardOf(db, async (listening) => {
        await readUsers(listening, people, 'name', { ...page, sortAscending: true })
        await countUsers(listening, people)
      })
      const ten = Array.from({ length: 10 }, (_, n) => ({ id: USER, email: `${n}@b.example`, userName: `user-${n}` }))
      const locks = await heardOf(db, (listening) => readLocks(listening as unknown as PlatformDb, ten, new Date()))
      return { cameras, users, locks }
    })
  } finally {
    await database.stop()
  }
}

/** What `work` sends. It is not sent. */
async function heardOf(db: TenantDb, work: (listening: TenantDb) => Promise<unknown>): Promise<Sent[]> {
  const heard: Sent[] = []
  const rows = async (query: Query) => {
    const { sql, parameters } = query.compile(db.db)
    heard.push({ text: sql, parameters: parameters.map((value) => toParameter(value) as string | null) })
    return []
  }
  const first = async (query: Query) => {
    await rows(query)
    return { cameras: 0, users: 0 }
  }
  await work({ ...db, rows, first } as unknown as TenantDb)
  return heard
}
