import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { FALL_AT, fallSite, generated } from './testing-report.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('an incident report', () => {
  test.each([
    [
      'en' as const,
      [
        '03:12:08 Push message to 佐藤 花子: shown on the screen.',
        '03:12:09 E-mail to an address without an account: could not be delivered.',
        '03:17:06 Nobody had answered the alert: the rule Night rounds escalated it.',
      ],
    ],
    [
      'ja' as const,
      [
        '03:12:08 佐藤 花子さん宛てのプッシュ通知が画面に表示されました。',
        '03:12:09 登録外のアドレス宛てのメールは届けられませんでした。',
        '03:17:06 対応がなかったため、ルール「Night rounds」によりエスカレーションしました。',
      ],
    ],
  ])('REPORT-01 ALERT-05 CAM-04 names recipients, deliveries and escalations, in %s', async (locale, lines) => {
    const site = await fallSite(service, { locale })
    const { alert, nurse, tenant } = site
    const of = { tenant_id: tenant.id, alert_id: alert.id }
    const message = {
      ...of,
      cause: 'raised',
      due_at: FALL_AT,
      changed_at: FALL_AT,
      created_at: FALL_AT,
      next_at: null,
    }
    await service.sql`insert into notification ${service.sql([
      {
        ...{ ...message, channel: 'push', user_id: nurse.id, email: null, recipient_name: '佐藤 花子' },
        ...{ state: 'shown', sent_at: '2026-11-19T18:12:08.000Z', burst_id: randomUUID() },
      },
      {
        ...{
          ...message,
          channel: 'mail',
          user_id: null,
          email: 'family@x.example',
          recipient_name: 'family@x.example',
        },
        ...{ state: 'failed', sent_at: '2026-11-19T18:12:09.000Z', burst_id: randomUUID() },
      },
      {
        ...{ ...message, channel: 'mail', user_id: nurse.id, email: null, recipient_name: 'Not needed' },
        ...{ state: 'cancelled', sent_at: null, burst_id: randomUUID() },
      },
    ])}`
    await service.sql`insert into alert_step ${service.sql({
      ...{ ...of, at: '2026-11-19T18:17:06.000Z', kind: 'escalated', escalation_name: 'Night rounds' },
    })}`
    const { content } = await generated(service, site)
    for (const line of lines) expect(content).toContain(line)
    expect(content).not.toContain('Not needed')
  })

  test('REPORT-01 says so when nobody was lines', async () => {
    const { content } = await generated(service, await fallSite(service))
    expect(content).toContain('No message about the alert was sent.')
  })

  test('REPORT-01 ALARM-01 lists the steps of the alarm: a claim that ran out, the claim, the arrival, the end', async () => {
    const site = await fallSite(service, { locale: 'en' })
    const of = { tenant_id: site.tenant.id, alert_id: site.alert.id }
    const by = { user_id: site.nurse.id, user_name: 'Sato Hanako' }
    const step = (time: string, kind: string, more: object = {}) => ({
      ...{ ...of, at: `2026-11-19T18:${time}.000Z`, kind, user_id: null, user_name: null, outcome: null, ...more },
    })
    await service.sql`insert into alert_step ${service.sql([
      step('15:10', 'claim-expired'),
      step('16:00', 'claimed', by),
      step('16:40', 'arrived', by),
      step('20:00', 'resolved', { ...by, outcome: 'no-injury' }),
    ])}`
    const { content } = await generated(service, site)
    for (const line of [
      '03:15:10 Nobody had arrived in time, and the alarm was open again.',
      '03:16:00 Sato Hanako said: I am going.',
      '03:16:40 Sato Hanako arrived at the resident.',
      '03:20:00 Sato Hanako finished the alarm.',
    ]) {
      expect(content).toContain(line)
    }
  })
})
