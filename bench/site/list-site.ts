/** A site with so many cameras, users, units, hubs and tags, the service on it, and a bare driver beside it. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { createPasswords } from '@mimamori/service/platform/auth/password.ts'
import { createSecrets } from '@mimamori/service/platform/auth/secrets.ts'
import { migrate, servicePassword } from '@mimamori/service/platform/postgres/migrate.ts'
import { connect, withParts } from '@mimamori/service/platform/postgres/postgres-url.ts'
import type postgres from 'postgres'
import {
  ADMIN,
  type ListPage,
  listPages,
  OPERATOR,
  requestOf,
  type Sent,
  type SiteSize,
  statementsOf,
  TENANT,
} from '../part/list-pages.ts'
import { startService } from '../part/service-process.ts'
import { send } from '../part/small-client.ts'
import { DEMO_PASSWORD, signIn } from './demo-site.ts'

/** One page through the whole service, and the same statements by a bare driver, in a transaction as the service has it. */
export type List = { name: string; ask: () => Promise<void>; run: () => Promise<void> }
export type ListSite = {
  lists: List[]
  /** Two statements of nothing behind a bare Fastify route: what client, HTTP and driver cost by themselves. */
  nothing: List
  close: () => Promise<void>
}
type ListSiteSettings = { adminUrl: string; folder: string; masterKey: Buffer; size: SiteSize }

export async function openListSite({ adminUrl, folder, masterKey, size }: ListSiteSettings): Promise<ListSite> {
  const name = `lists_${size.cameras}`
  const admin = connect(adminUrl, { max: 1, onnotice: () => {} })
  await admin.unsafe(`create database ${name}`)
  await admin.end()
  const ownUrl = withParts(adminUrl, { database: name })
  const secrets = createSecrets(masterKey)
  const serviceUrl = await migrate({ adminUrl: ownUrl, servicePassword: servicePassword(secrets), log: () => {} })
  const sql = connect(ownUrl, { max: 1, onnotice: () => {} })
  await makeSite(sql, size, await createPasswords().hash(DEMO_PASSWORD))
  const pages = listPages(size)
  const statements = await statementsOf(serviceUrl, pages)
  const service = await startService({ databaseUrl: ownUrl, masterKey, dataFolder: folder, rateFactor: 1000 })
  const tokens = {
    admin: (await signIn(service.url, 'admin@bench.example')).user.token,
    operator: (await signIn(service.url, 'operator@bench.example')).user.token,
  }
  const route = fork(join(import.meta.dirname, '..', 'part', 'bare-route.ts'), [])
  const empty: Sent = { text: 'select 1 as alerts', parameters: [] }
  route.send({ url: ownUrl, texts: [empty.text, empty.text], parameters: [[[], []]] })
  const [bareUrl] = (await once(route, 'message')) as [string]
  const bare = connect(serviceUrl, { max: 1, onnotice: () => {}, connection: GENERIC })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    lists: pages.map((page, at) => ({
      name: page.name,
      ask: () => askPage(agent, service.url, tokens[page.by], page),
      run: () =>
        bare.begin(async (each) => {
          for (const { text, parameters } of statements[at]!) await each.unsafe(text, parameters, { prepare: true })
        }) as Promise<void>,
    })),
    nothing: {
      name: 'nothing',
      ask: async () => void (await send(agent, { method: 'PUT', url: bareUrl, token: '', body: '{}' })),
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

/** Throws unless it answers what it should. */
async function askPage(agent: Agent, serviceUrl: string, token: string, page: ListPage): Promise<void> {
  const { method, path } = requestOf(page)
  const { text: said } = await send(agent, {
    method,
    url: `${serviceUrl}/api/${path}`,
    token,
    body: JSON.stringify(page.body),
  })
  const { records, totalCount } = JSON.parse(said) as { records?: unknown[]; totalCount: number }
  if (!records?.length || totalCount !== (page.totalCount ?? totalCount)) {
    throw new Error(`${page.name}: ${said.slice(0, 200)} … of ${totalCount}`)
  }
}

/** Cameras of all types and states, each with three tags and an app; people of whom half were there at some time. */
async function makeSite(sql: postgres.Sql, size: SiteSize, passwordHash: string): Promise<void> {
  const { cameras, users, units, hubs, tags, sites } = size
  await sql.unsafe(`
    insert into tenant (id, kind, code, name, packages) values ('${TENANT}', 'site', 'bench', 'Bench', '{PRO}');
    insert into tenant (kind, code, name) select 'site', 'site-' || n, 'Site ' || n from generate_series(2, ${sites}) n;
    insert into app_user (tenant_id, id, email, user_name, first_name, last_name, role, password_hash) values
      ('${TENANT}', '${ADMIN}', 'admin@bench.example', 'admin', 'An', 'Admin', 'ADMIN', '${passwordHash}'),
      ('${OPERATOR.tenantId}', '${OPERATOR.userId}', 'operator@bench.example', 'operator', 'The', 'Operator',
        'SUPER_ADMIN', '${passwordHash}');
    insert into unit (tenant_id, name) select '${TENANT}', 'Unit ' || n from generate_series(1, ${units}) n;
    insert into tag (tenant_id, name) select '${TENANT}', 'Tag ' || n from generate_series(1, ${tags}) n;
    insert into agent (tenant_id, name, public_id, key_hash, key_last_four)
      select '${TENANT}', 'Hub ' || n, lpad(n::text, 12, 'a'), sha256(n::text::bytea), 'last'
      from generate_series(1, ${hubs}) n;
    with u as (select array_agg(id) as ids from unit), a as (select array_agg(id) as ids from agent)
    insert into camera (tenant_id, name, description, type, brand, model, stream_url, location, streaming_id, unit_id,
        agent_id, status, last_activity_at)
      select '${TENANT}', 'Camera ' || n, 'A camera', (array['UNKNOWN', 'AXIS', 'AXIS_AGENT', 'QWATCH'])[1 + n * 7 % 4],
        'Brand', 'Model', 'rtsp://10.0.0.1/s', 'Room ' || n * 7 % ${cameras}, 's', u.ids[1 + n * 7 % ${units}],
        a.ids[1 + n * 11 % ${hubs}], case when n % 10 = 0 then 'Offline' else 'Online' end,
        now() - (n * 7919 % 86400) * interval '1 second'
      from generate_series(1, ${cameras}) n, u, a;
    insert into camera_app (tenant_id, camera_id, app_code, state)
      select tenant_id, id, 'A003', 'ENABLED' from camera;
    with t as (select array_agg(id) as ids from tag), c as (select id, row_number() over () as n from camera)
    insert into camera_tag (tenant_id, camera_id, tag_id)
      select '${TENANT}', c.id, t.ids[1 + (c.n * 13 + k) % ${tags}] from c, t, generate_series(0, 2) k;
    insert into app_user (tenant_id, email, user_name, first_name, last_name, role, password_hash, last_sign_in_at)
      select '${TENANT}', n || '@bench.example', 'user-' || n, 'First ' || n, 'Last', 'USER', 'none',
        case when n % 2 = 0 then now() - n * interval '1 minute' end
      from generate_series(2, ${users}) n;
    insert into user_unit (tenant_id, user_id, unit_id)
      select u.tenant_id, u.id, (select min(id::text)::uuid from unit) from app_user u
      where u.tenant_id = '${TENANT}' and u.id <> '${ADMIN}';
    analyze`)
  // So that counts need not look at the rows themselves.
  await sql.unsafe('vacuum')
}
