import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { readConfig } from '../config.ts'
import { createLogger } from '../log.ts'
import { drain } from '../work/jobs.ts'
import { forgetMail, sendMail } from './mail.jobs.ts'
import type { Email } from './mail.ts'
import { startSmtp, type TestSmtp } from './testing-smtp.ts'

const PASSWORD = 'smtp-secret-canary'
let smtp: TestSmtp
let service: TestService
let tenantId: string
beforeAll(async () => {
  smtp = await startSmtp({ user: 'mimamori', password: PASSWORD })
  const SMTP_URL = `smtp://mimamori:${PASSWORD}@127.0.0.1:${smtp.port}`
  service = await startService({ env: { SMTP_URL, SMTP_FROM: 'Mimamori <mimamori@home.example>' } })
  tenantId = (await service.tenant({ name: 'Sakura no Sato' })).id
})
afterAll(async () => {
  await service.stop()
  await smtp.stop()
})
afterEach(() => {
  smtp.rejection = null
  smtp.emails.length = 0
})

const invitation = (more: Partial<Extract<Email, { template: 'invitation' }>> = {}): Email => ({
  ...{
    template: 'invitation',
    tenantId,
    to: 'nurse@home.example',
    locale: 'en',
    name: 'Hanako',
    timezone: 'Asia/Tokyo',
  },
  ...{ siteName: 'Sakura no Sato', invitedBy: 'Kenji', link: 'https://m.example/auth/register#abc' },
  expiresAt: new Date('2026-11-23T01:00:00Z'),
  ...more,
})
const send = (email: Email) => service.database.asPlatform('test', (db) => service.platform.mail.send(db, email))
function work() {
  const { mail, config, clock } = service.platform
  const job = sendMail({ mail, smtp: config.smtp!, clock, logger: createLogger('silent') })
  return drain(job, service.database, service.clock.now())
}
async function waiting(): Promise<number> {
  const [row] = await service.sql`select count(*)::int as count from mail_message where state = 'pending'`
  return row!.count
}
async function newest() {
  const [row] = await service.sql<
    { state: string; attempts: number; body: string | null; last_error: string | null; subject: string }[]
  >`select state, attempts, body, last_error, subject from mail_message order by created_at desc, id desc limit 1`
  return row!
}
/** The decoded parts of an e-mail. */
function bodies(raw: string): string[] {
  return raw.split(/\r\n\r\n/).map((part) => {
    const joined = part.replaceAll(/=\r\n/g, '')
    const bytes = joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    return Buffer.from(bytes, 'latin1').toString('utf8')
  })
}

