/** A site with so many cameras, the service on it, and the statements of its camera list for a bare driver. */
import { countCameras, readPage } from '@mimamori/service/features/camera/camera.queries.ts'
import { openDatabase, type TenantDb } from '@mimamori/service/platform/database.ts'
import { migrate, servicePassword } from '@mimamori/service/platform/migrate.ts'
import { createPasswords } from '@mimamori/service/platform/password.ts'
import { connect, withParts } from '@mimamori/service/platform/postgres-url.ts'
import { toParameter } from '@mimamori/service/platform/postgres-values.ts'
import { createSecrets } from '@mimamori/service/platform/secrets.ts'
import type postgres from 'postgres'
import { DEMO_PASSWORD, signIn } from './demo-site.ts'
import { startService } from './service-process.ts'

export type CameraSite = {
  /** One page by the service. */
  ask: () => Promise<void>
  /** The same two statements by a bare driver. */
  run: () => Promise<void>
  close: () => Promise<void>
}
export type CameraSiteSettings = { adminUrl: string; folder: string; masterKey: Buffer; cameras: number }

const TENANT = '00000000-0000-7000-8001-000000000001'
const USER = '00000000-0000-7000-8002-000000000001'
const AGENT = '00000000-0000-7000-8005-000000000001'
const UNITS = 20

export async function openCameraSite(settings: CameraSiteSettings): Promise<CameraSite> {
  const { adminUrl, folder, masterKey, cameras } = settings
  const admin = connect(adminUrl, { max: 1, onnotice: () => {} })
  await admin.unsafe(`create database cameras_${cameras}`)
  await admin.end()
  const ownUrl = withParts(adminUrl, { database: `cameras_${cameras}` })
  const secrets = createSecrets(masterKey)
  const serviceUrl = await migrate({ adminUrl: ownUrl, servicePassword: servicePassword(secrets), log: () => {} })
  const sql = connect(ownUrl, { max: 1, onnotice: () => {} })
  await makeCameras(sql, cameras, await createPasswords().hash(DEMO_PASSWORD))
  const statements = await statementsOf(serviceUrl)
  const service = await startService({ databaseUrl: ownUrl, masterKey, dataFolder: folder, rateFactor: 100 })
  const { call } = await signIn(service.url, 'admin@bench.example')
  const bare = connect(serviceUrl, { max: 1, onnotice: () => {} })
  return {
    async ask() {
      const { records, totalCount } = await call('camera.search', { query: { pageSize: 10 }, body: {} })
      if (records.length !== 10 || totalCount !== cameras) throw new Error('the service does not answer a page')
    },
    async run() {
      await bare.begin(async (each) => {
        await each`select set_config('role', 'mimamori_app', true), set_config('app.tenant', ${TENANT}, true),
          set_config('app.tenants', ${`{${TENANT}}`}, true), set_config('app.user', ${USER}, true)`
        for (const { text, parameters } of statements) await each.unsafe(text, parameters, { prepare: true })
      })
    },
    async close() {
      await service.stop()
      await bare.end()
      await sql.end()
    },
  }
}

/** Every tenth camera is in each of the tags, every second runs an app. */
async function makeCameras(sql: postgres.Sql, cameras: number, passwordHash: string): Promise<void> {
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
    analyze`)
}

type Query = Parameters<TenantDb['rows']>[0]

/** What the service sends for the first page and its count. They are not sent. */
async function statementsOf(serviceUrl: string) {
  const database = openDatabase({ url: serviceUrl, lanes: 1 })
  const scope = { tenantIds: [TENANT], unitIds: null }
  const question = { scope, filter: {}, now: new Date() }
  try {
    return await database.asTenant({ ...scope, tenantId: TENANT, userId: USER }, async (db) => {
      const heard: { text: string; parameters: (string | null)[] }[] = []
      const hear = (query: Query) => {
        const { sql, parameters } = query.compile(db.db)
        heard.push({ text: sql, parameters: parameters.map((value) => toParameter(value) as string | null) })
      }
      const rows = async (query: Query) => {
        hear(query)
        return []
      }
      const first = async (query: Query) => {
        hear(query)
        return { cameras: 0 }
      }
      const listening = { ...db, rows, first } as unknown as TenantDb
      await readPage(listening, question, { pageNumber: 0, pageSize: 10, sortAscending: false })
      await countCameras(listening, question)
      return heard
    })
  } finally {
    await database.stop()
  }
}
