import { afterAll, beforeAll, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { issueFirstRunCode } from './first-run.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

function create(code: string, userPassword = Buffer.from('tansaku-no-michi').toString('base64')) {
  const person = { firstName: 'Aya', lastName: 'Mori', email: 'aya@example.test' }
  return { body: { ...person, code, userPassword, locale: 'ja' as const, timezone: 'Asia/Tokyo' } }
}

test('an empty installation accepts its first user with the one-time code, and no second one', async () => {
  const code = await issueFirstRunCode(service.database)
  expect((await service.call(undefined, 'session.firstRunOpen')).body).toEqual({ isOpen: true })
  const wrong = await service.refused(undefined, 'session.firstRun', create('AAAAAAAAAAAA'))
  expect([wrong.status, wrong.body.fields]).toEqual([400, { code: 'first-run.code-wrong' }])

  const made = await service.call(undefined, 'session.firstRun', create(code!.toLowerCase()))
  expect([made.status, made.body.role]).toEqual([200, 'SUPER_ADMIN'])

  expect((await service.call(undefined, 'session.firstRunOpen')).body).toEqual({ isOpen: false })
  expect(await issueFirstRunCode(service.database)).toBeNull()
  expect((await service.refused(undefined, 'session.firstRun', create(code!))).status).toBe(400)
  const [row] = await service.sql`select count(*)::int as people from app_user`
  expect(row!.people).toBe(1)
})
