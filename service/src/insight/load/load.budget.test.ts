import { afterAll, beforeAll, expect, test } from 'vitest'
import { drain } from '#platform/work/jobs.ts'
import { startService, type TestService, type TestTenant } from '#testing/service.ts'
import { insertCamera, insertShift, type TestCamera } from '#testing/site.ts'
import { forgetLoad, watchLoad } from './load.jobs.ts'
import { alarmsBefore, callsBefore, setBudget } from './testing.ts'

const HOUR_MS = 3_600_000
let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** Advances the clock to the next time of this hour and minute in Tokyo. */
function moveTo(hour: number, minute: number): void {
  const now = service.clock.now().getTime()
  const today = new Date(now).setUTCHours(hour - 9, minute, 0, 0)
  service.clock.advance(today > now ? today - now : today + 24 * HOUR_MS - now)
}

/** A site at the given hour, in the shift from 18:00 to 06:00. */
async function home(hour = 21): Promise<{ tenant: TestTenant; camera: TestCamera; emails: () => Promise<string[]> }> {
  moveTo(hour, 10)
  const tenant = await service.tenant()
  await insertShift(service, tenant, 18 * 60, 6 * 60)
  const admin = await service.user({ role: 'ADMIN', tenant })
  await service.user({ role: 'USER', tenant })
  const emails = async () => {
    const rows = await service.sql`
      select m.subject, m.recipient = u.email as is_admin from mail_message m join app_user u on u.id = ${admin.id}
      where m.tenant_id = ${tenant.id} and m.template = 'alarm-load' order by m.id`
    return rows.map((row) => `${row.is_admin ? 'admin' : 'other'}: ${row.subject}`)
  }
  return { tenant, camera: await insertCamera(service, tenant), emails }
}
const look = () => drain(watchLoad(service.platform.mail), service.database, service.clock.now())

test('LOAD-01 administrators are notified once a shift that an hour exceeded the budget', async () => {
  const { tenant, camera, emails } = await home()
  await callsBefore(service, camera, [50, 30, 10])
  await look()
  expect(await emails()).toEqual([])
  await setBudget(service, tenant, 3)
  await look()
  expect(await emails()).toEqual([])
  await callsBefore(service, camera, [1])
  await look()
  expect(await emails()).toEqual([expect.stringMatching(/^admin: .*1時間に4件/)])
  await callsBefore(service, camera, [0, 0])
  service.clock.advance(10 * 60_000)
  await look()
  expect(await emails()).toHaveLength(1)
  service.clock.advance(24 * HOUR_MS)
  await callsBefore(service, camera, [4, 3, 2, 1])
  await look()
  expect(await emails()).toHaveLength(2)
})

test('LOAD-01 earlier shifts, activity and deleted alerts do not count toward the budget', async () => {
  const { tenant, camera, emails } = await home(18)
  await setBudget(service, tenant, 1)
  const [gone] = await callsBefore(service, camera, [5, 40, 45, 50])
  await service.sql`update alert set deleted_at = ${service.clock.now().toISOString()} where id = ${gone!}`
  await callsBefore(service, camera, [3])
  await look()
  expect(await emails()).toEqual([])
  await callsBefore(service, camera, [2])
  await look()
  expect(await emails()).toHaveLength(1)
})

test('NIGHT-01 alarms of a room that were not ended in between count once toward the budget', async () => {
  const { tenant, camera } = await home()
  await setBudget(service, tenant, 1)
  const noted = async () => (await service.sql`select from load_notice where tenant_id = ${tenant.id}`).length
  await alarmsBefore(service, camera, [30, 20, 10])
  await look()
  expect(await noted()).toBe(0)
  await alarmsBefore(service, await insertCamera(service, tenant), [1])
  await look()
  expect(await noted()).toBe(1)
})

test('LOAD-01 notices of a shift are deleted after 400 days', async () => {
  const { tenant, camera } = await home()
  await setBudget(service, tenant, 1)
  await callsBefore(service, camera, [2, 1])
  await look()
  const noted = async () => (await service.sql`select from load_notice where tenant_id = ${tenant.id}`).length
  service.clock.jump(399 * 24 * HOUR_MS)
  await drain(forgetLoad, service.database, service.clock.now())
  expect(await noted()).toBe(1)
  service.clock.jump(2 * 24 * HOUR_MS)
  await drain(forgetLoad, service.database, service.clock.now())
  expect(await noted()).toBe(0)
})
