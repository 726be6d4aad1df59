/** The oldest supported browsers, and older ones: Chromium without the features that they lack. */
import type { Page } from '@playwright/test'
import { button, lineOf, startAlarmRoom } from '../../stack/alarm-room.ts'
import { expect, signIn, test } from '../../stack/test.ts'

/** `names`: as `Owner.name`, or a global's name. */
function remove(page: Page, names: string[]): Promise<unknown> {
  return page.addInitScript((paths) => {
    for (const path of paths) {
      const steps = path.split('.')
      const name = steps.pop()!
      const owner = steps.reduce((place, step) => Reflect.get(place, step), globalThis as object)
      Reflect.deleteProperty(owner, name === '@@asyncIterator' ? Symbol.asyncIterator : name)
    }
  }, names)
}

const LACKING = {
  'sorted copies': (page: Page) => remove(page, ['Array.prototype.toSorted']),
  'mixed colors': (page: Page) =>
    page.addInitScript(() => {
      const supports = CSS.supports.bind(CSS) as (name: string, value: string) => boolean
      const lacking = (name: string, value = '') => !value.startsWith('color-mix') && supports(name, value)
      CSS.supports = lacking as typeof CSS.supports
    }),
  modules: (page: Page) => remove(page, ['HTMLScriptElement.prototype.noModule']),
}

for (const [what, lack] of Object.entries(LACKING)) {
  test(`a browser without ${what} says in both languages what to do`, async ({ page }) => {
    await lack(page)
    await page.goto('/app/alerts/list')
    await expect(page.getByRole('heading', { name: 'This browser is too old for Mimamori' })).toBeVisible()
    await expect(page.getByText(/Chrome 111, Edge 111, Firefox 115, Safari 16\.4/)).toBeVisible()
    await expect(page.locator('[lang|="ja"] h1')).toHaveText('このブラウザーは古いため、Mimamoriを使えません')
    await expect(page.locator('#root')).toHaveCount(0)
  })
}

test('ALARM-02 ALARM-03 a browser without newer web APIs gets and claims an alarm', async ({ page }) => {
  await remove(page, [
    ...['AbortSignal.any', 'Map.groupBy', 'Object.groupBy', 'Promise.withResolvers', 'URL.canParse', 'URL.parse'],
    ...['Response.json', 'String.prototype.toWellFormed', 'ReadableStream.prototype.@@asyncIterator'],
    ...['HTMLVideoElement.prototype.requestVideoFrameCallback', 'Navigator.prototype.wakeLock'],
    ...[
      'Navigator.prototype.setAppBadge',
      'Navigator.prototype.clearAppBadge',
      'Document.prototype.startViewTransition',
    ],
    ...['requestIdleCallback', 'VideoDecoder', 'EncodedVideoChunk', 'scheduler'],
  ])
  const room = await startAlarmRoom('Older browser room')
  await signIn(page, 'nurse', '/app/dashboard')
  const alertId = await room.raiseFall()
  const line = lineOf(page, alertId)
  // The bar fetches every 20 s: an earlier update came over the stream.
  await expect(line).toContainText('Nobody is going yet', { timeout: 10_000 })
  await button(line, 'I’m going').click()
  await expect(line).toContainText('You are going')
  for (const path of ['/app/cameras/wall', '/app/handover', `/app/alerts/detail/${alertId}`]) {
    await page.goto(path)
    await expect(page.locator('main h1').first()).toBeVisible()
  }
  await expect(page.getByText('This page has a problem')).toHaveCount(0)
  await room.stop()
})
