/** What happened while the connection was away is looked through in one list, by two people at once. */
import type { Page } from '@playwright/test'
import { seriousErrors } from '../stack/accessibility.ts'
import { endAlarm, startAlarmRoom } from '../stack/alarm-room.ts'
import { arrivedLater } from '../stack/stack-time.ts'
import { expect, signIn, test } from '../stack/test.ts'

const LATE = '/app/alerts/list?tab=needs&late=true'
const ALL = 'All looked through'
const dialogOf = (page: Page, count: number) =>
  page.getByRole('dialog', { name: `Have you looked through these ${count} alarms?` })

test('ALARM-05 two people look through late alarms at once, and what came afterwards stays', async ({
  page: nurse,
  openWindow,
}) => {
  const room = await startAlarmRoom(`Late room ${crypto.randomUUID().slice(0, 4)}`)
  const raiseLate = async () => {
    const id = await room.raiseFall()
    await arrivedLater(id, 60)
    return id
  }
  const admin = await openWindow()
  await signIn(nurse, 'nurse', LATE)
  await expect(nurse.getByText('Nothing is left from while the connection was away')).toBeVisible()
  await expect(nurse.getByRole('button', { name: ALL })).toBeDisabled()
  const ids = [await raiseLate(), await raiseLate(), await raiseLate()]
  await signIn(admin, 'admin', LATE)
  await nurse.reload()
  for (const page of [nurse, admin]) {
    await expect(page.locator('a[data-alert]')).toHaveCount(3)
    // By the keyboard alone.
    await page.getByRole('button', { name: ALL }).press('Enter')
    await expect(dialogOf(page, 3)).toContainText('3 falls are among these.')
  }
  expect(await seriousErrors(nurse)).toEqual([])
  const newest = await raiseLate()
  await Promise.all([nurse, admin].map((page) => dialogOf(page, 3).getByRole('button', { name: ALL }).press('Enter')))

  const ended = (page: Page) => page.getByText('3 alarms finished.')
  const nothing = (page: Page) => page.getByText('Nothing changed: somebody else has answered these 3 alarms.')
  const read = async () =>
    Promise.all([nurse, admin].map(async (page) => [await ended(page).count(), await nothing(page).count()]))
  await expect
    .poll(async () => (await read()).toSorted())
    .toEqual([
      [0, 1],
      [1, 0],
    ])
  const winner = (await ended(nurse).count()) === 1 ? nurse : admin
  await winner.getByRole('button', { name: 'Undo' }).click()
  await expect(winner.getByText('The alarms are open again.')).toBeVisible()
  for (const page of [nurse, admin]) {
    await page.reload()
    for (const id of [...ids, newest]) await expect(page.locator(`a[data-alert="${id}"]`)).toBeVisible()
  }
  // Alarms that stay would fill the bar of the tests that follow.
  for (const id of [...ids, newest]) await endAlarm(room.admin, id)
  await room.stop()
})
