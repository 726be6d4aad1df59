/** Messages about signals: each is called by the name of the site. REACH-54. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPeople, type TestPeople } from '#service/alerting/notification/testing.ts'
import { insertHub } from '#service/fleet/hub/testing.ts'
import { mailsTo } from '#testing/mail.ts'
import { insertAccount, insertKind } from '#testing/site.ts'

let people: TestPeople
beforeAll(async () => {
  people = await startPeople({ SMTP_URL: 'smtp://127.0.0.1:9', SMTP_FROM: 'mimamori@home.example' })
})
afterAll(() => people.stop())

test('REACH-54 push message, e-mail and the list of deliveries have the name that the site gave the kind', async () => {
  const { service, site } = people
  const hub = await insertHub(service, { tenant: site })
  const nurse = await people.person({ unitIds: [hub.unitId] })
  await service.sql`update camera set location = 'Room 203', subscribers = ${service.sql.json({ userIds: [nurse.id] })}
    where id = ${hub.cameraIds[0]!}`
  await insertKind(service, site, 'センサーマット', 'high')
  const { token } = await insertAccount(service, site, { scopes: ['events'] })
  await service.call(token, 'signal.raise', { body: { kind: 'センサーマット', room: 'Room 203' } })
  await people.work.idle()

  const title = 'センサーマット · Room 203'
  expect(nurse.browser.received[0]!.message).toMatchObject({ title })
  expect((await mailsTo(service, nurse.email))[0]!.subject).toContain('センサーマット')
  const admin = await service.user({ role: 'ADMIN', tenant: site })
  const { records } = (await service.call(admin.token, 'delivery.search', {})).body
  expect(records).toContainEqual(expect.objectContaining({ kindName: 'センサーマット', location: 'Room 203' }))
})
