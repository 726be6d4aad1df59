/** A planned check-in: reminder, video, note, and the manager's view; another site gets and sees nothing. */
import type { Page } from '@playwright/test'
import { seriousErrors } from '../stack/accessibility.ts'
import { signIn as signInByCall } from '../stack/demo-site.ts'
import { BASE_URL } from '../stack/place.ts'
import { expect, signIn, test } from '../stack/test.ts'

// Unique for this run: a stack that is used again still has the data of others.
const RUN = crypto.randomUUID().slice(0, 4)
const PURPOSE = `Evening round ${RUN}`
const NOTE = `Asleep, breathing calmly. ${RUN}`
const ROOM = 'Room 202'

// Another site's request fails.
// Chromium also logs each video that is rejected while the hub of a fresh stack connects.
test.use({ allowedErrors: [/404 \(Not Found\) .*\/api\/booking\/occurrence\/|503 .*\/api\/live\/open\//] })

/** Planned for the next full minute in the site's time zone; the nurse gets a reminder at once. */
async function planForNurse(): Promise<string> {
  const [manager, nurse] = [
    await signInByCall(BASE_URL, 'admin@sakura.example'),
    await signInByCall(BASE_URL, 'nurse@sakura.example'),
  ]
  const { records } = await manager.call('event.rooms', { query: { pageSize: 50 } })
  const { cameraId } = records.find(({ location }) => location === ROOM)!
  const zone = manager.user.applicationTenant!.timezone
  const at = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 60_000)
  const wall = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(at)
  const [firstDay, time] = wall.split(' ') as [string, string]
  const startMinute = Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  const { id } = await manager.call('booking.create', {
    body: { cameraId, userId: nurse.user.id, firstDay, startMinute, reminderMinutes: 5, purpose: PURPOSE },
  })
  const planned = await manager.call('booking.search', { body: { fromDay: firstDay, toDay: firstDay } })
  return planned.records.find(({ bookingId }) => bookingId === id)!.id
}

async function watchFor(page: Page, seconds: number): Promise<void> {
  await expect
    .poll(async () => Number((await page.getByRole('timer').textContent())?.slice(-2)), { timeout: 30_000 })
    .toBeGreaterThanOrEqual(seconds)
}

test('LIVE-03 LIVE-04 a nurse is reminded, checks in and takes notes; only the manager reads them', async ({
  page: nurse,
  openWindow,
}) => {
  const [manager, neighbour] = [await openWindow(), await openWindow()]
  await signIn(nurse, 'nurse', '/app/dashboard')
  await signIn(manager, 'admin', '/app/virtualCheckIn?view=list')
  const occurrenceId = await planForNurse()

  const reminder = nurse.getByRole('listitem').filter({ hasText: `Check-in due · ${ROOM}` })
  await reminder.getByRole('button', { name: 'view details' }).click({ timeout: 15_000 })
  await expect(nurse).toHaveURL(new RegExp(`/app/virtualCheckIn/planned/${occurrenceId}$`))
  await expect(nurse.getByText(PURPOSE)).toBeVisible()
  await nurse.getByRole('link', { name: 'Start the check-in' }).click()

  await watchFor(nurse, 3)
  await nurse.getByLabel('What did you see?').fill(NOTE)
  await expect(nurse.getByText('Saved', { exact: true })).toBeVisible()
  await expect(manager.getByText('Running').first()).toBeVisible()
  await nurse.getByRole('button', { name: 'Finish', exact: true }).click()
  await expect(nurse.getByText('Check-in saved')).toBeVisible()

  const row = manager.getByRole('row').filter({ hasText: NOTE })
  await expect(row).toContainText(ROOM)
  await expect(row).toContainText(/00:(0[3-9]|[1-5]\d)/)
  await manager.goto('/app/booking?span=day')
  await manager.getByRole('button', { name: new RegExp(`${ROOM}.*${PURPOSE}`) }).click()
  await expect(manager.getByRole('dialog').getByText('Done')).toBeVisible()

  await signIn(neighbour, 'kaede', `/app/virtualCheckIn/planned/${occurrenceId}`)
  await expect(neighbour.getByText('This does not exist, or it is not yours to see.')).toBeVisible()
})

test('LIVE-01 LIVE-03 a room without its camera shows that; a missing plan offers no retry', async ({ page }) => {
  const { call } = await signInByCall(BASE_URL, 'nurse@sakura.example')
  const { records } = await call('event.rooms', { query: { pageSize: 50 } })
  const away = records.find(({ status }) => status === 'Offline')!
  await signIn(page, 'nurse', `/app/virtualCheckIn/room/${away.cameraId}`)
  await expect(page.getByText(/^Camera: Offline\. This is an older image/)).toBeVisible()

  await page.goto('/app/virtualCheckIn/planned/00000000-0000-7000-8000-000000000000')
  await expect(page.getByRole('alert')).toHaveText('This does not exist, or it is not yours to see.')
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
})

const SUNDAY = 0

/** Moves one day forward in the month by keyboard; returns that day. */
async function nextDay(page: Page): Promise<Date> {
  const before = page.url()
  await page.keyboard.press('ArrowRight')
  await expect(page).not.toHaveURL(before)
  return new Date(new URL(page.url()).searchParams.get('day')!)
}

test('LIVE-04 a check-in is planned in the calendar by keyboard', async ({ page }) => {
  await signIn(page, 'admin', '/app/booking?span=month')
  const today = page.locator('[aria-current="date"]')
  await today.focus()
  const tomorrow = await nextDay(page)
  // Avoid Saturday: the check-in is dragged to the last day of the week below.
  if (tomorrow.getUTCDay() === SUNDAY) await nextDay(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/span=day/)
  await page.getByRole('link', { name: 'Plan a check-in' }).click()
  await page.getByRole('combobox', { name: 'Room' }).fill('Room 207')
  await page.getByRole('option', { name: 'Room 207' }).click()
  await page.getByLabel('Person').fill('Yuki')
  await page.getByRole('option', { name: /Yuki/ }).click()
  await page.getByLabel('What to look for').fill(PURPOSE)
  // Late in the evening the proposed time leaves no room to move it down.
  await page.getByLabel(/^Time/).fill('10:00')
  await page.getByRole('button', { name: 'Plan a check-in' }).click()
  await expect(page.getByText('Check-in planned')).toBeVisible()
  const planned = page
    .getByRole('main')
    .getByRole('button', { name: /Room 207/ })
    .first()
  await expect(planned).toBeVisible()
  expect(await seriousErrors(page)).toEqual([])

  // Moved by keys to another time, undone, and dragged to the last day of the week.
  const before = (await planned.textContent())!.slice(0, 5)
  await planned.focus()
  for (const key of ['m', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await expect(page.getByText(/^Moved to/)).toBeVisible()
  await expect(planned).not.toContainText(before)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(planned).toContainText(before)
  const lastDay = page.locator('[data-drop]').last()
  const [from, to] = [(await planned.boundingBox())!, (await lastDay.boundingBox())!]
  await page.mouse.move(from.x + 10, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(to.x + 20, from.y + 12, { steps: 4 })
  await page.mouse.up()
  await expect(lastDay.getByRole('button', { name: /Room 207/ })).toBeVisible()
})
