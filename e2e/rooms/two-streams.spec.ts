/** A camera with a main and a sub stream: entered, tested, used by a real hub, and the status when one is lost. */
import { missingForRtsp, startRtspServer } from '@mimamori/hub/testing/rtsp-server.ts'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from '../stack/test.ts'

const MAIN = { pattern: 'ball', width: 640, height: 360 } as const
const SUB = { pattern: 'ball', width: 320, height: 180 } as const
const missing = missingForRtsp()
let server: Awaited<ReturnType<typeof startRtspServer>>

test.skip(missing !== null, missing ?? '')
test.beforeAll(async () => {
  server = await startRtspServer({ main: MAIN, sub: SUB, square: { ...SUB, height: 240 } })
})
test.afterAll(() => server?.stop())

const stream = (page: Page, name: string) => page.getByRole('region', { name })
const address = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

test('REAL-06 CAM-12 both streams of a camera are entered, tested, and used by its hub', async ({ page }) => {
  await signIn(page, 'admin', '/app/cameras/new')
  for (const [label, text] of [
    ['Camera Name', 'Room 501'],
    ['Location', 'Room 501'],
  ] as const)
    await page.getByLabel(label).first().fill(text)
  await page.getByRole('heading', { name: 'More', exact: true }).click()
  await choose(page, 'Hub', 'Hub Sakura 2F')
  await address(page, 'Stream URL').fill(server.url('main'))

  await address(page, 'Sub stream').fill(server.url('nothing'))
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(stream(page, 'Main stream')).toContainText('640 × 360', { timeout: 60_000 })
  await expect(stream(page, 'Sub stream')).toContainText('The hub could not see an image.')
  await expect(address(page, 'Sub stream')).toHaveAttribute('aria-invalid', 'true')
  await expect(address(page, 'Stream URL')).not.toHaveAttribute('aria-invalid', 'true')

  await address(page, 'Sub stream').fill(server.url('square'))
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText(/^The two images have different shapes/)).toBeVisible({ timeout: 60_000 })

  await address(page, 'Sub stream').fill(server.url('sub'))
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(stream(page, 'Sub stream')).toContainText('320 × 180', { timeout: 60_000 })
  // Demo cameras with privacy are at this machine, too: sizes are shown of both, and images of neither.
  await expect(page.getByText('The hub can see the image.')).toHaveCount(2)
  await expect(page.getByText('No image: a camera with privacy is at this address')).toHaveCount(2)

  await page.getByRole('button', { name: 'Add camera' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Room 501' })).toBeVisible()
  await expect(
    page.getByText('Main stream for recordings and clips, sub stream for detection and the wall'),
  ).toBeVisible()
  await expect(page.getByText(/^H\.264, 640 × 360/)).toBeVisible({ timeout: 60_000 })
  // The camera's snapshot comes from the sub stream.
  await expect(page.getByText('The hub works with the present settings.')).toBeVisible({ timeout: 60_000 })
})

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}
