import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'

const PASSWORD = 'correct horse 見守り'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

let networks = 0
function signIn(userName: string, password: string, deviceMark?: string, ip = `10.61.${networks++}.7`) {
  const userPassword = Buffer.from(password).toString('base64')
  return service.call(undefined, 'session.login', {
    body: { userName, userPassword, deviceType: 'web', deviceMark },
    ip,
  })
}
async function fail(userName: string, times: number, deviceMark?: string, ip?: string) {
  for (let i = 0; i < times; i++) await signIn(userName, 'wrong', deviceMark, ip)
}

describe('AUTH-16 a known device', () => {
  test('a device mark with non-ASCII characters counts as unknown', async () => {
    const mark = `a.b.99999999999.${'é'.repeat(43)}`
    expect((await signIn('nobody@x.example', PASSWORD, mark)).status).toBe(401)
  })

  test('a known device signs in while the account is locked and its network is slowed down', async () => {
    await service.user({ role: 'USER', email: 'owner@x.example', password: PASSWORD })
    const { deviceMark } = (await signIn('owner@x.example', PASSWORD)).body
    await fail('owner@x.example', 11)
    expect((await signIn('owner@x.example', PASSWORD)).status).toBe(429)
    expect((await signIn('owner@x.example', PASSWORD, deviceMark)).status).toBe(200)

    await service.sql`insert into login_attempt values ('network:10.62.0.0/24', 200, ${service.clock.now().toISOString()},
      ${new Date(service.clock.now().getTime() + 60_000).toISOString()})`
    expect((await signIn('owner@x.example', PASSWORD, undefined, '10.62.0.7')).status).toBe(429)
    expect((await signIn('owner@x.example', PASSWORD, deviceMark, '10.62.0.7')).status).toBe(200)
  })

  test('tries from a known device are counted separately, with the same limit', async () => {
    await service.user({ role: 'USER', email: 'stolen@x.example', password: PASSWORD })
    const { deviceMark } = (await signIn('stolen@x.example', PASSWORD)).body
    await fail('stolen@x.example', 10, deviceMark)
    expect((await signIn('stolen@x.example', PASSWORD, deviceMark)).status).toBe(429)
    expect((await signIn('stolen@x.example', PASSWORD)).status).toBe(200)
  })

  test.each(['of another user', 'altered', 'older than 90 days', 'invented'])(
    'a device is unknown if its mark is %s',
    async (what) => {
      const name = `mark-${networks}@x.example`
      await service.user({ role: 'USER', email: name, password: PASSWORD })
      await service.user({ role: 'USER', email: `other-${name}`, password: PASSWORD })
      const own = (await signIn(name, PASSWORD)).body.deviceMark!
      const other = (await signIn(`other-${name}`, PASSWORD)).body.deviceMark!
      const marks: Record<string, string> = {
        'of another user': other,
        altered: own.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
        'older than 90 days': own,
        invented: 'a.b.c.d',
      }
      if (what === 'older than 90 days') service.clock.advance(91 * DAY_MS)
      await fail(name, 10)
      expect((await signIn(name, PASSWORD, marks[what])).status).toBe(429)
    },
  )

  test('the device mark is not returned by a refresh or a profile', async () => {
    const user = await service.user({ role: 'USER' })
    const refreshed = await service.call(user.token, 'session.refresh', { body: { deviceType: 'web' } })
    expect(refreshed.body).not.toHaveProperty('deviceMark')
  })
})

test('AUTH-16 an administrator sees until when a user is locked out, and unlocks them', async () => {
  const site = await service.tenant()
  const admin = await service.user({ role: 'ADMIN', tenant: site })
  const nurse = await service.user({ role: 'USER', tenant: site, email: 'nurse@x.example', password: PASSWORD })
  await fail('Nurse@X.example', 11)

  const seen = await service.call(admin.token, 'user.get', { params: { id: nurse.id } })
  expect(Date.parse(seen.body.lockedUntil!)).toBeGreaterThan(service.clock.now().getTime())
  const listed = await service.call(admin.token, 'user.search', { body: { text: 'nurse@x' } })
  expect(listed.body.records[0]!.lockedUntil).toBe(seen.body.lockedUntil)

  const unlocked = await service.call(admin.token, 'user.unlock', { params: { id: nurse.id } })
  expect([unlocked.status, unlocked.body.lockedUntil]).toEqual([200, null])
  expect((await signIn('nurse@x.example', PASSWORD)).status).toBe(200)
  const audit = await service.sql`select 1 from audit where object_id = ${nurse.id} and action = 'user.unlock'`
  expect(audit).toHaveLength(1)
})
