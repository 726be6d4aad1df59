/** A night with a phone: races with the station, presses without a connection, a reload, an expired claim, and the sound. */

import type { Page } from '@playwright/test'
import { seriousErrors } from '../stack/accessibility.ts'
import { type AlarmRoom, button, countTones, endAlarm, lineOf, startAlarmRoom, tonesOf } from '../stack/alarm-room.ts'
import { passTime } from '../stack/stack-time.ts'
import { type Account, expect, signIn, test } from '../stack/test.ts'

const RUN = crypto.randomUUID().slice(0, 4)
/** Minimum size of a touch target. */
const LEAST_PX = 44
const PHONE = { width: 390, height: 844 }

test.use({
  hasTouch: true,
  // The phone loses its connection, and the service rejects a second claim with 409.
  allowedErrors: [/Failed to load resource|ERR_|WebSocket|409 \(Conflict\)/],
})

let room: AlarmRoom
test.beforeEach(async () => {
  room = await startAlarmRoom(`Phone room ${RUN}`)
})
test.afterEach(() => room.stop())

/** A sign-in waits for the menu, which is a drawer on a phone. */
async function signInPhone(page: Page, path: string, account: Account = 'nurse'): Promise<void> {
  await signIn(page, account, path)
  await page.setViewportSize(PHONE)
}

test('ALARM-02 ALARM-03 a phone rings, and one of two simultaneous presses counts', async ({
  page: phone,
  openWindow,
}) => {
  const station = await openWindow()
  await countTones(phone)
  await signInPhone(phone, '/app/rooms')
  await signIn(station, 'admin', '/app/cameras/wall')
  const alertId = await room.raiseFall()
  const going = button(lineOf(phone, alertId), 'I’m going')
  await expect(going).toBeVisible()
  expect((await going.boundingBox())!.height).toBeGreaterThanOrEqual(LEAST_PX)
  await expect.poll(() => tonesOf(phone), { timeout: 15_000 }).toBeGreaterThan(6)
  expect(await seriousErrors(phone)).toEqual([])

  // A press that waited for its turn would say that somebody else goes, too.
  const presses = await Promise.all(
    [phone, station].map((page) => button(lineOf(page, alertId), 'I’m going').elementHandle()),
  )
  await Promise.all(presses.map((press) => press!.evaluate((it) => (it as HTMLElement).click())))
  const goers = () =>
    Promise.all([phone, station].map((page) => lineOf(page, alertId).getByText('You are going').count()))
  await expect.poll(async () => (await goers()).toSorted()).toEqual([0, 1])
  const [first, second] = (await goers())[0] === 1 ? [phone, station] : [station, phone]
  await expect(lineOf(second, alertId)).toContainText(/ is going, \d:\d\d/)
  await button(lineOf(first, alertId), 'I’ve arrived').click()
  await expect(lineOf(second, alertId)).toContainText(' is there, ')
  await button(lineOf(first, alertId), 'Finish').click()
  const dialog = first.getByRole('dialog', { name: 'How did it end?' })
  await dialog.getByRole('button', { name: 'No injury', disabled: false }).click()
  for (const page of [phone, station]) await expect(lineOf(page, alertId)).toHaveCount(0)
})

test('ALARM-02 a phone’s press without a connection waits, survives a reload, and counts', async ({
  page: phone,
  openWindow,
}) => {
  const station = await openWindow()
  await signInPhone(phone, '/app/alerts/list')
  await signIn(station, 'admin', '/app/rooms')
  const alertId = await room.raiseFall()
  await expect(lineOf(phone, alertId)).toBeVisible()
  await phone.route('**/api/alarm/*/answer', (route) => route.abort('internetdisconnected'))
  await button(lineOf(phone, alertId), 'I’m going').click()
  await expect(lineOf(phone, alertId)).toContainText('waits for the connection. The others do not know it yet.')
  expect(await seriousErrors(phone)).toEqual([])
  await button(lineOf(phone, alertId), 'I’ve arrived').click()
  await phone.reload()
  await expect(lineOf(phone, alertId).getByText(/waits for the connection/)).toHaveCount(2)
  await expect(lineOf(station, alertId)).toContainText('Nobody is going yet')
  await phone.unroute('**/api/alarm/*/answer')
  await expect(lineOf(phone, alertId)).toContainText('You are there', { timeout: 20_000 })
  await expect(lineOf(station, alertId)).toContainText(' is there, ')
  await phone.reload()
  await expect(lineOf(phone, alertId)).toContainText('You are there')
  await station.goto(`/app/alerts/detail/${alertId}`)
  await expect(station.getByText(/pressed at .* without a connection/).first()).toBeVisible()
  await endAlarm(room.admin, alertId)
})

test('ALARM-02 ALARM-03 an expired claim rings again, is escalated, and the next user claims it', async ({
  page: phone,
  openWindow,
}) => {
  const next = await openWindow()
  await escalateToAdmin(1)
  await countTones(phone)
  await signInPhone(phone, '/app/rooms')
  await signInPhone(next, '/app/alerts/list', 'admin')
  const alertId = await room.raiseFall()
  await button(lineOf(phone, alertId), 'I’m going').click()
  await expect(lineOf(phone, alertId)).toContainText('You are going')
  await expect(lineOf(next, alertId)).toContainText(' is going, ')
  const claimedAfter = await tonesOf(phone)

  await passTime(alertId, 4)
  for (const page of [phone, next]) {
    await expect(lineOf(page, alertId)).toContainText('Nobody arrived in time. Somebody has to go.')
  }
  await expect.poll(() => tonesOf(phone), { timeout: 30_000 }).toBeGreaterThan(claimedAfter + 6)
  await passTime(alertId, 2)
  const bell = next.getByRole('button', { name: /unseen alert|Notifications|needs? an answer/ }).first()
  await bell.click()
  const popup = next.getByRole('dialog', { name: 'Notifications' })
  await expect(popup.getByText(/^Escalated: nobody answered/).first()).toBeVisible({ timeout: 30_000 })
  await next.keyboard.press('Escape')

  await button(lineOf(next, alertId), 'I’m going').click()
  await expect(lineOf(next, alertId)).toContainText('You are going')
  await expect(lineOf(phone, alertId)).toContainText(' is going, ')
  await next.goto(`/app/alerts/detail/${alertId}`)
  await expect(next.getByText(/Nobody arrived in time/).first()).toBeVisible()
  await endAlarm(room.admin, alertId)
})

/** If nobody answers the room's alarms for `thresholdMinutes`, the administrator is notified. */
async function escalateToAdmin(thresholdMinutes: number): Promise<void> {
  const { call, user } = room.admin
  const { id } = await call('asset.create', {
    body: {
      ...{ type: 'ESCALATION', name: `Lost claim ${RUN}`, thresholdMinutes },
      ...{ userIds: [user.id], unitIds: [], activeHours: null },
    },
  })
  await call('camera.patch', { params: { id: room.cameraId }, body: { escalationIds: [id] } })
}
