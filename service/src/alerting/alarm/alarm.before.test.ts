/** Alerts of a database from before alarms had answers: what becomes of them on the way to the schema of today. */
import { randomUUID } from 'node:crypto'
import type postgres from 'postgres'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createSecrets } from '#platform/auth/secrets.ts'
import { migrate, servicePassword } from '#platform/postgres/migrate.ts'
import { connect, withParts } from '#platform/postgres/postgres-url.ts'
import { migrateOld } from '#testing/before-baseline.ts'
import { TEST_MASTER_KEY } from '#testing/key.ts'
import { startService } from '#testing/service.ts'

const NAME = 'test_before_alarms'
const url = withParts(inject('databaseUrl'), { database: NAME })
/** The migration that gave alarms their answers. */
const ALARMS = '0160_alarm.sql'

let admin: postgres.Sql
let sql: postgres.Sql
beforeAll(async () => {
  admin = connect(withParts(inject('databaseUrl'), { database: 'postgres' }), { max: 1, onnotice: () => {} })
  await admin.unsafe(`drop database if exists ${NAME} with (force)`)
  await admin.unsafe(`create database ${NAME}`)
  await migrateOld(url, ALARMS)
  sql = connect(url, { max: 1, onnotice: () => {} })
})
afterAll(async () => {
  await sql.end()
  await admin.unsafe(`drop database if exists ${NAME} with (force)`)
  await admin.end()
})

type Old = { severity?: string; hoursAgo?: number; seenBy?: string; isArchived?: boolean; verdict?: string }

async function addAlert(tenantId: string, cameraId: string, old: Old): Promise<string> {
  const id = randomUUID()
  const { severity = 'critical', hoursAgo = 1, seenBy = null, isArchived = false, verdict = null } = old
  const at = new Date(Date.now() - hoursAgo * 3_600_000)
  await sql`
    insert into alert (tenant_id, id, camera_id, activity, severity, occurred_at, created_at, is_archived, verdict,
      first_seen_at, first_seen_by, first_seen_name)
    values (${tenantId}, ${id}, ${cameraId}, 'A005', ${severity}, ${at}, ${at}, ${isArchived}, ${verdict},
      ${seenBy && at}, ${seenBy && randomUUID()}, ${seenBy})`
  return id
}

test('ALARM-01 what was seen before alarms had answers is over; today’s unseen fall is open', async () => {
  const [tenantId, cameraId, agentId] = [randomUUID(), randomUUID(), randomUUID()]
  await sql`insert into tenant (id, kind, code, name) values (${tenantId}, 'site', 'old', 'Old')`
  await sql`insert into agent (tenant_id, id, name, public_id, key_hash, key_last_four)
    values (${tenantId}, ${agentId}, 'Hub', 'aaaaaaaaaaaa', sha256('key'), 'last')`
  await sql`insert into camera (tenant_id, id, agent_id, name, description, type, brand, model, stream_url, location, streaming_id)
    values (${tenantId}, ${cameraId}, ${agentId}, '203', '-', 'UNKNOWN', '-', '-', 'rtsp://192.0.2.1/s', '203', 's')`
  const add = (old: Old) => addAlert(tenantId, cameraId, old)
  const seen = await add({ seenBy: '佐藤' })
  const over = [await add({ isArchived: true }), await add({ verdict: 'false-alarm' }), await add({ hoursAgo: 30 })]
  const open = await add({})
  const activity = await add({ severity: 'low' })

  await migrateOld(url)
  const password = servicePassword(createSecrets(TEST_MASTER_KEY))
  await migrate({ adminUrl: url, servicePassword: password, log: () => {} })

  // A database that is copied has no other guests.
  await sql.end()
  const service = await startService({ template: url })
  const { token } = await service.user({ role: 'ADMIN', tenant: { id: tenantId } })
  const alarmOf = async (id: string) => (await service.call(token, 'alert.get', { params: { id } })).body.alarm
  const { body } = await service.call(token, 'alarm.open', {})
  expect(body.records.map(({ alertId }) => alertId)).toEqual([open])
  expect((await alarmOf(seen))?.resolved).toMatchObject({ userName: '佐藤', outcome: 'read-before' })
  for (const id of over) expect((await alarmOf(id))?.resolved?.outcome).toBe('read-before')
  expect(await alarmOf(activity)).toBeNull()
  await service.stop()
})
