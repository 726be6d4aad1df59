/** Alarm load of the demo's site, and the head of the dashboard. */
import { errorsOf, LOOKS, openAs } from '../stack/accessibility.ts'
import { expect, followSystem, signIn, test } from '../stack/test.ts'

test('LOAD-01 an administrator finds shifts, people, causes and a change, also from the keyboard', async ({ page }) => {
  await signIn(page, 'admin', '/app/analytics')
  await page.getByRole('link', { name: 'Alarm load' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Alarm load', level: 1 })).toBeVisible()
  const causes = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Causes of most alarms' }) })
  await expect(causes.getByRole('listitem').first()).toContainText(/\d+ alarms/)
  await expect(causes.getByRole('link', { name: 'Open the settings' }).first()).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('heading', { name: 'By shift' })).toBeVisible()
  await page.getByRole('radio', { name: '28 nights' }).press('Space')
  await expect(page).toHaveURL(/days=28/)
  await page.reload()
  await expect(page.getByRole('radio', { name: '28 nights' })).toBeChecked()
})

test('LOAD-01 a nurse sees the load without changes and without the names of others', async ({ page }) => {
  await signIn(page, 'nurse', '/app/load')
  await expect(page.getByText('Administrators see here which change would leave fewer of them.')).toBeVisible()
  await expect(page.getByText('Alarms that you claimed, or ended without a claim.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Open the settings' })).toHaveCount(0)
})

test('ROOM-01 ALARM-05 the dashboard begins with the rooms that need somebody and leads to all', async ({ page }) => {
  await signIn(page, 'nurse', '/app/dashboard')
  const strip = page.getByRole('region', { name: 'Rooms now' })
  await expect(strip.getByText(/calm\./)).toBeVisible()
  const below = page.getByRole('heading', { level: 2 })
  await expect(below.first()).toHaveText('Rooms now')
  await strip.getByRole('link', { name: 'See all rooms' }).click()
  await expect(page.getByRole('heading', { name: 'Rooms now', level: 1 })).toBeVisible()
})

for (const look of LOOKS) {
  test(`LOAD-01 alarm load and dashboard are sound ${look.title}`, async ({ page }) => {
    await signIn(page, 'admin')
    await page.setViewportSize({ width: look.widthPx, height: 900 })
    await followSystem(page, look.scheme)
    const errors: string[] = []
    for (const path of ['/app/load', '/app/dashboard']) {
      await openAs(page, path, look)
      errors.push(...(await errorsOf(page, path)))
    }
    expect(errors).toEqual([])
  })
}
