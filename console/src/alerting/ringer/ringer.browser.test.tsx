/** The provider that rings phones, one's own address on it, and the page of the link in its message. */
import type { RingAddress, Ringer, RungAlarm } from '@mimamori/contract/alerting/ringer.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { seriousErrors, widthErrors } from '#console/testing/accessibility.ts'
import { NO_RINGER, PREFERENCES } from '#console/testing/answers.ts'
import { openConsole } from '#console/testing/open.tsx'
import { aUser, NOW, SITE } from '#console/testing/rows.ts'
import { type Answers, disconnect, errorAnswer, reconnect, sentTo } from '#console/testing/service.ts'

const ALARMS: Answers = {
  'alarmSettings.get': () => ({
    ...{ tenantId: SITE.id, alarmSeverities: ['critical'], arrivalLimitSeconds: 180 },
    ...{ isReturnEnding: true, alarmsPerHourBudget: null, repeatMinutes: 5, version: 1 },
  }),
}

test('REACH-01 an administrator sets the provider up, and learns that its check failed', async () => {
  let ringer: Ringer | null = null
  await openConsole('/app/settings/list?tabIndex=2', {
    answers: {
      ...ALARMS,
      'ringer.get': (input) => ringer ?? (NO_RINGER['ringer.get']!(input) as Ringer),
      'ringer.save': ({ body: { token, ...body } }) => {
        ringer = {
          ...body,
          tenantId: SITE.id,
          tokenLastFour: token!.slice(-4),
          people: 3,
          lastHour: 0,
          checkedAt: NOW,
          checkError: 'unauthorized',
          version: 1,
        }
        return ringer
      },
    },
  })
  await page.getByRole('switch', { name: 'Ring phones through a provider' }).click()
  await page.getByRole('combobox', { name: 'Provider' }).click()
  await page.getByRole('option', { name: 'Pushover (app)' }).click()
  await expect.element(page.getByLabelText('Address of the provider')).toHaveValue('https://api.pushover.net')
  await page.getByLabelText('Token').fill('azGDORePK8gMaC0QOYAMyEEuzJnyUi')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect.element(page.getByText('Set, ends with nyUi.', { exact: false })).toBeVisible()
  await expect.element(page.getByText('The other side did not accept the token.')).toBeVisible()
  await expect.element(page.getByText('Rings 3 people', { exact: false })).toBeVisible()
  expect(await seriousErrors()).toEqual([])
})

test('REACH-05 the access of LINE WORKS is entered field by field, and what it lacks is said', async () => {
  let isWhole = false
  await openConsole('/app/settings/list?tabIndex=2', {
    answers: {
      ...ALARMS,
      ...NO_RINGER,
      'ringer.save': ({ body: { token, ...body } }) => {
        isWhole = Object.values(JSON.parse(token!)).every((value) => value !== '')
        if (!isWhole) throw errorAnswer('invalid-request', { token: 'ringer.access-form' })
        const facts = { people: 0, lastHour: 0, checkedAt: null, checkError: null, version: 1 }
        return { ...body, ...facts, tenantId: SITE.id, tokenLastFour: 'HYJ1' }
      },
    },
  })
  await page.getByRole('switch', { name: 'Ring phones through a provider' }).click()
  await page.getByRole('combobox', { name: 'Provider' }).click()
  await page.getByRole('option', { name: 'LINE WORKS (messages)' }).click()
  await page.getByLabelText('Client ID').fill('vnLRDJ7DC8wNnGvHTHYJ1')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect.element(page.getByText('Fill in all five.', { exact: false })).toBeVisible()
  await page.getByLabelText('Client secret').fill('f0zyUhPLgN')
  await page.getByLabelText('Service account').fill('46h0c.serviceaccount@sakura')
  await page.getByLabelText('Bot ID').fill('2000001')
  await page.getByLabelText('Private key').fill('-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect.poll(() => isWhole).toBe(true)
  await expect.element(page.getByText('Set, ends with HYJ1.', { exact: false })).toBeVisible()
  await expect.element(page.getByLabelText('Client secret')).toHaveValue('')
  expect([await seriousErrors(), widthErrors()]).toEqual([[], []])
})

test('REACH-01 a nurse enters her address and rings her phone', async () => {
  let address: RingAddress = { preset: 'pushover', addressEnd: null }
  await openConsole('/app/profile', {
    user: aUser({ role: 'USER' }),
    answers: {
      'device.list': () => ({ devices: [], isAnswerer: true }),
      'stationPin.get': () => ({ isSet: false }),
      'secondFactor.get': () => ({ onSince: null, recoveryLeft: 0, dueAt: null }),
      'passkey.list': () => ({ records: [] }),
      'notification.preferences': () => PREFERENCES,
      'ringer.address': () => address,
      'ringer.saveAddress': ({ body }) => {
        if (!/^\w{30}$/.test(body.address!))
          throw errorAnswer('invalid-request', { address: 'ringer.address-pushover' })
        address = { preset: 'pushover', addressEnd: body.address!.slice(-4) }
        return address
      },
      'ringer.test': () => ({
        isAccepted: false,
        reason: 'refused',
        httpStatus: 400,
        said: 'user identifier is invalid',
      }),
    },
  })
  const field = page.getByLabelText('User key of Pushover')
  const save = page.getByRole('form', { name: 'Ring my phone' }).getByRole('button', { name: 'Save' })
  await field.fill('too short')
  await save.click()
  await expect.element(page.getByText('30 letters and digits; the app shows it.')).toBeVisible()
  await expect.element(field).toHaveValue('too short')
  await field.fill('uQiRzpo4DXghDmr9QzzfQu27cmVRsG')
  await save.click()
  await expect.element(page.getByText('Set, ends with VRsG.', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Ring my phone now' }).click()
  await expect.element(page.getByText('It said: user identifier is invalid', { exact: false })).toBeVisible()
  expect(await seriousErrors()).toEqual([])
})

test('REACH-02 the page of a link claims by its button alone, also when the connection was lost', async () => {
  let alarm: RungAlarm = { title: 'Fall · Room 203', body: '2F · 03:12', state: 'open' }
  await openConsole('/auth/claim#tenant.message.signature', {
    user: null,
    answers: {
      'ringClaim.read': () => alarm,
      'ringClaim.claim': () => {
        alarm = { ...alarm, state: 'yours' }
        return alarm
      },
    },
  })
  await expect.element(page.getByRole('heading', { name: 'Fall · Room 203' })).toBeVisible()
  const going = page.getByRole('button', { name: 'I’m going' })
  await expect.element(going).toBeVisible()
  expect(sentTo('ringClaim.claim')).toEqual([])
  expect([await seriousErrors(), widthErrors()]).toEqual([[], []])
  disconnect()
  await going.click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  reconnect()
  await going.click()
  await expect.element(page.getByText('You are going. Everybody sees it.')).toBeVisible()
  expect(sentTo('ringClaim.claim').at(-1)!.body).toEqual({ token: 'tenant.message.signature' })
})

test('REACH-02 an expired link says so and leads to Mimamori', async () => {
  await openConsole('/auth/claim#old', {
    user: null,
    answers: {
      'ringClaim.read': () => {
        throw errorAnswer('link-invalid')
      },
    },
  })
  await expect.element(page.getByText('This link is not valid any more.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Open Mimamori' })).toHaveAttribute('href', '/app/alerts/list')
})
