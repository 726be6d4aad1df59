/** The screen of a phone: fixed parts leave room, nothing is below the notch, no field zooms the page. */
import type { Page } from '@playwright/test'
import { type AlarmRoom, lineOf, startAlarmRoom } from '../../stack/alarm-room.ts'
import { expect, signIn, test } from '../../stack/test.ts'

const PHONE = { width: 390, height: 844 }
/** A touch keyboard takes some 330 px: with it, a field has the rest. */
const FAST_PX = 300

test.use({ hasTouch: true })

let room: AlarmRoom
test.beforeEach(async () => {
  room = await startAlarmRoom(`Screen room ${crypto.randomUUID().slice(0, 4)}`)
})
test.afterEach(() => room.stop())

/** How far down the screen something that stands fast reaches. */
const fastEnd = (page: Page) =>
  page.evaluate(() => document.querySelector('#shell-top')!.getBoundingClientRect().bottom)

test('ALARM-03 on a phone two alarms and the notices leave room for the page and a keyboard', async ({ page }) => {
  await signIn(page, 'nurse', '/app/alerts/list')
  await page.setViewportSize(PHONE)
  for (const id of [await room.raiseFall(), await room.raiseFall()]) await expect(lineOf(page, id)).toBeVisible()
  await expect(page.getByRole('listitem').first()).toBeVisible()
  await page.evaluate(() => scrollTo(0, 600))
  await expect.poll(() => fastEnd(page)).toBeLessThan(FAST_PX)
})

test('on a phone held sideways nothing lies below its camera or its home bar', async ({ page, context }) => {
  const insets = { top: 0, left: 59, right: 59, bottom: 21 }
  const devtools = await context.newCDPSession(page)
  await signIn(page, 'nurse', '/app/alerts/list')
  await page.setViewportSize({ width: 844, height: 390 })
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets })
  const id = await room.raiseFall()
  await expect(lineOf(page, id)).toBeVisible()
  /** What can be pressed or read, and lies outside. */
  const hidden = () =>
    page.evaluate(({ left, right }) => {
      const seen = [...document.querySelectorAll('button, a, h1, input, img, [data-alarm]')]
      return seen
        .filter((element) => element.checkVisibility({ opacityProperty: true }) && !element.closest('.visually-hidden'))
        .map((element) => ({ box: element.getBoundingClientRect(), element }))
        .filter(({ box }) => box.width > 1 && box.bottom > 0 && box.top < innerHeight)
        .filter(({ box }) => box.left < left - 1 || box.right > innerWidth - right + 1)
        .map(({ element }) => element.outerHTML.slice(0, 120))
    }, insets)
  for (const path of ['/app/alerts/list', '/app/rooms', '/app/rooms?station=true', '/app/cameras/wall']) {
    await page.goto(path)
    await expect(lineOf(page, id)).toBeVisible()
    await expect.poll(hidden).toEqual([])
  }
})

test('fields have text of 16 px on a touch screen, so that an iPhone does not enlarge the page', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await page.goto('/')
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, 'admin', '/app/rooms')
  await page.setViewportSize(PHONE)
  const small = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('input:not([type="checkbox"], [type="radio"]), select, textarea')]
        .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
        .map((field) => field.outerHTML.slice(0, 120)),
    )
  for (const path of ['/app/rooms', '/app/alerts/list', '/app/handover', '/app/cameras/new', '/app/residents']) {
    await page.goto(path)
    await expect(page.locator('main :is(input, select, textarea)').first()).toBeAttached()
    expect(await small()).toEqual([])
  }
})

test('at 320 px no page is wider than the screen', async ({ page }) => {
  await signIn(page, 'admin', '/app/dashboard')
  await page.setViewportSize({ width: 320, height: 700 })
  for (const path of ['/app/dashboard', '/app/residents/new', '/app/alerts/list', '/app/handover']) {
    await page.goto(path)
    await expect(page.locator('main h1')).toBeVisible()
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  }
})

test('ALARM-03 a press on a page that an alarm has just moved does not count, a later one does', async ({ page }) => {
  await signIn(page, 'nurse', '/app/profile')
  await expect(page.locator('main h1')).toBeVisible()
  await expect(page.locator('#shell-top section')).toBeAttached()
  await page.evaluate(() => {
    const counts = { early: 0, late: 0 }
    Object.assign(window, { counts })
    const main = document.querySelector<HTMLElement>('main')!
    // A page too short to be scrolled back under the finger.
    main.style.cssText = 'height: 200px; overflow: hidden; padding: 0'
    document.body.style.height = '100dvh'
    document.body.style.overflow = 'hidden'
    let isLate = false
    main.addEventListener('click', () => counts[isLate ? 'late' : 'early']++, { capture: true })
    const press = () => main.querySelector('h1')!.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
    const bar = document.querySelector('#shell-top section')!
    new MutationObserver(() =>
      requestAnimationFrame(() =>
        setTimeout(() => {
          press()
          isLate = true
          setTimeout(press, 600)
        }, 50),
      ),
    ).observe(bar.querySelector('div')!, { childList: true })
  })
  await expect(lineOf(page, await room.raiseFall())).toBeVisible()
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'counts'))).toEqual({ early: 0, late: 1 })
})
