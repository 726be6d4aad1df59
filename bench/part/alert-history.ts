/** A database of any size, created with SQL: tenants with units, cameras, users, sessions and alerts. */
import type postgres from 'postgres'

export const TENANTS = 200
export const CAMERAS_PER_TENANT = 100
const UNITS_PER_TENANT = 10
const USERS_PER_TENANT = 5
const DAYS = 90
/** Alerts per statement: the tallies' triggers group what one statement brings. */
const BATCH = 50_000

/** SQL that makes the id of the n-th of its kind. */
export const tenantId = (n: string) => `('00000000-0000-7000-8001-' || lpad((${n})::text, 12, '0'))::uuid`
/** The n-th user works for the tenant n % TENANTS. */
export const userId = (n: string) => `('00000000-0000-7000-8002-' || lpad((${n})::text, 12, '0'))::uuid`
export const unitId = (n: string) => `('00000000-0000-7000-8003-' || lpad((${n})::text, 12, '0'))::uuid`
export const cameraId = (n: string) => `('00000000-0000-7000-8004-' || lpad((${n})::text, 12, '0'))::uuid`
const agentId = (n: string) => `('00000000-0000-7000-8005-' || lpad((${n})::text, 12, '0'))::uuid`
const sessionId = (n: string) => `('00000000-0000-7000-8006-' || lpad((${n})::text, 12, '0'))::uuid`

export const USERS = TENANTS * USERS_PER_TENANT

const KINDS = { tenant: '8001', user: '8002', camera: '8004', hub: '8005' }

/** The same ids as text, of the n-th of its kind. */
export function madeId(kind: keyof typeof KINDS, n: number): string {
  return `00000000-0000-7000-${KINDS[kind]}-${String(n).padStart(12, '0')}`
}

/** Everything around the alerts. The n-th unit, camera and user belong to the tenant n % TENANTS. */
export async function makeSites(sql: postgres.Sql, passwordHash: string): Promise<void> {
  const owner = tenantId(`n % ${TENANTS}`)
  const upTo = (count: number) => `generate_series(0, ${count - 1}) n`
  await sql.unsafe(`
    insert into tenant (id, kind, code, name, packages)
      select ${tenantId('n')}, 'site', 'bench-' || n, 'Site ' || n, '{PRO}' from ${upTo(TENANTS)};
    insert into unit (tenant_id, id, name)
      select ${owner}, ${unitId('n')}, 'Unit ' || n from ${upTo(TENANTS * UNITS_PER_TENANT)};
    insert into agent (tenant_id, id, name, public_id, key_hash, key_last_four)
      select ${owner}, ${agentId('n')}, 'Hub', lpad(n::text, 12, '0'), sha256(n::text::bytea), 'last' from ${upTo(TENANTS)};
    insert into camera (tenant_id, id, name, description, type, brand, model, stream_url, location, streaming_id, unit_id,
        agent_id, status)
      select ${owner}, ${cameraId('n')}, 'Camera ' || n, 'A camera', 'UNKNOWN', 'Brand', 'Model', 'rtsp://10.0.0.1/s',
        'Room ' || n, 'stream', ${unitId(`n % ${TENANTS * UNITS_PER_TENANT}`)}, ${agentId(`n % ${TENANTS}`)}, 'Online'
      from ${upTo(TENANTS * CAMERAS_PER_TENANT)};
    insert into app_user (tenant_id, id, email, user_name, first_name, last_name, role, password_hash)
      select ${owner}, ${userId('n')}, 'user-' || n || '@bench.example', 'user-' || n, 'User', n::text, 'USER',
        '${passwordHash}' from ${upTo(USERS)};
    insert into session (tenant_id, id, user_id, acting_tenant_id, jti, issued_at, created_at, last_seen_at,
        idle_limit_seconds, absolute_until)
      select ${owner}, ${sessionId('n')}, ${userId('n')}, ${owner}, ${sessionId('n')}, now(), now(), now(), 86400,
        now() + interval '1 day' from ${upTo(USERS)};
    insert into user_alert_watermark (tenant_id, user_id, seen_until)
      select ${owner}, ${userId('n')}, now() - interval '2 days' from ${upTo(USERS)}`)
}

/**
 * `count` alerts spread over the last 90 days and over all cameras, in the order of time as they would have come; of
 * them `firstShare` (0 to 1, by hundredths) are the first tenant's. They notify nobody any more,
 * and no rule of escalation watches them.
 */
export async function makeAlerts(sql: postgres.Sql, count: number, firstShare = 0): Promise<void> {
  await sql`set synchronous_commit = off`
  await sql.unsafe(
    'alter table alert disable trigger alert_notice; alter table alert disable trigger alert_escalation_plan',
  )
  for (let from = 0; from < count; from += BATCH) {
    await sql.unsafe(`
      insert into alert (tenant_id, id, camera_id, unit_id, activity, severity, occurred_at, created_at, detections,
        thumbnail_media_id, clip_state, clip_media_id, clip_duration_ms, clip_alert_at_ms)
      select ${tenantId(`camera % ${TENANTS}`)}, uuidv7(at - now()), ${cameraId('camera')},
        ${unitId(`camera % ${TENANTS * UNITS_PER_TENANT}`)}, 'A003',
        (array['low', 'low', 'low', 'medium', 'medium', 'high', 'critical'])[1 + camera % 7], at, at + interval '1 s',
        '[{"label": "person", "confidence": 0.91, "box": {"x": 0.41, "y": 0.32, "width": 0.11, "height": 0.38}}]',
        gen_random_uuid(), 'ready', gen_random_uuid(), 15000, 5000
      from (
        select n, now() - interval '${DAYS} days' + n * interval '${DAYS} days' / ${count} as at,
          (case when n % 100 < ${firstShare * 100} then 0 else n % ${TENANTS} end
            + ${TENANTS} * (hashint8(n)::bigint & 2147483647)) % ${TENANTS * CAMERAS_PER_TENANT} as camera
        from generate_series(${from}::bigint, ${Math.min(from + BATCH, count) - 1}) n) drawn`)
  }
  await sql.unsafe(
    'alter table alert enable trigger alert_notice; alter table alert enable trigger alert_escalation_plan',
  )
  await sql`vacuum analyze`
  await sql`checkpoint`
}

/** Further users of the first tenant, each with a session: a session may hold few streams open at once. */
export async function makeReaders(sql: postgres.Sql, count: number): Promise<Session[]> {
  return sql<Session[]>`
    with person as (
      insert into app_user (tenant_id, email, user_name, first_name, last_name, role, password_hash)
      select ${madeId('tenant', 0)}, 'reader-' || n || '@bench.example', 'reader-' || n, 'Reader', n::text, 'USER', 'none'
      from generate_series(1, ${count}) n returning tenant_id, id)
    insert into session (tenant_id, user_id, acting_tenant_id, jti, issued_at, created_at, last_seen_at,
      idle_limit_seconds, absolute_until)
    select tenant_id, id, tenant_id, gen_random_uuid(), now(), now(), now(), 86400, now() + interval '1 day' from person
    returning id as "sessionId", user_id as "userId", tenant_id as "tenantId", jti`
}

export type Session = { sessionId: string; userId: string; tenantId: string; jti: string }

/** The session of each user. */
export async function readSessions(sql: postgres.Sql): Promise<Session[]> {
  return sql<Session[]>`
    select id as "sessionId", user_id as "userId", tenant_id as "tenantId", jti from session order by id`
}
