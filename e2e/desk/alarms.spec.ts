/** Answering alarms: the bar on every page, claims, notes to colleagues, the sound. */

import { type AlarmRoom, button, countTones, lineOf, startAlarmRoom, tonesOf } from '../stack/alarm-room.ts'
import type { SignedIn } from '../stack/demo-site.ts'
import { expect, signIn, test } from '../stack/test.ts'

const RUN = crypto.randomUUID().slice(0, 4)
const ROOM = `Alarm room ${RUN}`
/** The service answers a second claim with 409, which Chromium writes to the console. */
const REFUSED = /409 \(Conflict\)/

test.use({ allowedErrors: [REFUSED] })

let room: AlarmRoom
let admin: SignedIn
const raiseFall = () => room.raiseFall()
test.beforeEach(async () => {
  room = await startAlarmRoom(ROOM)
  admin = room.admin
})
test.afterEach(() => room.stop())

test('ALARM-02 ALARM-03 one of two claims at once wins, the other is notified, and the bar stays', async ({
  page: nurse,
  openWindow,
}) => {
  const colleague = await openWindow()
  await signIn(nurse, 'nurse', '/app/dashboard')
  await signIn(colleague, 'admin', '/app/alerts/list')
  const alertId = await raiseFall()
  for (const page of [nurse, colleague]) await expect(lineOf(page, alertId)).toContainText('Nobody is going yet')
  await expect(nurse).toHaveTitle(/^\(\d+\) /)

  // Neither press reaches the service before the other is made: a window that knew of the first would offer to join.
  const pressed = Promise.withResolvers<void>()
  let presses = 0
  for (const page of [nurse, colleague]) {
    await page.route(
      '**/api/alarm/*/answer',
      async (route) => {
        if (++presses === 2) pressed.resolve()
        await pressed.promise
        await route.continue()
      },
      { times: 1 },
    )
  }
  await Promise.all([nurse, colleague].map((page) => button(lineOf(page, alertId), 'I’m going').click()))
  const goers = () =>
    Promise.all([nurse, colleague].map((page) => lineOf(page, alertId).getByText('You are going').count()))
  await expect.poll(async () => (await goers()).toSorted()).toEqual([0, 1])
  const [first, second] = (await goers())[0] === 1 ? [nurse, colleague] : [colleague, nurse]
  await expect(second.getByText(/Somebody else is going already\. Your “I’m going” was not counted/)).toBeVisible()
  await expect(lineOf(second, alertId)).toContainText(/ is going, \d:\d\d/)

  await button(lineOf(second, alertId), 'I’m going too').click()
  await expect(lineOf(first, alertId)).toBeVisible()
  await button(lineOf(first, alertId), 'I’ve arrived').click()
  await expect(lineOf(second, alertId)).toContainText(/ is there, \d:\d\d/)
  for (const path of ['/app/alerts/list', '/app/profile', '/app/cameras/list', `/app/alerts/detail/${alertId}`]) {
    await second.goto(path)
    await expect(lineOf(second, alertId)).toBeVisible()
  }

  await first.keyboard.press('r')
  const dialog = first.getByRole('dialog', { name: 'How did it end?' })
  await dialog.getByRole('button', { name: 'Write a note first' }).click()
  await dialog.getByLabel('Note').fill('She sat on the floor beside the bed.')
  await dialog.getByRole('button', { name: 'No injury', disabled: false }).click()
  for (const page of [first, second]) await expect(lineOf(page, alertId)).toHaveCount(0)
  await expect(second.getByText('She sat on the floor beside the bed.').first()).toBeVisible()
  await expect(second.getByText(/^Finished by /)).toBeVisible()
})

test('ALARM-03 opening or marking as read does not answer an alarm; the sound plays until it is claimed', async ({
  page,
}) => {
  await countTones(page)
  await signIn(page, 'nurse', '/app/alerts/list')
  const alertId = await raiseFall()
  await expect(lineOf(page, alertId)).toBeVisible()
  // More than one pattern of six tones.
  await expect.poll(() => tonesOf(page), { timeout: 15_000 }).toBeGreaterThan(6)
  await page.getByRole('button', { name: 'Mark all read' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark all read' }).click()
  await lineOf(page, alertId).getByRole('link', { name: /^Open/ }).last().click()
  await expect(page).toHaveURL(new RegExp(alertId))
  await expect(lineOf(page, alertId)).toContainText('Nobody is going yet')
  await page.keyboard.press('c')
  await expect(page.getByRole('region', { name: 'Answer', exact: true })).toContainText('You are going')
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await expect(page).toHaveURL(/\/app\/alerts\/list/)
  await expect(lineOf(page, alertId)).toContainText('You are going')
  await button(lineOf(page, alertId), 'Give back').click()
  await admin.call('alarm.answer', {
    params: { id: alertId },
    body: { action: 'resolve', outcome: 'false-alarm', requestId: crypto.randomUUID() },
  })
  await expect(lineOf(page, alertId)).toHaveCount(0)
})

test('ALARM-07 a note notifies the named colleague; the timeline shows the delivery state', async ({
  page,
  openWindow,
}) => {
  const colleague = await openWindow()
  await signIn(page, 'nurse', '/app/profile')
  await signIn(colleague, 'admin', '/app/profile')
  const name = `${admin.user.firstName} ${admin.user.lastName}`
  const alertId = await raiseFall()
  await page.goto(`/app/alerts/detail/${alertId}`)
  const card = page.getByRole('main').locator('section', { hasText: 'Note or ask a colleague' })
  await card.getByLabel('Note', { exact: true }).fill('Please bring the wheelchair.')
  await card.getByRole('combobox', { name: 'Ask colleagues' }).fill(name)
  await expect(page.getByRole('option', { name })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await card.getByRole('button', { name: 'Ask and notify' }).click()
  await expect(page.getByText(`Being notified: ${name}.`, { exact: false })).toBeVisible()
  await expect(page.getByText('asked colleagues to look').first()).toBeVisible()
  await expect(page.getByText('Please bring the wheelchair.').first()).toBeVisible()
  await expect(page.getByText(`to ${name}`).first()).toBeVisible()
  await expect(colleague.getByText('A colleague asks you to look').first()).toBeVisible()
})
