import { expect, signInOnNewDevice, test } from '../stack/test.ts'

test('ALARM-03 a device is asked even where the question comes before its page is drawn', async ({ page }) => {
  const asked = page.waitForResponse('**/api/device/proof/present')
  await page.route('**/assets/dashboard-route-*.js', async (route) => {
    await asked
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await route.continue()
  })
  await signInOnNewDevice(page, 'nurse@sakura.example')
  await expect(page.getByRole('region', { name: 'Does this device wake you for an alarm?' })).toBeVisible()
})
