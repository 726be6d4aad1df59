/** Pages about alarms, rooms and residents where there is nothing, where the service fails, and without a network. */
import { endpoints } from '@mimamori/contract/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { seriousErrors, widthErrors } from '#console/testing/accessibility.ts'
import { ALERT_LIST, DASHBOARD } from '#console/testing/answers.ts'
import { openConsole } from '#console/testing/open.tsx'
import { NOW, pageOf, SITE } from '#console/testing/rows.ts'
import { type Answers, disconnect, refusal } from '#console/testing/service.ts'

const PAGES = [
  ...['rooms', 'alerts/list', 'handover', 'handover/records', 'residents', 'accidents', 'load', 'coverage'],
  'dashboard',
]
const main = page.getByRole('main')
const PHONE = [390, 844] as const

beforeAll(() => page.viewport(...PHONE))
afterAll(() => page.viewport(1440, 900))

/** Every call is refused, but what the frame around the page asks for. */
const REFUSED = Object.fromEntries(
  Object.keys(endpoints)
    .filter((key) => key !== 'deviceProof.present')
    .map((key) => [
      key,
      () => {
        throw refusal('unexpected')
      },
    ]),
) as Answers

test.for(PAGES)('GEN-01 /app/%s is accessible while the service fails at it', async (path) => {
  await openConsole(`/app/${path}`, { answers: REFUSED, theme: { scheme: 'dark' } })
  await expect.element(main.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
  expect([...widthErrors(), ...(await seriousErrors())]).toEqual([])
})

const NO_LOAD = {
  ...{
    alarms: 0,
    judged: 0,
    falseAlarms: 0,
    repeated: 0,
    returned: 0,
    answered: 0,
    medianSeconds: null,
    p90Seconds: null,
  },
  ...{ hours: null, perHour: null },
}
const SHEET = {
  ...{ siteName: SITE.schemaName, timezone: SITE.timezone, unitId: null, unitName: null, at: NOW },
  shift: {
    ...{ key: 'night' as const, name: null, day: '2026-11-26' },
    ...{ startsAt: '2026-11-26T09:00:00.000Z', endsAt: '2026-11-26T21:00:00.000Z' },
  },
  ...{ alarms: [], alarmCount: 0, open: [], rooms: [], checkIns: [], missed: [], notes: [], failures: [] },
  note: { text: '', version: 0, userName: null, at: null },
}
const EMPTY: Answers = {
  ...ALERT_LIST,
  ...DASHBOARD,
  'visit.list': () => ({ records: [], now: NOW }),
  'resident.search': () => pageOf(),
  'accident.search': () => pageOf(),
  'handover.search': () => pageOf(),
  'handover.get': () => ({ sheet: SHEET, shifts: [], units: [], mayWholeSite: true, handed: [] }),
  'load.report': () => ({
    ...{ from: NOW, to: NOW, budgetPerHour: null, total: NO_LOAD, shifts: [], carers: [], causes: [] },
  }),
  'coverage.list': () => ({ records: [], totalCount: 0, now: NOW }),
  'deviceProof.ofSite': () => ({ owners: [], totalCount: 0 }),
}

test.for(PAGES)('GEN-01 /app/%s is accessible where nothing has happened yet', async (path) => {
  await openConsole(`/app/${path}`, { answers: EMPTY, theme: { scheme: 'dark' } })
  await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  expect([...widthErrors(), ...(await seriousErrors())]).toEqual([])
})

test.for(['rooms', 'alerts/list'])('GEN-01 /app/%s keeps what it had without a network, and says so', async (path) => {
  await openConsole(`/app/${path}`, { answers: EMPTY })
  await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect.poll(() => main.getByCss('.MuiSkeleton-root').elements().length).toBe(0)
  const before = main.element().textContent
  disconnect()
  await expect.element(page.getByText(/connection is lost|No connection/i).first()).toBeVisible()
  expect(main.element().textContent).toBe(before)
  expect([...widthErrors(), ...(await seriousErrors())]).toEqual([])
})
