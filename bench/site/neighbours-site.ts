/** One healthy site with a hub, and many sites whose push service, mail server, webhook or DNS can be broken. */
import { createECDH, randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createHubSimulator, type HubSimulator } from '@mimamori/hub/testing/simulator/hub-simulator.ts'
import { placeOfWebhook, shownAddress } from '@mimamori/service/alerting/webhook/webhook.rules.ts'
import { startEmbedded } from '@mimamori/service/platform/postgres/embedded.ts'
import { migrate, servicePassword } from '@mimamori/service/platform/postgres/migrate.ts'
import { connect } from '@mimamori/service/platform/postgres/postgres-url.ts'
import { createSecrets } from '@mimamori/service/platform/secrets.ts'
import type postgres from 'postgres'
import { makeDataFolder } from '../../tools/start/mimamori.ts'
import { makeSite } from '../chaos/chaos-site.ts'
import type { BrokenServers } from '../part/broken-servers.ts'
import { startService } from '../part/service-process.ts'

const HEALTHY_PEOPLE = 3
const PEOPLE_OF_NEIGHBOUR = 12
const CAMERAS_OF_NEIGHBOUR = 1
const MAILS_OF_CAMERA = 3
const WEBHOOK_SECRET = `whsec_${randomBytes(32).toString('base64')}`
const USE_RESOLVER = pathToFileURL(join(import.meta.dirname, '..', 'part', 'use-resolver.ts')).href

export type NeighboursSite = {
  hub: HubSimulator
  /** Pushes that one fall of the healthy site causes. */
  pushesOfFall: number
  /** Forgets all messages, and gives the neighbours push addresses with names that nobody has looked up. */
  renew: () => Promise<void>
  /** One fall in each camera of each neighbour. */
  raiseAtNeighbours: () => Promise<void>
  close: () => Promise<void>
}

