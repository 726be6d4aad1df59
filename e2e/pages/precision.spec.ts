/** Staff's verdicts on an app's alerts, on the app's page. */
import { type AlarmRoom, startAlarmRoom } from '../stack/alarm-room.ts'
import { expect, signIn, test } from '../stack/test.ts'

// Its hub answers no request about what it sees, so a reload asks too soon.
test.use({ allowedErrors: [/429 \(Too Many Requests\).*\/tryout\//] })

let room: AlarmRoom
test.beforeEach(async () => {
  room = await startAlarmRoom(`Judged ${crypto.randomUUID().slice(0, 4)}`)
})
test.afterEach(() => room.stop())

test('REAL-10 the page of an app says how often it was right, from ten judged alerts on', async ({ page }) => {
  const { admin, cameraId } = room
  const judge = async (verdict: 'real' | 'false-alarm') => {
    const id = await room.raiseFall()
    await admin.call('alert.patch', { params: { id }, body: { verdict } })
  }
  for (let at = 0; at < 7; at++) await judge('real')
  for (let at = 0; at < 2; at++) await judge('false-alarm')
  await signIn(page, 'admin', `/app/cameras/apps/${cameraId}/settings/A005`)
  await expect(page.getByText('9 judged so far. 1 more are needed')).toBeVisible()
  await judge('false-alarm')
  await page.reload()
  await expect(page.getByText('7 of 10 were right: in the long run between 40 and 89% (95% sure).')).toBeVisible()
  await expect(page.getByRole('table').getByText('40 to 89%')).toBeVisible()
})
