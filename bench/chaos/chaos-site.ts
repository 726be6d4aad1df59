/** The site of the chaos: rows of hubs, cameras and a person whose consoles are open, made by SQL. */
import { createHash, randomBytes } from 'node:crypto'
import { createSecrets } from '@mimamori/service/platform/auth/secrets.ts'
import { createTokens } from '@mimamori/service/platform/auth/token.ts'
import type { Stage } from './stage.ts'

const CAMERAS_PER_HUB = 5

/** `userTokens`: of a session for each console, as each counts its own calls. */
type ChaosSite = { tenantId: string; hubKeys: string[]; userTokens: string[] }
type Counts = { hubs: number; consoles: number }

export async function makeSite({ masterKey, connect }: Stage, { hubs, consoles }: Counts): Promise<ChaosSite> {
  const sql = connect()
  try {
    const [tenant] = await sql<{ id: string }[]>`
      insert into tenant (kind, code, name, packages) values ('site', 'chaos', 'Chaos', '{VCARE}') returning id`
    const tenantId = tenant!.id
    const hubKeys: string[] = []
    for (let number = 1; number <= hubs; number++) {
      const publicId = randomBytes(6).toString('hex')
      const key = `mmh_${publicId}_${randomBytes(32).toString('base64url')}`
      const hash = createHash('sha256').update(key).digest()
      await sql`
        with hub as (
          insert into agent (tenant_id, name, public_id, key_hash, key_last_four)
          values (${tenantId}, ${`Hub ${number}`}, ${publicId}, ${hash}, ${key.slice(-4)}) returning id)
        insert into camera
          (tenant_id, name, description, type, brand, model, stream_url, location, streaming_id, agent_id)
        select ${tenantId}, 'Camera ' || ${number} || '-' || n, 'Simulated.', 'UNKNOWN', 'Test', 'Test',
          'rtsp://camera.example/' || n, 'Room ' || ${number} || '-' || n, 'camera-' || ${number} || '-' || n, id
        from hub, generate_series(1, ${CAMERAS_PER_HUB}) n`
      hubKeys.push(key)
    }
    const sessions = await sql<{ sessionId: string; userId: string; jti: string }[]>`
      with person as (
        insert into app_user (tenant_id, email, user_name, first_name, last_name, role, password_hash)
        values (${tenantId}, 'chaos@example.com', 'chaos', 'Chaos', 'Reader', 'USER', 'none') returning id)
      insert into session (tenant_id, user_id, acting_tenant_id, jti, issued_at, created_at, last_seen_at,
        idle_limit_seconds, absolute_until)
      select ${tenantId}, id, ${tenantId}, gen_random_uuid(), now(), now(), now(), 86400, now() + interval '1 day'
      from person, generate_series(1, ${consoles}) returning id as "sessionId", user_id as "userId", jti`
    const tokens = createTokens(createSecrets(masterKey))
    const signed = await Promise.all(sessions.map((session) => tokens.signUser(session, new Date())))
    return { tenantId, hubKeys, userTokens: signed.map(({ token }) => token) }
  } finally {
    await sql.end()
  }
}
