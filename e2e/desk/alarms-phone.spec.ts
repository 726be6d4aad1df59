/** A night with a phone: races with the station, presses without a connection, a reload in the middle, sound, a claim that is lost. */

import { USUAL_ARRIVAL_LIMIT_S } from '@mimamori/contract/alerting/alarm-state.ts'
import type { Page } from '@playwright/test'
import { type SignedIn, signIn as signInByCall } from '../../bench/site/demo-site.ts'
import { seriousErrors } from '../stack/accessibility.ts'
import { type AlarmRoom, button, countTones, endAlarm, lineOf, startAlarmRoom, tonesOf } from '../stack/alarm-room.ts'
import { BASE_URL } from '../stack/place.ts'
import { expect, signIn, test } from '../stack/test.ts'

const RUN = crypto.randomUUID().slice(0, 4)
/** A finger's width. */
const LEAST_PX = 44
const WITHOUT_ARRIVAL_S = 60
const PHONE = { width: 390, height: 844 }

test.use({
  hasTouch: true,
  // The phone loses its line, and the service refuses a second claim with 409.
  allowedErrors: [/Failed to load resource|ERR_|WebSocket|409 \(Conflict\)/],
})

let room: AlarmRoom
test.beforeEach(async () => {
  room = await startAlarmRoom(`Phone room ${RUN}`)
})
test.afterEach(() => room.stop())

/** The menu that a sign-in waits for is a drawer on a phone. */
async function signInPhone(page: Page, path: string): Promise<void> {
  await signIn(page, 'nurse', path)
  await page.setViewportSize(PHONE)
}

test('ALARM-02 ALARM-03 a phone sounds, and of its press and the station’s at once one counts', async ({
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

  await Promise.all([phone, station].map((page) => button(lineOf(page, alertId), 'I’m going').click()))
  const goers = () =>
    Promise.all([phone, station].map((page) => lineOf(page, alertId).getByText('You are going').count()))
  await expect.poll(async () => (await goers()).toSorted()).toEqual([0, 1])
  const [first, second] = (await goers())[0] === 1 ? [phone, station] : [station, phone]
  await expect(lineOf(second, alertId)).toContainText(/ is going, \d:\d\d/)
  await button(lineOf(first, alertId), 'I’ve arrived').click()
  await expect(lineOf(second, alertId)).toContainText(' is there, ')
  await button(lineOf(first, alertId), 'Finish').click()
  const dialog = first.getByRole('dialog', { name: 'How did it end?' })
  await dialog.getByText('No injury').click()
  await dialog.getByRole('button', { name: 'Finish' }).click()
  for (const page of [phone, station]) await expect(lineOf(page, alertId)).toHaveCount(0)
})

test('ALARM-02 an offline phone says that its press waits, through a reload, and then it counts', async ({
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
  await phone.reload()
  await expect(lineOf(phone, alertId)).toContainText('waits for the connection')
  await expect(lineOf(station, alertId)).toContainText('Nobody is going yet')
  await phone.unroute('**/api/alarm/*/answer')
  await expect(lineOf(phone, alertId)).toContainText('You are going', { timeout: 20_000 })
  await expect(lineOf(station, alertId)).toContainText(' is going, ')
  await phone.reload()
  await expect(lineOf(phone, alertId)).toContainText('You are going')
  await endAlarm(room.admin, alertId)
})

test('ALARM-02 SET-05 a claim without an arrival opens again, and only then the rule calls the next', async ({
  page: phone,
  openWindow,
}) => {
  test.setTimeout(400_000)
  const { admin, cameraId } = room
  const name = `Next ${RUN}`
  const rule = { type: 'ESCALATION' as const, name, thresholdMinutes: 1, unitIds: [], activeHours: null }
  const { id: ruleId } = await admin.call('asset.create', { body: { ...rule, userIds: [admin.user.id] } })
  await admin.call('camera.patch', { params: { id: cameraId }, body: { escalationIds: [ruleId] } })
  await arriveWithin(admin, WITHOUT_ARRIVAL_S)
  const station = await openWindow()
  await signInPhone(phone, '/app/rooms')
  await signIn(station, 'admin', '/app/rooms')
  const alertId = await room.raiseFall()
  await button(lineOf(phone, alertId), 'I’m going').click()
  await expect(lineOf(station, alertId)).toContainText(' is going, ')
  await expect(lineOf(phone, alertId)).toContainText('Nobody is going yet', { timeout: 120_000 })
  await expect(lineOf(station, alertId)).toContainText('Nobody is going yet')
  await station.goto(`/app/alerts/detail/${alertId}`)
  await expect(station.getByText(new RegExp(`Escalated.*${name}`))).toBeVisible({ timeout: 150_000 })
  const { steps } = await admin.call('alert.get', { params: { id: alertId } })
  const kinds = steps.map(({ kind }) => kind).filter((kind) => kind === 'claim-expired' || kind === 'escalated')
  expect(kinds).toEqual(['claim-expired', 'escalated'])
  await endAlarm(admin, alertId)
})
test.afterEach(() => arriveWithin(room.admin, USUAL_ARRIVAL_LIMIT_S))

/** The site's limit between a claim and an arrival. */
async function arriveWithin({ user }: SignedIn, arrivalLimitSeconds: number): Promise<void> {
  const operator = await signInByCall(BASE_URL, 'super@mimamori.example')
  await operator.call('tenant.patch', { body: { id: user.applicationTenant!.id, arrivalLimitSeconds } })
}
