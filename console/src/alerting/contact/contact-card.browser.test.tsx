/** Nurse-call contacts on the settings: added, tried, and what they are now. */
import type { Contact } from '@mimamori/contract/alerting/contact.ts'
import type { Agent } from '@mimamori/contract/fleet/agent.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { NO_WEBHOOKS } from '#console/testing/answers.ts'
import { openConsole } from '#console/testing/open.tsx'
import { aUser, idOf, NOW, pageOf, SITE } from '#console/testing/rows.ts'
import { type Answers, sentTo } from '#console/testing/service.ts'

const CONTACT: Contact = {
  ...{ id: idOf(1), name: 'Ward bell', isEnabled: true, kind: 'http', unitId: null, roomCameraId: null },
  ...{ minimumSeverity: 'high', agentId: idOf(2), method: 'GET', closeUrl: 'http://10.0.0.9/on' },
  ...{ openUrl: 'http://10.0.0.9/off', stateUrl: '', closedText: '', openText: '', cameraId: null, output: 1 },
  ...{ headerName: null, unitName: null, roomName: null, cameraName: null, hubName: 'Hub 2F', wanted: 'open' },
  ...{
    state: 'open',
    isReported: true,
    problem: null,
    failingSince: null,
    checkedAt: NOW,
    tryEndsAt: null,
    version: 1,
  },
}
const HUB: Agent = {
  ...{ id: idOf(2), tenantId: SITE.id, tenantName: SITE.schemaName, name: 'Hub 2F', publicId: 'abcdefghijkl' },
  ...{ registrationStatus: 'REGISTRATION_COMPLETE', keyLastFour: 'x7Qa', isRevoked: false, version: '0.1.0' },
  ...{
    isNotificationEnabled: true,
    lastActiveAt: NOW,
    isOnline: true,
    running: 'Running',
    cameraCount: 1,
    cpuShare: 0,
  },
  ...{ installedBy: 'checkout', processor: null, upgrade: null, createdAt: NOW, revision: 1 },
}
const answers = (records: () => Contact[]): Answers => ({
  ...NO_WEBHOOKS,
  'contact.list': () => ({ records: records() }),
  'contact.create': ({ body }) => ({ ...CONTACT, ...body }) as Contact,
  'contact.change': ({ body }) => ({ ...CONTACT, ...body }) as Contact,
  'contact.try': () => CONTACT,
  'contact.remove': () => ({}),
  'serviceAccount.list': () => ({ tenantId: SITE.id, kind: 'site', records: [] }),
  'asset.search': () => pageOf(),
  'unit.search': () => pageOf(),
  'camera.search': () => pageOf(),
  'agent.search': () => pageOf(HUB),
})
const open = (records: () => Contact[], more: Answers = {}) =>
  openConsole('/app/settings/list?tabIndex=4', {
    answers: { ...answers(records), ...more },
    user: aUser({ role: 'ADMIN' }),
  })
const row = () => page.getByRole('listitem').filter({ hasText: 'Ward bell' })

test('REACH-60 an administrator adds a relay, and what is missing is said at its field', async () => {
  await open(() => [])
  await expect.element(page.getByText('No contact yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Add a contact' }).click()
  const form = page.getByRole('form', { name: 'Add a contact' })
  await form.getByLabelText('Name').fill('Ward bell')
  await form.getByRole('button', { name: 'Add a contact' }).click()
  await expect.element(form.getByText('Choose the hub')).toBeVisible()
  await form.getByLabelText('Hub').click()
  await page.getByRole('option', { name: 'Hub 2F' }).click()
  await form.getByLabelText('Address that closes it').fill('http://10.0.0.9/on')
  await form.getByLabelText('Address that opens it').fill('http://10.0.0.9/off')
  await form.getByLabelText('Address of its state').fill('http://10.0.0.9/state')
  await form.getByRole('button', { name: 'Add a contact' }).click()
  await expect.element(form.getByText(/Enter both texts/)).toBeVisible()
  await form.getByLabelText('Only a closed one answers').fill('"ison":true')
  await form.getByLabelText('Only an open one answers').fill('"ison":false')
  await form.getByRole('button', { name: 'Add a contact' }).click()
  await expect
    .poll(() => sentTo('contact.create')[0]?.body)
    .toMatchObject({ agentId: idOf(2), kind: 'http', output: 1 })
  expect(sentTo('contact.create')[0]!.body).not.toHaveProperty('header')
})

