/** A required second step: the banner until the last day, and the page that sets it up afterwards. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { seriousErrors } from '#console/testing/accessibility.ts'
import { ALERT_LIST, NO_RINGER, PREFERENCES } from '#console/testing/answers.ts'
import { openConsole } from '#console/testing/open.tsx'
import { anOpenAlarm, aUser, openAlarms, pageOf } from '#console/testing/rows.ts'
import { type Answers, errorAnswer, sentTo } from '#console/testing/service.ts'

const nurse = aUser({ role: 'USER' })
const state = (dueAt: string | null) => () => ({ onSince: null, recoveryLeft: 0, dueAt })

test('REACH-22 until the last day a line above the page names it and leads to the profile', async () => {
  const answers: Answers = {
    ...ALERT_LIST,
    'secondFactor.get': state('2026-12-14T03:00:00.000Z'),
    'passkey.list': () => ({ records: [] }),
    ...NO_RINGER,
    'notification.preferences': () => PREFERENCES,
    'device.list': () => ({ devices: [], isAnswerer: false }),
  }
  await openConsole('/app/alerts/list', { user: nurse, answers })
  await expect.element(page.getByText(/until 2026\/12\/14 12:00; afterwards nothing else opens/)).toBeVisible()
  expect(await seriousErrors()).toEqual([])
  await page.getByRole('button', { name: 'Set it up' }).click()
  await expect.poll(() => location.pathname).toBe('/app/profile')
})

test('REACH-22 a station and the demo are not asked at all', async () => {
  for (const change of [{ type: 'SHARED' }, { role: 'DEMO_USER' }] as const) {
    const answers: Answers = {
      ...ALERT_LIST,
      'alarm.answerers': () => ({ records: [], hasRoster: false, isPinAsked: false }),
    }
    await openConsole('/app/alerts/list', { user: aUser({ role: 'USER', ...change }), answers })
    await expect.element(page.getByRole('heading', { name: 'Alerts', level: 1 })).toBeVisible()
  }
  expect(sentTo('secondFactor.get')).toEqual([])
})

test('REACH-22 then only what sets it up is there, alarms stay above it, and all opens again', async () => {
  let isSetUp = false
  const closed = () => {
    if (!isSetUp) throw errorAnswer('second-factor-required')
    return pageOf()
  }
  const answers: Answers = {
    ...ALERT_LIST,
    'alert.search': closed as never,
    'alarm.open': () => openAlarms(anOpenAlarm(1)),
    'secondFactor.get': () => state(isSetUp ? null : '2026-11-01T00:00:00.000Z')(),
    'secondFactor.begin': () => ({ secret: 'ABCD2345', address: 'otpauth://totp/Mimamori:x?secret=ABCD2345' }),
    'secondFactor.confirm': () => {
      isSetUp = true
      return { recoveryCodes: ['abcde-fghij'] }
    },
    'passkey.list': () => ({ records: [] }),
  }
  await openConsole('/app/alerts/list', { user: nurse, answers })
  await expect.element(page.getByText(/the time for it is over/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: /I.m going/ }).first()).toBeVisible()
  expect(await seriousErrors()).toEqual([])
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByLabelText('Present password').fill('kind camellia 12')
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByLabelText('Code of the app').fill('123456')
  await page.getByRole('button', { name: 'Switch on' }).click()
  await expect.element(page.getByRole('heading', { name: 'Alerts', level: 1 })).toBeVisible()
})
