/** Sessions of people who administer: 12 hours without use, 30 days in all. */
import { DAY_MS, HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import type { Role } from '@mimamori/contract/shared/roles.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRegistrations } from '#service/alerting/notification/message.queries.ts'
import { startService, type TestService } from '#testing/service.ts'

const PASSWORD = 'kind camellia 12'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

let count = 0
async function signedIn(role: Role) {
  const email = `session-${++count}@x.example`
  const user = await service.user({ role, email, password: PASSWORD })
  const userPassword = Buffer.from(PASSWORD).toString('base64')
  const body = { userName: email, userPassword, deviceType: 'web' as const }
  const { token } = (await service.call(undefined, 'session.login', { body, ip: `10.84.${count}.7` })).body
  const devices = async () => (await service.call(token, 'device.list')).body.devices
  const isIn = async () => (await service.refused(token, 'device.list')).status === 200
  return { ...user, token, devices, isIn }
}
type Person = Awaited<ReturnType<typeof signedIn>>

/** Whether the person is signed in at the end of these days, on which they call every eleven hours. */
async function staysFor(person: Person, days: number) {
  for (let hours = 0; hours < days * 24 - 11; hours += 11) {
    service.clock.advance(11 * HOUR_MS)
    if (!(await person.isIn())) return false
  }
  return true
}

describe('REACH-23 sessions of administrators', () => {
  test.each(['SUPER_ADMIN', 'ORG_ADMIN', 'ADMIN'] as const)(
    'REACH-23 a %s is signed out after 12 hours without a call',
    async (role) => {
      const person = await signedIn(role)
      service.clock.advance(12 * HOUR_MS)
      expect(await person.isIn()).toBe(true)
      service.clock.advance(12 * HOUR_MS + 1_000)
      expect(await person.isIn()).toBe(false)
    },
  )

  test('and after 30 days in all, also who exchanges the token meanwhile', async () => {
    const person = await signedIn('ADMIN')
    expect(await staysFor(person, 29)).toBe(true)
    expect(await staysFor(person, 2)).toBe(false)
  })

  test('a carer stays signed in as before', async () => {
    const person = await signedIn('USER')
    service.clock.advance(29 * DAY_MS)
    expect(await person.isIn()).toBe(true)
  })

  test('who becomes an administrator has the short session at once', async () => {
    const person = await signedIn('USER')
    await service.sql`update app_user set role = 'ADMIN' where id = ${person.id}`
    service.clock.advance(12 * HOUR_MS + 1_000)
    expect(await person.isIn()).toBe(false)
  })

  test('the list of devices says when both ends are', async () => {
    const person = await signedIn('ADMIN')
    const now = service.clock.now().getTime()
    const [device] = await person.devices()
    expect([Date.parse(device!.idleEndsAt) - now, Date.parse(device!.endsAt) - now]).toEqual([
      12 * HOUR_MS,
      30 * DAY_MS,
    ])
    const carer = await signedIn('USER')
    const [theirs] = await carer.devices()
    expect([Date.parse(theirs!.idleEndsAt) - now, Date.parse(theirs!.endsAt) - now]).toEqual([
      30 * DAY_MS,
      365 * DAY_MS,
    ])
  })

  test('alarms go on to reach the phone of somebody who has to sign in again', async () => {
    const { id, tenantId, token } = await signedIn('ADMIN')
    const subscription = JSON.stringify({
      endpoint: 'https://push.example/1',
      keys: { p256dh: 'BAAA', auth: 'AAAA' },
    })
    const [session] = await service.sql<{ id: string }[]>`select id from session where user_id = ${id} and is_short`
    await service.sql`
      insert into push_registration (tenant_id, user_id, kind, device, subscription, session_id, created_at, updated_at)
      values (${tenantId}, ${id}, 'mobile', 'Phone', ${subscription}, ${session!.id}, now(), now())`
    service.clock.advance(DAY_MS)
    expect((await service.refused(token, 'device.list')).status).toBe(401)
    const reached = await service.database.asPlatform('a test', (db) =>
      readRegistrations(db, id, null, service.clock.now()),
    )
    expect(reached).toHaveLength(1)
  })
})
