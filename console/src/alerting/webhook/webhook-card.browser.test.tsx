/** Webhook targets in the settings: empty, failing, slow, paused; added with a preview; the log. REACH-55 to REACH-58. */
import type { Webhook, WebhookDelivery } from '@mimamori/contract/alerting/webhook.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { seriousErrors, widthErrors } from '#console/testing/accessibility.ts'
import { openConsole } from '#console/testing/open.tsx'
import { aUser, idOf, NOW, pageOf, SITE } from '#console/testing/rows.ts'
import { type Answers, errorAnswer, sentTo } from '#console/testing/service.ts'

const SENT: WebhookDelivery = {
  ...{ id: idOf(11), event: 'alert.raised', state: 'sent', at: NOW, changedAt: NOW, attempts: 1, httpStatus: 200 },
  ...{ reason: null, durationMs: 120, answer: 'ok', siteName: 'Sakura no Sato', location: '203', alertId: idOf(12) },
  ...{ activity: 'A005', kindName: null },
}
const FAILED: WebhookDelivery = {
  ...SENT,
  ...{ id: idOf(13), state: 'failed', attempts: 8, httpStatus: 503, reason: 'server-error', answer: 'Maintenance' },
}
const TARGET: Webhook = {
  ...{ id: idOf(1), name: 'Care team', isEnabled: true, template: 'slack', events: ['alert.raised'] },
  ...{ severities: ['critical', 'high'], kinds: [], hasSignals: false, isMarkedOnly: false, unitIds: [], units: [] },
  ...{ withNames: false, minuteMost: 60, urlShown: 'https://hooks.slack.com/…x7Qa', secretLastFour: 'abcd' },
  ...{ previousUntil: null, waitingCount: 0, failingSince: null, pausedAt: null, last: SENT, version: 3 },
}
const answers = (records: Webhook[], log: WebhookDelivery[] = []): Answers => ({
  'serviceAccount.list': () => ({ tenantId: SITE.id, kind: 'site', records: [] }),
  'contact.list': () => ({ records: [] }),
  'webhook.list': () => ({ tenantId: SITE.id, kind: 'site', records }),
  'webhook.create': ({ body: { url: _, ...body } }) => ({
    webhook: { ...TARGET, ...body, unitIds: [], kinds: [] } as Webhook,
    secret: 'whsec_shown-once',
  }),
  'webhook.patch': () => TARGET,
  'webhook.rotate': () => ({ webhook: TARGET, secret: 'whsec_another' }),
  'webhook.test': () => ({ ...SENT, event: 'test', state: 'waiting' }),
  'webhook.deliveries': () => ({ records: log }),
  'webhook.again': () => ({ ...FAILED, state: 'waiting' }),
  'asset.search': () => pageOf(),
  'unit.search': () => pageOf(),
})
const open = (given: Answers) =>
  openConsole('/app/settings/list?tabIndex=4', { answers: given, user: aUser({ role: 'ADMIN' }) })

