import { seriousErrors, widthErrors } from '../stack/accessibility.ts'
import { startAlarmRoom } from '../stack/alarm-room.ts'
import { expect, signIn, test } from '../stack/test.ts'

/** From the process of a real hub, over its spool and the service, to the page and back from this console. */
test('PROOF-01 the coverage page shows the test incident of a real hub, step by step', async ({ page }) => {
  await signIn(page, 'admin', '/app/rooms')
  await page.getByRole('navigation').getByRole('link', { name: 'Coverage', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Alert coverage', level: 1 })).toBeVisible()
  const room = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Room 206' }).first()
  await room.getByText('Room 206').first().click()
  for (const step of ['Camera raised it', 'Service stored it', 'Recipients chosen']) {
    await expect(room.getByText(step).locator('xpath=..').getByRole('time')).toBeVisible({ timeout: 120_000 })
  }
  await expect(room.getByText('No test incident has passed for two hours.')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Devices of people who answer alarms' })).toBeVisible()
  await expect(page.getByRole('main').getByText('Yuki Sato')).toBeVisible()
  expect(await seriousErrors(page)).toEqual([])
  expect(await widthErrors(page)).toEqual([])
})

test('REAL-02 PROOF-01 an administrator reads which cameras wait for the pose model', async ({ page }) => {
  const name = `Slow ${crypto.randomUUID().slice(0, 4)}`
  const { admin, cameraId, stop } = await startAlarmRoom(name, { reason: { code: 'pose-late', params: {} } })
  const said = async () => (await admin.call('camera.get', { params: { id: cameraId } })).statusReason?.code
  await expect.poll(said, { timeout: 60_000 }).toBe('pose-late')
  await signIn(page, 'admin', '/app/coverage')
  const room = page.getByRole('main').getByRole('listitem').filter({ hasText: name }).first()
  await room.locator('summary').first().click()
  await expect(room.getByText('The hub is too slow for all its cameras').first()).toBeVisible()
  await page.goto(`/app/cameras/live/${cameraId}`)
  await expect(page.getByText('it recognizes postures too rarely here')).toBeVisible()
  await stop()
})
