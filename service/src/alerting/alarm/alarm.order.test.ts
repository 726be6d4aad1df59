/** The order of alarms: the contract's function and the SQL agree, and the limit never cuts off a more severe alarm. */
import { randomUUID } from 'node:crypto'
import { OPEN_ALARMS_MAX } from '@mimamori/contract/alerting/alarm.ts'
import { type AlarmPlace, compareAlarms } from '@mimamori/contract/shared/alarm-order.ts'
import { ALARM_STATES } from '@mimamori/contract/shared/alarm-state.ts'
import { ACTIVITIES, SEVERITIES } from '@mimamori/contract/shared/app-catalogue.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql as statement } from '#platform/postgres/sql.ts'
import { inAlarmOrder } from '#shared/alarm/alarm-row.ts'
import { startService, type TestService } from '#testing/service.ts'
import { insertAlert, insertCamera } from '#testing/site.ts'
import { chanceOf } from '../../seed/chance.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const GENERATED = 400

test('ALARM-03 the contract and the service put 400 generated alarms into the same order', async () => {
  const chance = chanceOf('order of alarms', 1)
  const places: AlarmPlace[] = Array.from({ length: GENERATED }, () => ({
    id: randomUUID(),
    state: chance.pick(ALARM_STATES),
    severity: chance.pick(SEVERITIES),
    activity: chance.pick(ACTIVITIES),
    // Few instants, so that many alarms share one.
    occurredAt: new Date(Date.UTC(2026, 10, 28, 22, Math.floor(chance.between(0, 5)))).toISOString(),
  }))
  const rows = await service.database.asPlatform('order generated alarms', (db) =>
    db.rows(statement<{ id: string }>`
      select a.id from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
        as x (id uuid, state text, severity text, activity text, "occurredAt" timestamptz)
      cross join lateral (select x.id, x.state as alarm_state, x.severity, x.activity, x."occurredAt" as occurred_at) a
      ${inAlarmOrder}`),
  )
  expect(rows.map(({ id }) => id)).toEqual(places.toSorted(compareAlarms).map(({ id }) => id))
})

test('ALARM-03 the limit of the call cuts off newer bed exits, never the fall', async () => {
  const tenant = await service.tenant()
  const camera = await insertCamera(service, tenant)
  const nurse = await service.user({ role: 'USER', tenant })
  const fall = await insertAlert(service, camera, { activity: 'A005', severity: 'critical' })
  service.clock.advance(60_000)
  const now = service.clock.now().toISOString()
  await service.sql`insert into alert (tenant_id, id, camera_id, activity, severity, occurred_at, created_at)
    select ${tenant.id}, uuidv7(), ${camera.id}, 'A006', 'high', ${now}, ${now} from generate_series(1, 250)`
  const { body } = await service.call(nurse.token, 'alarm.open', {})
  expect(body.records).toHaveLength(OPEN_ALARMS_MAX)
  expect(body.records[0]!.alertId).toBe(fall.id)
  const [room] = (await service.call(nurse.token, 'room.list', {})).body.records
  expect(room).toMatchObject({ alarm: { alertId: fall.id, activity: 'A005' }, alarmCount: 251 })
  const needs = await service.call(nurse.token, 'alert.search', {
    query: { sortColumn: 'need', pageSize: 10 },
    body: { alarmStates: ['open', 'claimed', 'arrived'] },
  })
  expect(needs.body.records[0]!.id).toBe(fall.id)
})