describe('sending', () => {
  test('an e-mail is sent to the mail server with text and HTML, and its body is deleted', async () => {
    await send(invitation())
    expect(await newest()).toMatchObject({ state: 'pending', attempts: 0 })

    await work()

    expect(smtp.emails).toHaveLength(1)
    const { from, to, raw } = smtp.emails[0]!
    expect([from, to]).toEqual(['mimamori@home.example', ['nurse@home.example']])
    const text = bodies(raw).join('\n')
    expect(text).toContain('Dear Hanako,')
    expect(text).toContain('23 Nov 2026, 10:00 (Asia/Tokyo)')
    expect(text).toContain('<a style=')
    expect(text.match(/https:\/\/m\.example\/auth\/register#abc/g)!.length).toBeGreaterThanOrEqual(3)
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(await newest()).toMatchObject({ state: 'sent', attempts: 1, body: null, last_error: null })
  })

  test('GEN-01 a Japanese reader gets a Japanese e-mail', async () => {
    await send(invitation({ locale: 'ja', name: '佐藤 花子' }))
    expect((await newest()).subject).toBe('【Mimamori】Sakura no Satoへの招待')
    await work()
    const parts = smtp.emails[0]!.raw.split('\r\n\r\n')
    const decoded = [
      ...bodies(smtp.emails[0]!.raw),
      ...parts.map((part) => Buffer.from(part, 'base64').toString('utf8')),
    ]
    expect(decoded.join('\n')).toContain('佐藤 花子 様')
  })

  test('S10 a name stays text everywhere: not a header, HTML, or a separate paragraph', async () => {
    const siteName = 'Home\r\nBcc: thief@x.example\r\n\r\n<script>alert(1)</script>'
    await send(invitation({ siteName, name: '<img src=x onerror="alert(1)">' }))
    expect((await newest()).subject).toBe(
      'Your invitation to Mimamori at Home Bcc: thief@x.example <script>alert(1)</script>',
    )
    await work()
    const { to, raw } = smtp.emails[0]!
    expect(to).toEqual(['nurse@home.example'])
    expect(raw).not.toMatch(/^Bcc:/m)
    const html = bodies(raw).find((part) => part.includes('<!doctype html>'))!
    expect(html).not.toMatch(/<script|<img/)
    expect(html).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;')
  })

  test('an e-mail whose cause was rolled back is never sent', async () => {
    const undone = service.database.asPlatform('test', async (db) => {
      await service.platform.mail.send(db, invitation())
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    await work()
    expect(smtp.emails).toHaveLength(0)
  })

  test('two instances at once send each e-mail once', async () => {
    for (let i = 0; i < 12; i++) await send(invitation({ to: `nurse-${i}@home.example` }))
    // An instance that meets the limit of a site continues at its next round.
    while ((await waiting()) > 0) await Promise.all([work(), work(), work()])
    expect(smtp.emails.flatMap(({ to }) => to).sort()).toEqual(
      Array.from({ length: 12 }, (_, i) => `nurse-${i}@home.example`).sort(),
    )
  })

  test('an e-mail of an instance that died is sent by another one, a minute later', async () => {
    await send(invitation())
    const leftAt = new Date(service.clock.now().getTime() + 60_000).toISOString()
    await service.sql`update mail_message set state = 'sending', attempts = 1, next_at = ${leftAt} where state = 'pending'`
    await work()
    expect(smtp.emails).toHaveLength(0)
    service.clock.advance(60_000)
    await work()
    expect(smtp.emails).toHaveLength(1)
  })
})

describe('a mail server that refuses', () => {
  test('is retried after 1, 5, 15, 60 and every 60 seconds, and given up after 15 minutes', async () => {
    smtp.rejection = { at: 'data', status: 451 }
    await send(invitation())
    const startMs = service.clock.now().getTime()
    const triedAtS: number[] = []
    while ((await newest()).state === 'pending') {
      const before = (await newest()).attempts
      await work()
      const atS = (service.clock.now().getTime() - startMs) / 1000
      if ((await newest()).attempts > before) triedAtS.push(atS)
      service.clock.advance(atS < 21 ? 1_000 : 20_000)
    }
    expect(triedAtS.slice(0, 7)).toEqual([0, 1, 6, 21, 81, 141, 201])
    expect(triedAtS.at(-1)).toBeGreaterThanOrEqual(900)
    expect(triedAtS.at(-1)).toBeLessThan(961)
    expect(await newest()).toMatchObject({ state: 'dead', last_error: 'EMESSAGE DATA 451' })
    smtp.rejection = null
    service.clock.advance(3_600_000)
    await work()
    expect(smtp.emails).toHaveLength(0)
  })

  test('an unknown recipient is a final error without retries', async () => {
    smtp.rejection = { at: 'recipient', status: 550 }
    await send(invitation())
    await work()
    expect(await newest()).toMatchObject({ state: 'dead', attempts: 1, last_error: 'EENVELOPE RCPT TO 550' })
  })

  test('S18 a failed delivery leaves no text and no server response in the row or the log', async () => {
    smtp.rejection = { at: 'auth', status: 535 }
    await send(invitation())
    await work()
    const row = await newest()
    expect(row).toMatchObject({ state: 'pending', attempts: 1 })
    expect(row.last_error).toMatch(/^EAUTH .*535$/)
    expect(JSON.stringify(row) + service.logLines.join('\n')).not.toMatch(/hunter2|smtp-secret-canary/)
    smtp.rejection = null
    service.clock.advance(1_000)
    await work()
    expect(smtp.emails).toHaveLength(1)
  })
})

describe('stored e-mails', () => {
  test('S18 the body is sealed: the database contains no readable link', async () => {
    await send(invitation())
    const { body } = await newest()
    expect(body).toMatch(/^v1\./)
    expect(body).not.toContain('register')
    await work()
  })

  test('e-mails of the demo are never sent', async () => {
    const demo = await service.tenant()
    await service.sql`update tenant set is_demo = true where id = ${demo.id}`
    await send(invitation({ tenantId: demo.id }))
    await work()
    expect(smtp.emails).toHaveLength(0)
    expect((await newest()).state).toBe('stored')
  })

  test('bodies are deleted after 7 days and messages after 90', async () => {
    const demo = await service.tenant()
    await service.sql`update tenant set is_demo = true where id = ${demo.id}`
    await send(invitation({ tenantId: demo.id }))
    const isThere = async () => {
      await drain(forgetMail, service.database, service.clock.now())
      const rows = await service.sql`select body is null as empty from mail_message where tenant_id = ${demo.id}`
      return rows.map(({ empty }) => empty)
    }
    service.clock.advance(6.9 * 86_400_000)
    expect(await isThere()).toEqual([false])
    service.clock.advance(0.2 * 86_400_000)
    expect(await isThere()).toEqual([true])
    service.clock.advance(84 * 86_400_000)
    expect(await isThere()).toEqual([])
  })
})

describe('the settings of the mail server', () => {
  test('a URL and separate parts of it are equivalent', () => {
    const from = { SMTP_FROM: 'm@home.example' }
    const parts = { SMTP_HOST: 'mail.home.example', SMTP_PORT: '465', SMTP_USER: 'm@home', SMTP_PASSWORD: 'p:w/1' }
    const expected = { host: 'mail.home.example', port: 465, isTls: true, user: 'm@home', password: 'p:w/1' }
    expect(readConfig({ ...parts, ...from }).smtp).toMatchObject(expected)
    expect(readConfig({ SMTP_URL: 'smtps://m%40home:p%3Aw%2F1@mail.home.example', ...from }).smtp).toMatchObject(
      expected,
    )
    expect(readConfig({ SMTP_HOST: 'relay', ...from }).smtp).toMatchObject({ port: 587, isTls: false, user: null })
    expect(readConfig({}).smtp).toBeNull()
  })

  test('a mail server without a sender address is rejected at the start', () => {
    expect(() => readConfig({ SMTP_HOST: 'relay' })).toThrow('SMTP_FROM')
  })

  test('links use the public URL of the console', () => {
    expect(readConfig({ MIMAMORI_PUBLIC_URL: 'https://watch.home.example/' }).publicUrl).toBe(
      'https://watch.home.example',
    )
    expect(readConfig({ PORT: '9000' }).publicUrl).toBe('http://127.0.0.1:9000')
  })
})
