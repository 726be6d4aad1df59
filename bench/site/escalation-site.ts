/** A database whose alerts wait to be escalated, created with SQL: some for long, some until a time that the bench sets. */
import { randomBytes } from 'node:crypto'
import { type Database, openDatabase } from '@mimamori/service/platform/postgres/database.ts'
import { migrate, servicePassword } from '@mimamori/service/platform/postgres/migrate.ts'
import { connect } from '@mimamori/service/platform/postgres/postgres-url.ts'
import { createSecrets } from '@mimamori/service/platform/secrets.ts'
import type postgres from 'postgres'

const SITES = 20
/** Alerts per statement: triggers group the rows of one statement. */
const BATCH = 10_000

export type EscalationSite = {
  adminUrl: string
  masterKey: Buffer
  sql: postgres.Sql
  database: Database
  close: () => Promise<void>
}

/** Sites with PRO, each with a camera with a rule of 24 hours, and one with a rule of a minute. */
export async function openEscalationSite(adminUrl: string): Promise<EscalationSite> {
  const masterKey = randomBytes(32)
  const secrets = createSecrets(masterKey)
  const url = await migrate({ adminUrl, servicePassword: servicePassword(secrets), log: () => {} })
  const sql = connect(adminUrl, { max: 2, onnotice: () => {} }) as postgres.Sql
  await sql.unsafe(`
    insert into tenant (kind, code, name, packages)
    select 'site', 'bench-' || n, 'Bench ' || n, '{PRO}' from generate_series(1, ${SITES}) n;
    insert into agent (tenant_id, name, public_id, key_hash, key_last_four)
    select id, 'Hub', substr(md5(code), 1, 12), sha256(code::bytea), 'last' from tenant where code like 'bench-%';
    insert into escalation (tenant_id, name, threshold_minutes)
    select id, rule, minutes from tenant, (values ('long', 1440), ('short', 1)) r (rule, minutes)
      where code like 'bench-%';
    insert into camera (tenant_id, name, description, type, brand, model, stream_url, location, streaming_id, agent_id,
      escalation_ids)
    select e.tenant_id, e.name, 'A camera.', 'UNKNOWN', 'Bench', 'Bench', 'rtsp://camera.example/' || e.name, e.name,
      e.name, a.id, array[e.id] from escalation e join agent a on a.tenant_id = e.tenant_id;
    -- A notice is deleted once its messages exist, so every insert is counted.
    create table fired_notice (alert_id uuid, escalation_id uuid);
    create function tell() returns trigger language plpgsql as $$
      begin insert into fired_notice values (new.alert_id, new.escalation_id); return null; end $$;
    create trigger tell after insert on notice for each row when (new.cause = 'escalated') execute function tell();
    grant insert on fired_notice to mimamori_platform;`)
  const database = openDatabase({ url, statementTimeoutMs: 30_000 })
  return {
    adminUrl,
    masterKey,
    sql,
    database,
    async close() {
      await database.stop()
      await sql.end()
    },
  }
}

/**
 * Alerts of all sites in turn; the n-th is due at `dueAtMs + n * stepMs`. Long: by the rule of 24 hours, else by that of
 * a minute.
 */
export async function insertWaiting(
  sql: postgres.Sql,
  { count, dueAtMs, stepMs = 0, isLong = false }: { count: number; dueAtMs: number; stepMs?: number; isLong?: boolean },
): Promise<void> {
  const [rule, minutes] = isLong ? ['long', 1440] : ['short', 1]
  const created = `to_timestamp(${dueAtMs / 1000}) - interval '${minutes} minutes'`
  for (let from = 0; from < count; from += BATCH) {
    // Tallies and other triggers of an alert take most of the time and are not measured.
    await sql.unsafe(`
      alter table alert disable trigger user;
      with arrived as (insert into alert (tenant_id, id, camera_id, activity, severity, occurred_at, created_at)
      select c.tenant_id, uuidv7(), c.id, 'A003', 'low', at, at
      from generate_series(${from}, ${Math.min(from + BATCH, count) - 1}) n
      join (select row_number() over (order by tenant_id) - 1 as place, * from camera where name = '${rule}') c
        on c.place = n % ${SITES}
      cross join lateral (select ${created} + n * interval '${stepMs} milliseconds' as at) t
        returning tenant_id, id, camera_id, created_at)
      insert into alert_escalation (tenant_id, alert_id, escalation_id, due_at, ends_at)
      select a.tenant_id, a.id, c.escalation_ids[1], a.created_at + interval '${minutes} minutes',
        a.created_at + interval '24 hours'
      from arrived a join camera c on c.tenant_id = a.tenant_id and c.id = a.camera_id;
      alter table alert enable trigger user`)
  }
}

export type Fired = { fired: number; doubled: number }

/** Alerts that were escalated since `fired_notice` was emptied, and how many of them more than once. */
export async function countFired(sql: postgres.Sql): Promise<Fired> {
  const [row] = await sql<Fired[]>`
    select count(distinct alert_id)::int as fired, (count(*) - count(distinct alert_id))::int as doubled from fired_notice`
  return row!
}

/** When each alert with a rule of a minute was due, ms since the epoch. */
export async function dueTimes(sql: postgres.Sql, sinceMs: number): Promise<Map<string, number>> {
  const rows = await sql<{ id: string; dueAtMs: number }[]>`
    select id, (extract(epoch from created_at) * 1000)::float8 + 60000 as "dueAtMs" from alert
    where created_at >= to_timestamp(${sinceMs / 1000 - 60})
      and camera_id in (select id from camera where name = 'short')`
  return new Map(rows.map(({ id, dueAtMs }) => [id, dueAtMs]))
}
