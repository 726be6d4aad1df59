/** The site of the chaos, created with SQL: rows of hubs, cameras, and a user whose consoles are open. */
import { createHash, randomBytes } from 'node:crypto'
import { createTokens } from '@mimamori/service/platform/auth/token.ts'
import { createSecrets } from '@mimamori/service/platform/secrets.ts'
import type postgres from 'postgres'
import type { Stage } from './stage.ts'

const CAMERAS_PER_HUB = 5

/**
 * `userTokens`: of a session for each console, as each counts its own calls. `realHubs` have no cameras yet; `adminToken` is of
 * somebody with the right to register them.
 */
export type ChaosSite = {
  tenantId: string
  hubKeys: string[]
  realHubs: { agentId: string; key: string }[]
  userTokens: string[]
  adminToken: string
}
type Counts = { hubs: number; realHubs: number; consoles: number }

export async function makeSite({ masterKey, connect }: Stage, counts: Counts): Promise<ChaosSite> {
  const sql = connect()
  try {
    const cameras = counts.hubs * CAMERAS_PER_HUB + counts.realHubs
    const [tenant] = await sql<{ id: string }[]>`
      insert into tenant
        (kind, code, name, packages, room_camera_limit, is_recording_enabled, is_live_streaming_enabled)
      values ('site', 'chaos', 'Chaos', '{VCARE}', ${cameras}, true, true) returning id`
    const tenantId = tenant!.id
    const hubKeys: string[] = []
    for (let number = 1; number <= counts.hubs; number++) {
      const { agentId, key } = await insertHub(sql, tenantId, `Hub ${number}`)
      await sql`
        insert into camera
          (tenant_id, name, description, type, brand, model, stream_url, location, streaming_id, agent_id)
        select ${tenantId}, 'Camera ' || ${number} || '-' || n, 'Simulated.', 'UNKNOWN', 'Test', 'Test',
          'rtsp://camera.example/' || n, 'Room ' || ${number} || '-' || n, 'camera-' || ${number} || '-' || n, ${agentId}
        from generate_series(1, ${CAMERAS_PER_HUB}) n`
      hubKeys.push(key)
    }
    const realHubs: ChaosSite['realHubs'] = []
    for (let number = 1; number <= counts.realHubs; number++) {
      realHubs.push(await insertHub(sql, tenantId, `Real hub ${number}`))
    }
    const tokens = createTokens(createSecrets(masterKey))
    const sign = async (sessions: readonly Session[]) =>
      Promise.all(sessions.map(async (session) => (await tokens.signUser(session, new Date())).token))
    const userTokens = await sign(await insertSessions(sql, tenantId, { role: 'USER', count: counts.consoles }))
    const [adminToken] = await sign(await insertSessions(sql, tenantId, { role: 'ADMIN', count: 1 }))
    return { tenantId, hubKeys, realHubs, userTokens, adminToken: adminToken! }
  } finally {
    await sql.end()
  }
}

async function insertHub(sql: postgres.Sql, tenantId: string, name: string): Promise<{ agentId: string; key: string }> {
  const publicId = randomBytes(6).toString('hex')
  const key = `mmh_${publicId}_${randomBytes(32).toString('base64url')}`
  const hash = createHash('sha256').update(key).digest()
  const [hub] = await sql<{ id: string }[]>`
    insert into agent (tenant_id, name, public_id, key_hash, key_last_four)
    values (${tenantId}, ${name}, ${publicId}, ${hash}, ${key.slice(-4)}) returning id`
  return { agentId: hub!.id, key }
}

type Session = { sessionId: string; userId: string; jti: string }

/** Sessions of one person of that role. */
async function insertSessions(
  sql: postgres.Sql,
  tenantId: string,
  { role, count }: { role: 'USER' | 'ADMIN'; count: number },
): Promise<Session[]> {
  const name = `chaos-${role.toLowerCase()}`
  return sql<Session[]>`
    with person as (
      insert into app_user (tenant_id, email, user_name, first_name, last_name, role, password_hash)
      values (${tenantId}, ${`${name}@example.com`}, ${name}, 'Chaos', 'Reader', ${role}, 'none') returning id)
    insert into session (tenant_id, user_id, acting_tenant_id, jti, issued_at, created_at, last_seen_at,
      idle_limit_seconds, absolute_until)
    select ${tenantId}, id, ${tenantId}, gen_random_uuid(), now(), now(), now(), 86400, now() + interval '1 day'
    from person, generate_series(1, ${count}) returning id as "sessionId", user_id as "userId", jti`
}
