/** Pages about alarms, rooms and residents where there is nothing, where the service fails, and without a network. */
import { endpoints } from '@mimamori/contract/endpoints.ts'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { seriousErrors, widthErrors } from '#console/testing/accessibility.ts'
import { EMPTY_SITE, ROOMS } from '#console/testing/answers.ts'
import { openConsole } from '#console/testing/open.tsx'
import { anAlarm, anAlert, anOpenAlarm, aRoom, NOW, openAlarms, pageOf } from '#console/testing/rows.ts'
import { type Answers, disconnect, errorAnswer } from '#console/testing/service.ts'

const PAGES = [
  ...['rooms', 'alerts/list', 'handover', 'handover/records', 'residents', 'accidents', 'load', 'coverage'],
  ...['dashboard', 'handover/rounds', 'accidents/evidence'],
]
const main = page.getByRole('main')
const PHONE = [390, 844] as const

beforeEach(() => page.viewport(...PHONE))

/** Every call is refused, but what the frame around the page asks for. */
const REFUSED = Object.fromEntries(
  Object.keys(endpoints)
    .filter((key) => key !== 'deviceProof.present')
    .map((key) => [
      key,
      () => {
        throw errorAnswer('unexpected')
      },
    ]),
) as Answers

test.for(PAGES)('GEN-01 /app/%s is accessible while the service fails at it', async (path) => {
  await openConsole(`/app/${path}`, { answers: REFUSED, theme: { scheme: 'dark' } })
  await expect.element(main.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
  expect([...widthErrors(), ...(await seriousErrors())]).toEqual([])
})

test.for(PAGES)('GEN-01 /app/%s is accessible where nothing has happened yet', async (path) => {
  await openConsole(`/app/${path}`, { answers: EMPTY_SITE, theme: { scheme: 'dark' } })
  await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  expect([...widthErrors(), ...(await seriousErrors())]).toEqual([])
})

test.for(['rooms', 'alerts/list'])('GEN-01 /app/%s keeps what it had without a network, and says so', async (path) => {
  await openConsole(`/app/${path}`, { answers: EMPTY_SITE })
  await expect.element(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect.poll(() => main.getByCss('.MuiSkeleton-root').elements().length).toBe(0)
  const before = main.element().textContent
  disconnect()
  await expect.element(page.getByText(/connection is lost|No connection/i).first()).toBeVisible()
  expect(main.element().textContent).toBe(before)
  expect([...widthErrors(), ...(await seriousErrors())]).toEqual([])
})

const FILLED: Answers = {
  ...EMPTY_SITE,
  ...ROOMS,
  'alert.search': () => pageOf(anAlert(1), anAlert(2, { severity: 'critical', alarm: anAlarm() })),
  'alarm.open': () => openAlarms(anOpenAlarm(2)),
  'room.list': () => ({ records: [aRoom(1), aRoom(2)], totalCount: 2, now: NOW }),
}
test.for(['dashboard', 'residents/new', 'alerts/list', 'handover', 'rooms'])(
  'GEN-01 at 320 px /app/%s fits the screen',
  async (path) => {
    await page.viewport(320, 700)
    await openConsole(`/app/${path}`, { answers: FILLED })
    await expect.element(main.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await expect.poll(() => main.getByCss('.MuiSkeleton-root').elements().length).toBe(0)
    expect(widthErrors()).toEqual([])
  },
)

test('NIGHT-02 on a phone a new form shows its button at once, and its first error clear of all bars', async () => {
  await page.viewport(390, 700)
  await openConsole('/app/residents/new', { answers: FILLED })
  const add = main.getByCss('form button[type="submit"]')
  await expect.element(page.getByCss('[data-alarm]').first()).toBeVisible()
  const sheetTop = () => page.getByCss('[data-alarm]').first().element().getBoundingClientRect().top
  await expect.poll(() => add.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(sheetTop())
  await add.click()
  const wrong = main.getByCss('[aria-invalid="true"]').first()
  await expect.element(wrong).toHaveFocus()
  const { top, bottom } = wrong.element().getBoundingClientRect()
  expect(top).toBeGreaterThan(0)
  expect(bottom).toBeLessThan(add.element().getBoundingClientRect().top)
})
