/** How much a page moves while it loads: Chromium's measure, of which less than 0.1 is good. */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ALERT_LIST, EMPTY_SITE, ROOMS } from '#console/testing/answers.ts'
import { openConsole, reload } from '#console/testing/open.tsx'
import { anAlarm, anAlert, anOpenAlarm, aRoom, aUser, NOW, openAlarms, pageOf } from '#console/testing/rows.ts'
import type { Answers } from '#console/testing/service.ts'

const nurse = aUser({ role: 'USER' })
const main = page.getByRole('main')
const FILLED: Answers = {
  ...EMPTY_SITE,
  ...ALERT_LIST,
  ...ROOMS,
  'alert.search': () => pageOf(...Array.from({ length: 10 }, (_, at) => anAlert(at + 1, { alarm: anAlarm() }))),
  'alarm.open': () => openAlarms(anOpenAlarm(1), anOpenAlarm(2), anOpenAlarm(3)),
  'room.list': () => ({ records: Array.from({ length: 20 }, (_, at) => aRoom(at + 1)), totalCount: 20, now: NOW }),
}

/** The sum of all shifts from now on that no press caused. */
function watchShifts(): () => number {
  const entries: (PerformanceEntry & { value: number; hadRecentInput: boolean })[] = []
  const observer = new PerformanceObserver((list) => entries.push(...(list.getEntries() as typeof entries)))
  observer.observe({ type: 'layout-shift' })
  return () => entries.filter((one) => !one.hadRecentInput).reduce((sum, { value }) => sum + value, 0)
}

async function drawn(): Promise<void> {
  await expect.element(page.getByCss('[data-alarm]').first()).toBeVisible()
  await expect.element(main.getByRole('listitem').nth(3)).toBeVisible()
  await expect.poll(() => main.getByCss('.MuiSkeleton-root').elements().length).toBe(0)
}

test.for(['dashboard', 'alerts/list', 'rooms'])('NIGHT-02 /app/%s hardly moves while it loads', async (path) => {
  expect(PerformanceObserver.supportedEntryTypes).toContain('layout-shift')
  await openConsole(`/app/${path}`, { user: nurse, answers: FILLED })
  await drawn()
  const shifts = watchShifts()
  await reload()
  await drawn()
  expect(shifts()).toBeLessThan(0.1)
})

test.for(['dashboard', 'alerts/list', 'rooms'])(
  'NIGHT-02 on a phone /app/%s hardly moves when it opens first',
  async (path) => {
    await page.viewport(390, 844)
    const shifts = watchShifts()
    await openConsole(`/app/${path}`, { user: nurse, answers: FILLED })
    await drawn()
    expect(shifts()).toBeLessThan(0.1)
  },
)