/** The healthy hub has `cameras`, so that no burst of messages delays a fall. */
export async function openNeighbours(
  servers: BrokenServers,
  { cameras, neighbours }: { cameras: number; neighbours: number },
): Promise<NeighboursSite> {
  const folder = await makeDataFolder()
  const embedded = await startEmbedded({ dataDir: folder, log: () => {} })
  const masterKey = randomBytes(32)
  const secrets = createSecrets(masterKey)
  await migrate({ adminUrl: embedded.url, servicePassword: servicePassword(secrets), log: () => {} })
  const open = () => connect(embedded.url, { max: 1, onnotice: () => {} }) as postgres.Sql
  const sql = open()
  const { tenantId, hubKeys } = await makeSite({ masterKey, connect: open } as never, {
    hubs: 1,
    realHubs: 0,
    consoles: 1,
  })
  await addCameras(sql, tenantId, cameras)
  await addPeople(sql, tenantId, HEALTHY_PEOPLE)
  await register(sql, [tenantId], (n) => `http://127.0.0.1:${servers.pushPort}/healthy/${n}`)
  const ids = await addNeighbours(sql, neighbours)
  for (const id of ids) {
    const target = { tenantId: id, id }
    const url = `http://127.0.0.1:${servers.externalPort}/alerts`
    const [sealedUrl, sealedSecret] = [
      secrets.seal(url, placeOfWebhook('url', target)),
      secrets.seal(WEBHOOK_SECRET, placeOfWebhook('secret', target)),
    ]
    await sql`insert into webhook (tenant_id, id, name, is_enabled, url, url_shown, template, events, severities, kinds,
        has_signals, is_marked_only, unit_ids, with_names, minute_most, secret, secret_last_four, changed_at)
      values (${id}, ${id}, 'Neighbour', true, ${sealedUrl}, ${shownAddress(url)}, 'json', '{alert.raised}',
        '{critical}', '{}', false, false, '{}', false, 120, ${sealedSecret}, 'last', now())`
  }
  const service = await startService({
    ...{ databaseUrl: embedded.url, masterKey, dataFolder: folder },
    env: {
      ...{ MIMAMORI_BACKUP_AT: 'off', MIMAMORI_PUSH_HOSTS: '127.0.0.1', MIMAMORI_EXTERNAL_HOSTS: '127.0.0.1' },
      ...{ SMTP_HOST: '127.0.0.1', SMTP_PORT: String(servers.mailPort), SMTP_FROM: 'bench@mimamori.example' },
      ...{ BENCH_RESOLVER: `127.0.0.1:${servers.namesPort}`, NODE_OPTIONS: `--import ${USE_RESOLVER}` },
    },
  })
  const hub = createHubSimulator({ service: service.url, key: hubKeys[0]!, dataDir: join(folder, 'hub') })
  await hub.start()
  let renewals = 0
  return {
    hub,
    pushesOfFall: HEALTHY_PEOPLE,
    async renew() {
      renewals++
      for (const table of ['notice', 'notification', 'mail_message', 'webhook_event', 'webhook_delivery']) {
        await sql`delete from ${sql(table)}`
      }
      await sql`delete from push_registration where tenant_id = any(${ids}::uuid[])`
      const hostOf = (n: number) => (n % 2 === 0 ? '127.0.0.1' : `push-${renewals}-${n}.bench.example`)
      await register(sql, ids, (n) => `http://${hostOf(n)}:${servers.pushPort}/neighbour/${n}`)
    },
    async raiseAtNeighbours() {
      await sql`insert into alert (tenant_id, id, camera_id, activity, severity, occurred_at, created_at)
        select tenant_id, uuidv7(), id, 'A005', 'critical', now(), now() from camera
        where tenant_id = any(${ids}::uuid[])`
    },
    async close() {
      await hub.stop()
      await service.stop()
      await sql.end()
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function addCameras(sql: postgres.Sql, tenantId: string, count: number): Promise<void> {
  await sql`update tenant set room_camera_limit = ${count} where id = ${tenantId}`
  await sql`
    insert into camera (tenant_id, name, description, type, brand, model, stream_url, location, streaming_id, agent_id)
    select ${tenantId}, 'Fall ' || n, 'Simulated.', 'UNKNOWN', 'Test', 'Test', 'rtsp://camera.example/fall-' || n,
      'Fall ' || n, 'fall-' || n, a.id
    from generate_series(1, ${count}) n, (select id from agent where tenant_id = ${tenantId} limit 1) a`
}

async function addNeighbours(sql: postgres.Sql, count: number): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    insert into tenant (kind, code, name, packages, room_camera_limit)
    select 'site', 'neighbour-' || n, 'Neighbour ' || n, '{VCARE}', ${CAMERAS_OF_NEIGHBOUR}
    from generate_series(1, ${count}) n returning id`
  const ids = rows.map(({ id }) => id)
  await sql`
    with hub as (insert into agent (tenant_id, name, public_id, key_hash, key_last_four)
      select id, 'Hub', substr(md5(id::text), 1, 12), sha256(id::text::bytea), 'last'
      from unnest(${ids}::uuid[]) id returning tenant_id, id)
    insert into camera (tenant_id, name, description, type, brand, model, stream_url, location, streaming_id, agent_id)
    select tenant_id, 'Camera ' || n, 'Simulated.', 'UNKNOWN', 'Test', 'Test', 'rtsp://camera.example/' || n,
      'Room ' || n, 'camera-' || n, id
    from hub, generate_series(1, ${CAMERAS_OF_NEIGHBOUR}) n`
  const mails = Array.from({ length: MAILS_OF_CAMERA }, (_, n) => `family-${n}@bench.example`)
  for (const id of ids) await addPeople(sql, id, PEOPLE_OF_NEIGHBOUR, mails)
  return ids
}

/** People whom all cameras of the site tell, besides e-mails. */
async function addPeople(sql: postgres.Sql, tenantId: string, count: number, emails: string[] = []): Promise<void> {
  const people = await sql<{ id: string }[]>`
    insert into app_user (tenant_id, email, user_name, first_name, last_name, role, password_hash)
    select ${tenantId}, 'p' || n || '-' || right(${tenantId}, 8) || '@bench.example',
      'p' || n || '-' || right(${tenantId}, 8), 'P', n::text, 'USER', 'none'
    from generate_series(1, ${count}) n returning id`
  const nobody = { mobileUserIds: [], desktopUserIds: [], reminderUserIds: [], unitIds: [], onDuty: false }
  const subscribers = { ...nobody, emails, userIds: people.map(({ id }) => id) }
  await sql`update camera set subscribers = ${sql.json(subscribers)}::jsonb where tenant_id = ${tenantId}`
}

/** One browser for each person whom a camera of these sites tells. */
async function register(sql: postgres.Sql, tenantIds: string[], addressOf: (n: number) => string): Promise<void> {
  const people = await sql<{ id: string; tenantId: string }[]>`
    select id, tenant_id as "tenantId" from app_user
    where tenant_id = any(${tenantIds}::uuid[]) and user_name like 'p%' order by id`
  const at = new Date().toISOString()
  const rows = people.map(({ id, tenantId }, n) => ({
    ...{ tenant_id: tenantId, user_id: id, kind: 'mobile', device: `device-${n}`, created_at: at, updated_at: at },
    subscription: subscriptionTo(addressOf(n)),
  }))
  await sql`insert into push_registration ${sql(rows)}`
}

function subscriptionTo(endpoint: string): string {
  const keys = { p256dh: PUBLIC_KEY, auth: AUTH }
  return JSON.stringify({ endpoint, expirationTime: null, keys })
}
const PUBLIC_KEY = createECDH('prime256v1').generateKeys().toString('base64url')
const AUTH = randomBytes(16).toString('base64url')
