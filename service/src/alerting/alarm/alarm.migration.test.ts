/** A site that had alerts before alarms had answers: what was over stays over, what was not waits for an answer. */
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type postgres from 'postgres'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createSecrets } from '#platform/auth/secrets.ts'
import { migrate, servicePassword } from '#platform/postgres/migrate.ts'
import { connect, withParts } from '#platform/postgres/postgres-url.ts'
import { TEST_MASTER_KEY } from '#testing/key.ts'

const NAME = 'test_before_alarms'
const FOLDER = join(import.meta.dirname, '..', '..', 'migrations')
const FIRST = '0160'

let admin: postgres.Sql
let sql: postgres.Sql
let folder: string
beforeAll(async () => {
  admin = connect(withParts(inject('databaseUrl'), { database: 'postgres' }), { max: 1, onnotice: () => {} })
  await admin.unsafe(`drop database if exists ${NAME} with (force)`)
  await admin.unsafe(`create database ${NAME}`)
  folder = mkdtempSync(join(tmpdir(), 'mimamori-before-'))
  for (const file of readdirSync(FOLDER)) {
    if (file < FIRST) cpSync(join(FOLDER, file), join(folder, file))
  }
  sql = connect(withParts(inject('databaseUrl'), { database: NAME }), { max: 1, onnotice: () => {} })
})
afterAll(async () => {
  await sql.end()
  await admin.unsafe(`drop database ${NAME} with (force)`)
  await admin.end()
  rmSync(folder, { recursive: true, force: true })
})

const run = (from?: string) =>
  migrate({
    adminUrl: withParts(inject('databaseUrl'), { database: NAME }),
    servicePassword: servicePassword(createSecrets(TEST_MASTER_KEY)),
    log: () => {},
    ...(from && { folder: from }),
  })

type Old = { severity: string; hoursAgo: number; change?: string }

async function insertOld({ severity, hoursAgo, change }: Old, place: { tenant: string; camera: string }) {
  const [row] = await sql<{ id: string }[]>`
    insert into alert (tenant_id, id, camera_id, activity, severity, occurred_at, created_at)
    values (${place.tenant}, uuidv7(), ${place.camera}, 'A005', ${severity}, now() - ${hoursAgo} * interval '1 hour',
      now() - ${hoursAgo} * interval '1 hour') returning id`
  if (change) await sql.unsafe(`update alert set ${change} where id = '${row!.id}'`)
  return row!.id
}

test('ALARM-01 alerts of before: seen and old ones are over, new ones that nobody saw are open', async () => {
  await run(folder)
  const [site] = await sql<{ id: string }[]>`
    insert into tenant (kind, code, name) values ('site', 'old', 'Old') returning id`
  const [hub] = await sql<{ id: string }[]>`
    insert into agent (tenant_id, name, public_id, key_hash, key_last_four)
    values (${site!.id}, 'Hub', 'abcdefabcdef', sha256('a key'), 'last') returning id`
  const [camera] = await sql<{ id: string }[]>`
    insert into camera (tenant_id, name, description, type, brand, model, stream_url, location, location_type,
      streaming_id, agent_id, status)
    values (${site!.id}, 'A', 'A', 'UNKNOWN', 'B', 'M', 'rtsp://10.0.0.1/s', '101', 'ROOM', 's', ${hub!.id}, 'Online')
    returning id`
  const [rule] = await sql<{ id: string }[]>`
    insert into escalation (tenant_id, name, threshold_minutes) values (${site!.id}, 'Rule', 600) returning id`
  await sql`update camera set escalation_ids = ${[rule!.id]}, updated_at = now()`
  const place = { tenant: site!.id, camera: camera!.id }
  const seen = `first_seen_at = now() - interval '30 minutes', first_seen_name = 'Yuki', first_seen_by = uuidv7()`
  const olds: Record<string, Old> = {
    unseen: { severity: 'critical', hoursAgo: 1 },
    seen: { severity: 'critical', hoursAgo: 1, change: seen },
    judged: { severity: 'high', hoursAgo: 1, change: `verdict = 'false-alarm'` },
    archived: { severity: 'high', hoursAgo: 1, change: 'is_archived = true' },
    older: { severity: 'critical', hoursAgo: 30 },
    activity: { severity: 'medium', hoursAgo: 1 },
  }
  const names = new Map<string, string>()
  for (const [name, old] of Object.entries(olds)) names.set(await insertOld(old, place), name)

  await run()

  const rows = await sql`
    select id, alarm_state, opening, outcome, resolved_name, open_since = created_at as is_since_raised,
      resolved_at = first_seen_at as is_over_when_seen from alert`
  const byName = Object.fromEntries(rows.map(({ id, ...row }) => [names.get(id), row]))
  expect(byName.unseen).toMatchObject({ alarm_state: 'open', opening: 1, outcome: null, is_since_raised: true })
  expect(byName.seen).toMatchObject({
    ...{ alarm_state: 'resolved', outcome: 'read-before', resolved_name: 'Yuki', is_over_when_seen: true },
  })
  for (const name of ['judged', 'archived', 'older']) {
    expect(byName[name], name).toMatchObject({ alarm_state: 'resolved', outcome: 'read-before', resolved_name: '' })
  }
  expect(byName.activity).toMatchObject({ alarm_state: null, opening: null })

  const waiting = await sql<{ id: string }[]>`select alert_id as id from alert_escalation where fired_at is null`
  expect(waiting.map(({ id }) => names.get(id)).sort()).toEqual(['activity', 'unseen'])
  const [settings] = await sql`select alarm_severities, arrival_limit_seconds from tenant where id = ${site!.id}`
  expect(settings).toEqual({ alarm_severities: ['critical', 'high'], arrival_limit_seconds: 180 })
})
