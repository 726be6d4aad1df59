/** A fall that only the background saw: what a nurse reads of it, from the bar to the report. */
import { type AlarmRoom, lineOf, startAlarmRoom } from '../stack/alarm-room.ts'
import { expect, signIn, test } from '../stack/test.ts'

const NAME = `Dim room ${crypto.randomUUID().slice(0, 4)}`
let room: AlarmRoom
test.beforeEach(async () => {
  const box = { x: 0.1, y: 0.6, width: 0.4, height: 0.2 }
  room = await startAlarmRoom(NAME, { detections: [{ label: 'person', box, isPossible: true }] })
})
test.afterEach(() => room.stop())

test('REAL-03 a fall that only the background saw is a possible fall until staff judge it real', async ({ page }) => {
  await signIn(page, 'nurse', '/app/dashboard')
  const alertId = await room.raiseFall()
  await expect(lineOf(page, alertId)).toContainText('Possible fall')
  await page.goto(`/app/alerts/detail/${alertId}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Possible fall · ')
  await expect(page.getByText('by the background alone: the pose model did not confirm a fall')).toBeVisible()
  const { location } = (await room.admin.call('alert.get', { params: { id: alertId } })) as { location: string }
  await page.goto(`/app/rooms/${room.cameraId}`)
  await expect(page.getByRole('link', { name: /Possible fall/ }).first()).toBeVisible()
  await page.goto('/app/alerts/list')
  await expect(
    page.getByRole('main').getByRole('link', { name: new RegExp(`Possible fall ${location}`) }),
  ).toBeVisible()

  await room.admin.call('alert.patch', { params: { id: alertId }, body: { verdict: 'real' } })
  await page.goto(`/app/alerts/detail/${alertId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Fall · /)
})
