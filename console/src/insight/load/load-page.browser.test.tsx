/** Alarm load of a site: shifts, people and causes, for administrators and for carers. */
import type { AlarmLoad } from '@mimamori/contract/insight/alarm-load.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { seriousErrors, widthErrors } from '#console/testing/accessibility.ts'
import { DASHBOARD, ROOMS } from '#console/testing/answers.ts'
import { openConsole, reload } from '#console/testing/open.tsx'
import { aRoom, aUser, idOf, NOW } from '#console/testing/rows.ts'
import type { Answers } from '#console/testing/service.ts'

const ALARMS = {
  ...{
    calls: 40,
    alarms: 52,
    judged: 20,
    falseAlarms: 8,
    repeated: 5,
    returned: 10,
    answered: 28,
    medianSeconds: 42,
    p90Seconds: 90,
  },
  ...{ hours: 112, perHour: 0.36 },
}
const LOAD: AlarmLoad = {
  ...{ from: '2026-11-12T12:00:00.000Z', to: NOW, budgetPerHour: null, total: ALARMS },
  shifts: [
    { ...ALARMS, key: 'day', name: null, overBudget: 0 },
    { ...ALARMS, key: 'night', name: null, overBudget: 0 },
  ],
  carers: [{ ...ALARMS, userId: idOf(901), userName: 'Yuki Sato' }],
  causes: [
    {
      ...{ cameraId: idOf(101), location: 'Room 201', unitName: '2F', activity: 'A006', kindName: null },
      ...{ alarms: 12, judged: 6 },
      ...{ falseAlarms: 4, repeated: 3, returned: 6 },
    },
  ],
}
const site: Answers = {
  'load.report': () => LOAD,
  'cameraApp.change': () => ({
    ...{ from: LOAD.from, to: NOW, location: 'Room 201', measuredShare: 0.9, reason: null },
    proposal: {
      change: { setting: 'snoozeSeconds', from: 60, to: 120 },
      ...{ raised: 12, fewer: 5, falseGone: 3, realGone: 0, falls: 0 },
    },
  }),
}

test('LOAD-01 an administrator finds shifts, people, causes and a change, also from the keyboard', async () => {
  await openConsole('/app/load', { answers: site })
  await expect.element(page.getByRole('heading', { name: 'Alarm load', level: 1 })).toBeVisible()
  const causes = page.getByCss('section').filter({ hasText: 'Causes of most alarms' })
  await expect.element(causes.getByRole('listitem').first()).toMatchTextContent(/12 alarms/)
  await expect.element(causes.getByRole('link', { name: 'Open the settings' }).first()).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'By shift' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'By person' })).toBeVisible()
  page.getByRole('radio', { name: '14 nights' }).element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => location.search).toContain('days=28')
  await reload()
  await expect.element(page.getByRole('radio', { name: '28 nights' })).toBeChecked()
})

test('LOAD-01 a nurse sees the load without changes and without the names of others', async () => {
  await openConsole('/app/load', { user: aUser({ role: 'USER' }), answers: site })
  await expect.element(page.getByText('Administrators see here which change would leave fewer of them.')).toBeVisible()
  await expect.element(page.getByText('Calls that you claimed, or ended without a claim.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Open the settings' })).not.toBeInTheDocument()
})

test('ROOM-01 ALARM-05 the dashboard begins with the rooms that need somebody and leads to all', async () => {
  const answers: Answers = {
    ...DASHBOARD,
    'room.list': () => ({ records: [aRoom(1), aRoom(2)], totalCount: 2, now: NOW }),
    ...ROOMS,
  }
  await openConsole('/app/dashboard', { user: aUser({ role: 'USER' }), answers })
  const strip = page.getByRole('region', { name: 'Rooms now' })
  await expect.element(strip.getByText(/calm\./)).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 2 }).first()).toMatchTextContent('Rooms now')
  await strip.getByRole('link', { name: 'See all rooms' }).click()
  await expect.element(page.getByRole('heading', { name: 'Rooms now', level: 1 })).toBeVisible()
})

test.for([
  ['in English on a desk', 'en', 'light', 1440],
  ['in Japanese, dark, on a phone', 'ja', 'dark', 390],
] as const)('LOAD-01 alarm load and dashboard are accessible and fit, %s', async ([, locale, scheme, widthPx]) => {
  await page.viewport(widthPx, 900)
  for (const path of ['/app/load', '/app/dashboard']) {
    await openConsole(path, { user: aUser({ locale }), answers: { ...DASHBOARD, ...site }, theme: { scheme } })
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => document.documentElement.lang).toBe(locale)
    expect([...widthErrors(), ...(await seriousErrors())], path).toEqual([])
  }
})
