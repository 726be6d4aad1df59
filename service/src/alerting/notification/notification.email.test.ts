import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendMail } from '#platform/messaging/mail.jobs.ts'
import { startSmtp, type TestSmtp } from '#platform/messaging/testing-smtp.ts'
import { drain } from '#platform/work/jobs.ts'
import { mailsTo } from '#testing/mail.ts'
import { insertAlert } from '#testing/site.ts'
import { startPeople, type TestPeople } from './testing.ts'

let people: TestPeople
let smtp: TestSmtp
beforeAll(async () => {
  smtp = await startSmtp({ user: 'mimamori', password: 'secret' })
  people = await startPeople({
    SMTP_URL: `smtp://mimamori:secret@127.0.0.1:${smtp.port}`,
    SMTP_FROM: 'mimamori@home.example',
    MIMAMORI_PUBLIC_URL: 'https://mimamori.example',
  })
})
afterAll(async () => {
  await people.stop()
  await smtp.stop()
})

const LOW = { activity: 'A003', severity: 'low' } as const

async function raise(
  ...[camera, draft]: Parameters<typeof insertAlert> extends [unknown, ...infer Rest] ? Rest : never
) {
  const alert = await insertAlert(people.service, camera, { activity: 'A005', severity: 'critical', ...draft })
  await people.work.idle()
  return alert
}
/** Sends the waiting e-mails, as the job does. */
function deliver() {
  const { service } = people
  const { config, mail, clock } = service.platform
  const logger = { warn: () => {} } as unknown as Parameters<typeof sendMail>[0]['logger']
  return drain(sendMail({ mail, smtp: config.smtp!, clock, logger }), service.database, clock.now())
}

