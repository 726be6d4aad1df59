/** The list of alerts as rendered, below a bar of alarms. */
import { type AlarmRoom, endAlarm, startAlarmRoom } from '../stack/alarm-room.ts'
import { expect, signIn, test } from '../stack/test.ts'

test.describe('beside an alarm', () => {
  let room: AlarmRoom
  let alertId: string
  test.beforeAll(async () => {
    room = await startAlarmRoom('Unmoved')
    alertId = await room.raiseFall()
  })
  test.afterAll(async () => {
    await endAlarm(room.admin, alertId)
    await room.stop()
  })

  for (const widthPx of [1440, 390]) {
    test(`the list and its images are drawn without a jump, ${widthPx} px wide`, async ({ page }) => {
      await page.addInitScript(() => {
        Object.assign(window, { shifted: 0 })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
            if (!entry.hadRecentInput) Object.assign(window, { shifted: Reflect.get(window, 'shifted') + entry.value })
          }
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await signIn(page, 'nurse', '/app/profile')
      await page.setViewportSize({ width: widthPx, height: 900 })
      // A page reserves the height that the bar of alarms had on the page before.
      const bar = page.getByRole('region', { name: 'Alarms that need an answer' })
      await expect(bar.getByRole('button').first()).toBeVisible()
      const reservedPx = () => page.evaluate(() => Number(localStorage.getItem('alarm-bar-height')))
      await expect.poll(async () => (await reservedPx()) - Math.round((await bar.boundingBox())!.height)).toBe(0)
      // The oldest first: what other tests raise has no images.
      await page.goto('/app/alerts/list?turned=true&severities=["critical"]')
      await expect(page.locator('a[data-alert]').first()).toBeVisible()
      const isDrawn = () =>
        page.evaluate(() => {
          const images = [...document.querySelectorAll<HTMLImageElement>('a[data-alert] img')]
          const inSight = images.filter((image) => image.getBoundingClientRect().top < innerHeight)
          return images.length > 0 && inSight.every(({ complete, naturalWidth }) => complete && naturalWidth > 0)
        })
      await expect.poll(isDrawn).toBe(true)
      await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0)
      expect(await page.evaluate(() => Reflect.get(window, 'shifted'))).toBeLessThan(0.02)
    })
  }
})
