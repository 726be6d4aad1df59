import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drain } from '#platform/work/jobs.ts'
import { codeTo, mailsTo } from '#testing/mail.ts'
import { startService, type TestService } from '#testing/service.ts'
import { sendResetCodes } from './reset.jobs.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')
const OLD = 'the old password'
const NEW = 'the new password'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

let people = 0
const person = (more: object = {}) =>
  service.user({ role: 'USER', email: `forgetful-${people++}@home.example`, password: OLD, ...more })
const ask = (email: string) => service.call(undefined, 'reset.request', { body: { email } })
const work = () => drain(sendResetCodes(service.platform), service.database, service.clock.now())
async function codeFor(email: string): Promise<string> {
  await ask(email)
  await work()
  return codeTo(service, email)
}
let networks = 0
function verify(email: string, code: string, password = NEW, ip = `10.3.${networks++}.1`) {
  const body = { email, code, userPassword: base64(password) }
  return service.refused(undefined, 'reset.verify', { body, ip })
}
async function canSignIn(userName: string, password: string) {
  const body = { userName, userPassword: base64(password), deviceType: 'web' as const }
  return (await service.call(undefined, 'session.login', { body, ip: `10.4.${networks++}.1` })).status === 200
}
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('a forgotten password', () => {
  test('AUTH-15 a six-digit code arrives by e-mail and sets a new password, and every session ends', async () => {
    const user = await person()
    const code = await codeFor(user.email.toUpperCase()).then(() => codeTo(service, user.email))
    expect(code).toMatch(/^\d{6}$/)

    expect((await verify(user.email, code)).status).toBe(200)

    expect((await service.call(user.token, 'profile.patch', { body: {} })).status).toBe(401)
    expect([await canSignIn(user.email, OLD), await canSignIn(user.email, NEW)]).toEqual([false, true])
    const [notice] = await mailsTo(service, user.email)
    expect(notice!.template).toBe('password-changed')
    const audit = await service.sql`select action from audit where object_id = ${user.id}`
    expect(audit.map(({ action }) => action)).toContain('user.reset-password')
  })

  test('AUTH-15 a code works once', async () => {
    const user = await person()
    const code = await codeFor(user.email)
    const answers = await Promise.all([verify(user.email, code), verify(user.email, code), verify(user.email, code)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect((await verify(user.email, code)).body.key).toBe('code-invalid')
  })

  test('AUTH-15 a code is good for 15 minutes', async () => {
    const [early, late] = [await person(), await person()]
    const codes = [await codeFor(early.email), await codeFor(late.email)] as const
    service.clock.advance(15 * MINUTE_MS - 1)
    expect((await verify(early.email, codes[0])).status).toBe(200)
    service.clock.advance(1)
    expect((await verify(late.email, codes[1])).body.key).toBe('code-invalid')
  })

  test('AUTH-15 five wrong tries lock the code, also all at once; a new code works again', async () => {
    const user = await person()
    const code = await codeFor(user.email)
    await Promise.all(Array.from({ length: 5 }, () => verify(user.email, another(code))))
    expect((await verify(user.email, code)).body.key).toBe('code-invalid')
    expect((await verify(user.email, await codeFor(user.email))).status).toBe(200)
  })

  test('AUTH-15 four wrong tries do not', async () => {
    const user = await person()
    const code = await codeFor(user.email)
    for (let i = 0; i < 4; i++) expect((await verify(user.email, another(code))).status).toBe(400)
    expect((await verify(user.email, code)).status).toBe(200)
  })

  test('AUTH-15 a code opens no other account', async () => {
    const [one, two] = [await person(), await person()]
    const code = await codeFor(one.email)
    await codeFor(two.email)
    await service.sql`update reset_code set code_hash = (select code_hash from reset_code where user_id = ${one.id})
      where user_id = ${two.id}`
    expect((await verify(two.email, code)).body.key).toBe('code-invalid')
  })

  test('USER-02 a password that the site does not take leaves the code good', async () => {
    const user = await person()
    await service.sql`update tenant set password_min_length = 12 where id = ${user.tenantId}`
    const code = await codeFor(user.email)
    const [mail] = await mailsTo(service, user.email)
    expect(mail!.text).toContain('12文字以上')
    const fields = async (password: string) => (await verify(user.email, code, password)).body.fields
    expect(await fields('kawa 1234')).toEqual({ userPassword: 'user.password-too-short 12' })
    expect(await fields('kawa')).toEqual({ userPassword: 'user.password-too-short 12' })
    await service.sql`update tenant set password_min_length = 10 where id = ${user.tenantId}`
    expect(await fields('Qwertyuiop')).toEqual({ userPassword: 'user.password-leaked' })
    expect((await verify(user.email, code)).status).toBe(200)
  })
})

describe('what a stranger learns', () => {
  test('AUTH-15 the answer is the same whether or not the address is known', async () => {
    const user = await person()
    const answers = [await ask(user.email), await ask('nobody@home.example'), await ask('not an address')]
    expect(answers.map(({ status, body }) => [status, body])).toEqual([200, 200, 200].map((status) => [status, {}]))
    await codeFor(user.email)
    const wrong = [await verify(user.email, '000000'), await verify('nobody@home.example', '000000')]
    expect(wrong[0]!.body).toEqual(wrong[1]!.body)
  })

  test('AUTH-15 the call itself reads no account, only the job does, so timing reveals nothing', async () => {
    const user = await person()
    await ask(user.email)
    expect(await mailsTo(service, user.email)).toEqual([])
    await work()
    expect(await mailsTo(service, user.email)).toHaveLength(1)
  })

  test('AUTH-18 SHARED users, demo users and unregistered users get no code', async () => {
    const people = [
      await person({ type: 'SHARED' }),
      await person({ role: 'DEMO_USER' }),
      await person({ password: undefined }),
    ]
    for (const { email } of people) expect(await codeFor(email)).toBe('')
  })

  test('AUTH-15 a code for an address is sent at most five times an hour, known or not', async () => {
    const user = await person()
    for (const email of [user.email, 'nobody-else@home.example']) {
      for (let i = 0; i < 5; i++) expect((await ask(email)).status).toBe(200)
      const refused = await service.refused(undefined, 'reset.request', { body: { email } })
      expect([refused.status, refused.body.key]).toEqual([429, 'too-many-requests'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_000)
    }
    service.clock.advance(60 * MINUTE_MS)
    expect((await ask(user.email)).status).toBe(200)
  })

  test('AUTH-15 both addresses of an account share the limit of five, in any spelling', async () => {
    const user = await person()
    await service.sql`update app_user set owner_email = 'former.i@home.example' where id = ${user.id}`
    const addresses = [user.email, 'former.i@home.example', user.email.toUpperCase(), 'FORMER.I@home.example']
    const statuses = []
    for (const email of [...addresses, ...addresses]) {
      statuses.push((await service.refused(undefined, 'reset.request', { body: { email } })).status)
    }
    expect(statuses).toEqual([...Array(5).fill(200), ...Array(3).fill(429)])
  })

  test('S8 a network that tries codes is slowed down', async () => {
    const user = await person()
    await codeFor(user.email)
    const statuses: number[] = []
    for (let i = 0; i < 110; i++) {
      service.clock.advance(200)
      statuses.push((await verify(`someone-${i}@home.example`, '123456', NEW, '10.250.0.9')).status)
    }
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(5)
  })

  test('S18 the database contains neither address nor code in readable form', async () => {
    const user = await person()
    await ask(user.email)
    const waiting = await service.sql`select * from reset_request where address is not null`
    expect(JSON.stringify(waiting)).not.toContain(user.email)
    await work()
    const code = await codeTo(service, user.email)
    const [row] = await service.sql<
      { code_hash: Buffer }[]
    >`select code_hash from reset_code where user_id = ${user.id}`
    expect(row!.code_hash.toString('utf8')).not.toContain(code)
    const left = await service.sql`select address from reset_request where address is not null`
    expect(left).toHaveLength(0)
  })
})