describe('CAM-04 an e-mail about an alert', () => {
  test('says in the reader’s language what happened where, with a link and no image', async () => {
    const nurse = await people.service.user({ role: 'USER', tenant: people.site, email: 'reader@x.example' })
    // An address without an account gets the language of most accounts of the site.
    for (let n = 0; n < 2; n++) await people.service.user({ role: 'USER', tenant: people.site })
    await people.service.sql`update app_user set locale = 'en' where id = ${nurse.id}`
    const camera = await people.camera({ emails: ['family@x.example', 'READER@x.example'], userIds: [nurse.id] })
    const alert = await raise(camera)
    const [english] = await mailsTo(people.service, 'reader@x.example')
    const [japanese] = await mailsTo(people.service, 'family@x.example')
    expect([english!.template, english!.subject, japanese!.subject]).toEqual([
      'alert-raised',
      'Fall · Room 203',
      '【Mimamori】転倒・Room 203',
    ])
    expect(english!.text).toContain(`https://mimamori.example/app/alerts/detail/${alert.id}#going`)
    expect(english!.text).toContain('Sakura no Sato')
    expect((await people.states(alert)).sort()).toEqual([
      'raised family@x.example mail pending',
      'raised reader@x.example mail pending',
    ])
    await deliver()
    expect((await people.states(alert)).sort()).toEqual([
      'raised family@x.example mail sent',
      'raised reader@x.example mail sent',
    ])
    expect(smtp.emails.flatMap(({ to }) => to).sort()).toEqual(['family@x.example', 'reader@x.example'])
    expect(smtp.emails.some(({ raw }) => /image\/|<img/i.test(raw))).toBe(false)
  })

  test('ALARM-04 an alarm e-mail links to its answer, and a link scanner answers nothing', async () => {
    const nurse = await people.service.user({ role: 'USER', tenant: people.site, email: 'scanned@x.example' })
    const alert = await raise(await people.camera({ userIds: [nurse.id] }))
    const [mail] = await mailsTo(people.service, 'scanned@x.example')
    const link = new URL(/https:\S+#going/.exec(mail!.text)![0])
    const { http } = people.service.app
    const headers = { 'X-AuthToken': nurse.token }
    const answer = `/api/alarm/${alert.id}/answer`
    const addresses = [link.pathname, `${link.pathname}?action=claim`, answer, `${answer}?action=claim`]
    for (const method of ['GET', 'HEAD'] as const) {
      for (const url of addresses) await http.inject({ method, url, headers })
    }
    expect((await http.inject({ method: 'GET', url: answer, headers })).statusCode).toBe(404)
    const [row] = await people.service.sql`
      select alarm_state, (select count(*)::integer from alert_step s where s.alert_id = a.id) as steps
      from alert a where id = ${alert.id}`
    expect(row).toEqual({ alarm_state: 'open', steps: 0 })
    await deliver()
  })

  test('an e-mail about activity links to the alert alone', async () => {
    await raise(await people.camera({ emails: ['activity@x.example'] }), LOW)
    const [mail] = await mailsTo(people.service, 'activity@x.example')
    expect(mail!.text).toContain('/app/alerts/detail/')
    expect(mail!.text).not.toContain('#going')
    await deliver()
  })

  test('an e-mail of the demo is stored for the mailbox, and counts as sent', async () => {
    await people.service.sql`update tenant set is_demo = true where id = ${people.site.id}`
    const alert = await raise(await people.camera({ emails: ['demo@x.example'] }))
    await people.service.sql`update tenant set is_demo = false where id = ${people.site.id}`
    expect(await mailsTo(people.service, 'demo@x.example')).toHaveLength(1)
    expect(await people.states(alert)).toEqual(['raised demo@x.example mail sent'])
    expect(await deliver()).toBe(0)
  })

  test('an e-mail is withdrawn if somebody claims the alarm before it is sent', async () => {
    const nurse = await people.service.user({ role: 'USER', tenant: people.site })
    const alert = await raise(await people.camera({ emails: ['late@x.example'] }))
    expect(await mailsTo(people.service, 'late@x.example')).toHaveLength(1)
    await people.claim(nurse, alert)
    expect(await mailsTo(people.service, 'late@x.example')).toEqual([])
    expect(await people.states(alert)).toEqual(['raised late@x.example mail cancelled'])
  })

  test('an e-mail that the mail server rejects permanently is followed by a push', async () => {
    const nurse = await people.person({ email: 'refused@x.example' })
    await people.service.call(nurse.token, 'notification.savePreferences', {
      body: { push: 'none', http: 'all', mail: 'all' },
    })
    const alert = await raise(await people.camera({ userIds: [nurse.id] }))
    await people.service.call(nurse.token, 'notification.savePreferences', {
      body: { push: 'all', http: 'all', mail: 'all' },
    })
    smtp.rejection = { at: 'recipient', status: 550 }
    await deliver()
    smtp.rejection = null
    await people.work.idle()
    expect(await people.states(alert)).toEqual([
      'raised refused@x.example mail failed',
      'raised refused@x.example push sent',
    ])
  })

  test('an e-mail replaces a push that was given up', async () => {
    const nurse = await people.service.user({ role: 'USER', tenant: people.site, email: 'no-device@x.example' })
    const alert = await raise(await people.camera({ mobileUserIds: [nurse.id] }))
    expect(await people.states(alert)).toEqual([
      'raised no-device@x.example push failed',
      'raised no-device@x.example mail pending',
    ])
  })

  test('by default an e-mail follows a failed push for critical and high alerts alone', async () => {
    const nurse = await people.service.user({ role: 'USER', tenant: people.site, email: 'quiet@x.example' })
    const camera = await people.camera({ mobileUserIds: [nurse.id] })
    const low = await raise(camera, LOW)
    expect(await people.states(low)).toEqual(['raised quiet@x.example push failed'])
    await people.service.call(nurse.token, 'notification.savePreferences', {
      body: { push: 'all', http: 'all', mail: 'all' },
    })
    const wanted = await raise(camera, LOW)
    expect(await people.states(wanted)).toEqual([
      'raised quiet@x.example push failed',
      'raised quiet@x.example mail pending',
    ])
  })

  test('a burst is reported in one e-mail at its end', async () => {
    const camera = await people.camera({ emails: ['burst@x.example'] })
    for (let i = 0; i < 4; i++) await raise(camera, LOW)
    expect(await mailsTo(people.service, 'burst@x.example')).toHaveLength(1)
    people.service.clock.advance(60_000)
    await people.work.idle()
    const mails = await mailsTo(people.service, 'burst@x.example')
    expect(mails).toHaveLength(2)
    expect(mails[0]!.text).toContain('2件')
  })
})
