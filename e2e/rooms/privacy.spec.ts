/** What a camera hides is set by its administrator, said wherever its image is seen, and never shown to some. CAM-09. */
import type { Page } from '@playwright/test'
import { signIn as signInByCall } from '../stack/demo-site.ts'
import { BASE_URL } from '../stack/place.ts'
import { expect, signIn, test } from '../stack/test.ts'

/** Cameras of the demo, by name. */
async function cameraIds(): Promise<Map<string, string>> {
  const { call } = await signInByCall(BASE_URL, 'admin@sakura.example')
  const { records } = await call('camera.search', { query: { pageSize: 50 }, body: {} })
  return new Map(records.map(({ id, name }) => [name, id]))
}

/** The single live view moves, and says how people look in it. */
async function expectLive(page: Page, cameraId: string, mark: 'Blurred' | null): Promise<void> {
  await page.goto(`/app/cameras/live/${cameraId}`)
  // The cameras of a fresh start come one after the other.
  await expect(page.getByText(/^Live \d/)).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('Blurred', { exact: true })).toHaveCount(mark ? 1 : 0)
}

test('CAM-09 a blurred camera is marked as such; RESTRICTED_USER sees only blurred people', async ({
  page: admin,
  openWindow,
}) => {
  const ids = await cameraIds()
  await signIn(admin, 'admin', `/app/cameras/edit/${ids.get('206-A')}`)
  await expect(admin.getByText('1 mask', { exact: true })).toBeVisible()
  await admin.getByRole('combobox', { name: 'Privacy level' }).click()
  await admin.getByRole('option', { name: 'Blur' }).click()
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('Camera updated.')).toBeVisible()
  await expectLive(admin, ids.get('206-A')!, 'Blurred')
  await expectLive(admin, ids.get('203-A')!, null)

  const guest = await openWindow()
  await signIn(guest, 'guest', `/app/cameras/live/${ids.get('203-A')}`)
  await expectLive(guest, ids.get('203-A')!, 'Blurred')

  // A room that is blurred shows the clips of its past to everybody; one that is not has none for this account.
  const { call } = await signInByCall(BASE_URL, 'guest@sakura.example')
  const alertOf = async (name: string) => {
    const body = { cameraIds: [ids.get(name)!] }
    const { records } = await call('alert.search', { query: { pageSize: 50, sortAscending: false }, body })
    return records
  }
  const blurred = (await alertOf('207-A')).find(({ clipState }) => clipState === 'ready')!
  await guest.goto(`/app/alerts/detail/${blurred.id}`)
  await expect(guest.locator('video')).toHaveJSProperty('error', null)
  await expect(guest.getByText('Blurred', { exact: true })).toBeVisible()
  const seeded = (await alertOf('203-A')).find(({ clipState, thumbnailUrl }) => clipState === 'none' && thumbnailUrl)!
  await guest.goto(`/app/alerts/detail/${seeded.id}`)
  await expect(guest.getByText('There is no blurred clip of this alert')).toBeVisible()
  await expect(guest.getByText('Blurred', { exact: true })).toBeVisible()
})

test('CAM-09 new privacy hides people at once: they are blurred until a level is selected', async ({ page }) => {
  const ids = await cameraIds()
  await signIn(page, 'admin', `/app/cameras/edit/${ids.get('202-A')}`)
  await page.getByLabel('Privacy', { exact: true }).check()
  await expect(page.getByRole('combobox', { name: 'Privacy level' })).toHaveText('Blur')
  await expect(page.getByText('No masks')).toBeVisible()
})