test('REACH-61 the relay output of a camera asks for the camera and the number alone', async () => {
  await open(() => [])
  await page.getByRole('button', { name: 'Add a contact' }).click()
  const form = page.getByRole('form', { name: 'Add a contact' })
  await form.getByLabelText('Name').fill('Camera bell')
  await form.getByLabelText('Device').click()
  await page.getByRole('option', { name: 'The relay output of a camera (ONVIF)' }).click()
  await expect.element(form.getByLabelText('Address that closes it')).not.toBeInTheDocument()
  await form.getByLabelText('Relay output').fill('17')
  await form.getByRole('button', { name: 'Add a contact' }).click()
  await expect.element(form.getByText('From 1 to 16')).toBeVisible()
  await form.getByLabelText('Relay output').fill('2')
  await form.getByRole('button', { name: 'Add a contact' }).click()
  await expect.element(form.getByText('Choose the camera')).toBeVisible()
})

const STATES: [string, Partial<Contact>, RegExp][] = [
  ['Rests', {}, /Open \(checked just now\)/],
  ['Rings', { wanted: 'closed', state: 'closed' }, /Closed: the nurse call rings/],
  ['Silent', { isReported: false }, /Open · the device doesn’t report it/],
  ['Slow', { wanted: 'closed' }, /Being closed…/],
  ['Sticks', { wanted: 'closed', problem: 'stuck' }, /reports the other state\. A call waits that it should ring\./],
  ['Away', { problem: 'not-reached' }, /It does not answer\./],
  ['Off', { isEnabled: false }, /Switched off/],
  ['New', { state: null }, /Not asked yet/],
]
test('REACH-62 the list says of each contact what it is, or why it does not follow', async () => {
  await open(() => STATES.map(([name, changes], at) => ({ ...CONTACT, id: idOf(10 + at), name, ...changes })))
  for (const [name, , words] of STATES) {
    await expect.element(page.getByRole('listitem').filter({ hasText: `${name}Relay` })).toMatchTextContent(words)
  }
})

test('REACH-60 a try asks first, then shows how it closes', async () => {
  let now = CONTACT
  await open(() => [now], {
    'contact.try': () => {
      now = { ...CONTACT, wanted: 'closed', tryEndsAt: NOW }
      return now
    },
  })
  await page.getByRole('button', { name: 'Try it: Ward bell' }).click()
  await expect.element(page.getByText(/closes for three seconds: the nurse call rings/)).toBeVisible()
  expect(sentTo('contact.try')).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Try it' }).click()
  await expect.element(row()).toMatchTextContent(/Being closed…/)
  expect(sentTo('contact.try')[0]!.params).toEqual({ id: CONTACT.id })
})

test('REACH-60 a change keeps the header, and a deletion asks first', async () => {
  await open(() => [{ ...CONTACT, headerName: 'Authorization' }])
  await page.getByRole('button', { name: 'Edit Ward bell' }).click()
  const form = page.getByRole('form', { name: 'Edit Ward bell' })
  await expect.element(form.getByText(/Authorization is set/)).toBeVisible()
  await form.getByLabelText('Name').fill('Bell')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => sentTo('contact.change')[0]?.body).toMatchObject({ name: 'Bell', id: CONTACT.id, version: 1 })
  expect(sentTo('contact.change')[0]!.body).not.toHaveProperty('header')
  await page.getByRole('button', { name: 'Delete Ward bell' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => sentTo('contact.remove')[0]?.params).toEqual({ id: CONTACT.id })
})