test('REACH-55 a target is added with a preview of its body, and its secret is shown once', async () => {
  await open(answers([]))
  await expect.element(page.getByText('No webhook yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  const form = page.getByRole('form', { name: 'Add a webhook' })
  await form.getByRole('button', { name: 'Add a webhook' }).click()
  await expect.element(form.getByText('Enter a name.')).toBeVisible()
  await form.getByRole('textbox', { name: 'Name' }).fill('Care team')
  await form.getByLabelText('Address').fill('https://hooks.example/T0123')
  await form.getByText('What is sent (example)').click()
  await expect.element(form.getByText('"type": "alert.raised"', { exact: false })).toBeVisible()
  for (const [template, part] of [
    ['Microsoft Teams', 'AdaptiveCard'],
    ['Slack', '"plain_text"'],
    ['Mattermost', '"title_link"'],
  ] as const) {
    await form.getByRole('combobox', { name: 'Form' }).click()
    await page.getByRole('option', { name: template }).click()
    await expect.element(form.getByText(part, { exact: false })).toBeVisible()
  }
  await form.getByRole('checkbox', { name: 'Somebody is there' }).click()
  expect([await seriousErrors(), widthErrors()]).toEqual([[], []])
  await form.getByRole('button', { name: 'Add a webhook' }).click()
  await expect.element(page.getByText('whsec_shown-once')).toBeVisible()
  expect(sentTo('webhook.create')[0]!.body).toMatchObject({
    ...{ name: 'Care team', url: 'https://hooks.example/T0123', template: 'mattermost', withNames: false },
    events: ['alert.raised', 'alarm.arrived'],
  })
})

test('REACH-55 an address that the service refuses is said at its field', async () => {
  await open({
    ...answers([]),
    'webhook.create': () => {
      throw errorAnswer('invalid-request', { url: 'webhook.url-denied' })
    },
  })
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  const form = page.getByRole('form', { name: 'Add a webhook' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Care team')
  await form.getByLabelText('Address').fill('https://10.0.0.1/')
  await form.getByRole('button', { name: 'Add a webhook' }).click()
  await expect.element(form.getByText('Only public https addresses.', { exact: false })).toBeVisible()
})

test('REACH-55 the list says how each target stands, and a paused one is switched on again', async () => {
  const paused = { ...TARGET, id: idOf(5), name: 'Dead', pausedAt: NOW, failingSince: NOW, last: FAILED }
  await open(
    answers([
      { ...TARGET, id: idOf(2), name: 'Slow', last: { ...SENT, durationMs: 8_000 } },
      { ...TARGET, id: idOf(3), name: 'Failing', failingSince: NOW, last: FAILED },
      { ...TARGET, id: idOf(4), name: 'Off', isEnabled: false, last: null },
      paused,
    ]),
  )
  await expect.element(page.getByText('slow: answered after 8 s', { exact: false })).toBeVisible()
  await expect.element(page.getByText('It reported an error of its own.', { exact: false })).toBeVisible()
  await expect.element(page.getByText('Switched off')).toBeVisible()
  await expect.element(page.getByText(/^Paused since /)).toBeVisible()
  expect([await seriousErrors(), widthErrors()]).toEqual([[], []])
  await page.getByRole('button', { name: 'Switch on again' }).click()
  await expect
    .poll(() => sentTo('webhook.patch')[0])
    .toMatchObject({
      params: { id: paused.id },
      body: { isEnabled: true, version: 3 },
    })
})

test('REACH-58 the log says what was answered, and sends again', async () => {
  await open(answers([TARGET], [FAILED, SENT]))
  await page.getByRole('button', { name: 'Log: Care team' }).click()
  const log = page.getByRole('dialog', { name: 'Log of “Care team”' })
  await expect.element(log.getByText('It answered: Maintenance')).toBeVisible()
  await expect.element(log.getByText('HTTP 503 · 8 tries · 120 ms', { exact: false })).toBeVisible()
  expect([await seriousErrors(), widthErrors()]).toEqual([[], []])
  await log
    .getByRole('button', { name: /^Send again: / })
    .first()
    .click()
  await expect.poll(() => sentTo('webhook.again')[0]?.params).toEqual({ id: FAILED.id })
})

test('REACH-57 a new secret is shown once, a test opens the log, and an edit leaves the address', async () => {
  await open(answers([TARGET], [SENT]))
  await page.getByRole('button', { name: 'New secret: Care team' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click()
  await expect.element(page.getByText('whsec_another')).toBeVisible()
  await page.getByRole('button', { name: 'Send a test: Care team' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Edit: Care team' }).click()
  const form = page.getByRole('form', { name: 'Edit: Care team' })
  await expect.element(form.getByText('Set: https://hooks.slack.com/…x7Qa.', { exact: false })).toBeVisible()
  await form.getByRole('textbox', { name: 'Name' }).fill('Night team')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => sentTo('webhook.patch')[0]?.body).toMatchObject({ name: 'Night team', version: 3 })
  expect(sentTo('webhook.patch')[0]!.body).not.toHaveProperty('url')
})
