/** Lists by urgency, and lists of alarms by state. */
import { randomUUID } from 'node:crypto'
import type { AlertFilter, AlertSort } from '@mimamori/contract/alerting/alert.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService, type TestUser } from '#testing/service.ts'
import { insertAlert, insertCamera, type TestCamera } from '#testing/site.ts'

let service: TestService
let nurse: TestUser
let camera: TestCamera
const names = new Map<string, string>()
beforeAll(async () => {
  service = await startService()
  const tenant = await service.tenant()
  nurse = await service.user({ role: 'USER', tenant })
  camera = await insertCamera(service, tenant)
  const at = (minutesAgo: number) => new Date(service.clock.now().getTime() - minutesAgo * 60_000).toISOString()
  for (const [name, severity, minutesAgo] of [
    ['motion', 'low', 0],
    ['exit', 'high', 2],
    ['fall', 'critical', 14],
    ['newer fall', 'critical', 3],
    ['wake-up', 'medium', 1],
    ['claimed fall', 'critical', 1],
    ['false fall', 'critical', 5],
  ] as const) {
    const room = await insertCamera(service, tenant)
    names.set((await insertAlert(service, room, { severity, occurredAt: at(minutesAgo) })).id, name)
  }
  const idOf = (name: string) => [...names].find(([, each]) => each === name)![0]
  const answer = (name: string, body: object) =>
    service.call(nurse.token, 'alarm.answer', {
      params: { id: idOf(name) },
      body: { requestId: randomUUID(), ...body } as never,
    })
  await answer('claimed fall', { action: 'claim' })
  await answer('false fall', { action: 'resolve', outcome: 'false-alarm' })
})
afterAll(() => service.stop())

async function list(filter: AlertFilter, sortColumn?: AlertSort, sortAscending = false): Promise<string[]> {
  const { body } = await service.call(nurse.token, 'alert.search', {
    query: { sortColumn, sortAscending },
    body: filter,
  })
  expect(body.totalCount).toBe(body.records.length)
  return body.records.map(({ id }) => names.get(id)!)
}

test('ALARM-05 alarms sort by severity before time, and motion alerts bury nothing', async () => {
  expect(await list({ alarmStates: ['open'] }, 'need')).toEqual(['newer fall', 'fall', 'exit'])
  expect(await list({ isUnanswered: true }, 'need')).toEqual(['newer fall', 'fall', 'exit', 'wake-up', 'motion'])
  expect(await list({ alarmStates: ['claimed', 'arrived'] }, 'need')).toEqual(['claimed fall'])
  expect(await list({ alarmStates: ['resolved'] })).toEqual(['false fall'])
})

test('ALARM-05 all alerts by severity, in both directions', async () => {
  const byUrgency = ['claimed fall', 'newer fall', 'false fall', 'fall', 'exit', 'wake-up', 'motion']
  expect(await list({}, 'severity')).toEqual(byUrgency)
  expect(await list({}, 'severity', true)).toEqual(byUrgency.toReversed())
})

test('ALARM-05 a page by severity of many alerts is read from an index, without sorting them', async () => {
  const { sql } = service
  await sql`insert into alert (tenant_id, id, camera_id, activity, severity, occurred_at, created_at)
    select ${camera.tenantId}, uuidv7(), ${camera.id}, 'A003', 'low', now() - n * interval '1 minute',
      now() - n * interval '1 minute' from generate_series(1, 5000) n`
  await sql`analyze alert`
  const rows = await sql<Record<string, string>[]>`
    explain select a.id from alert a where a.tenant_id = ${camera.tenantId} and a.deleted_at is null
      and a.is_archived = false order by severity_rank(a.severity), a.occurred_at desc, a.id desc limit 10`
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('alert_by_severity')
  expect(plan).not.toContain('Sort')
})
