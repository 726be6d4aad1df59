/** A page that the browser translates, as Chrome does for users who read neither language: it must stay correct. */
import type { Page } from '@playwright/test'
import { type AlarmRoom, button, lineOf, startAlarmRoom } from '../../stack/alarm-room.ts'
import { expect, signIn, test } from '../../stack/test.ts'

let room: AlarmRoom
test.beforeEach(async () => {
  room = await startAlarmRoom(`Translated room ${crypto.randomUUID().slice(0, 4)}`)
})
test.afterEach(() => room.stop())

/** `replace` exchanges each text in one step; `insert` adds its translation before it and then removes it. */
function translate(page: Page, way: 'replace' | 'insert'): Promise<void> {
  return page.evaluate((isReplaced) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      if (!text.nodeValue?.trim() || text.parentElement?.closest('script, style, font')) continue
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.textContent = text.nodeValue
      outer.append(inner)
      if (isReplaced) text.replaceWith(outer)
      else {
        text.before(outer)
        text.remove()
      }
    }
  }, way === 'replace')
}

test('the alarm bar of a translated page shows the claimer', async ({ page, openWindow }) => {
  const alertId = await room.raiseFall()
  await signIn(page, 'nurse', '/app/dashboard')
  const line = lineOf(page, alertId)
  await expect(line).toContainText('Nobody is going yet')
  await translate(page, 'replace')

  const colleague = await openWindow()
  await signIn(colleague, 'admin', '/app/alerts/list')
  await button(lineOf(colleague, alertId), 'I’m going').click()
  await expect(line).toContainText(/ is going, \d:\d\d/)
  await expect(line).not.toContainText('Nobody is going yet')

  await translate(page, 'replace')
  await button(lineOf(colleague, alertId), 'I’ve arrived').click()
  await expect(line).toContainText(/ is there, \d:\d\d/)
  await expect(line).not.toContainText(/ is going, /)
})

test('every page of the menu opens after each was translated', async ({ page }) => {
  await signIn(page, 'admin', '/app/dashboard')
  const links = page.locator('#shell-top nav a')
  await expect(links.first()).toBeVisible()
  const count = await links.count()
  expect(count).toBeGreaterThan(4)
  for (let at = 0; at < count; at++) {
    await translate(page, at % 2 === 0 ? 'replace' : 'insert')
    const path = await links.nth(at).getAttribute('href')
    await links.nth(at).click()
    await page.waitForURL((url) => url.pathname.startsWith(path!.split('?')[0]!))
    await expect(page.locator('main h1').first()).toBeVisible()
  }
  await expect(page.getByText('This page has a problem')).toHaveCount(0)
})
