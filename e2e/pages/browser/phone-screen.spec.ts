/** The screen of a phone: fixed parts leave room, nothing is below the notch, no field zooms the page. */
import { type AlarmRoom, lineOf, startAlarmRoom } from '../../stack/alarm-room.ts'
import { expect, signIn, test } from '../../stack/test.ts'

const PHONE = { width: 390, height: 844 }

test.use({ hasTouch: true })

let room: AlarmRoom
test.beforeEach(async () => {
  room = await startAlarmRoom(`Screen room ${crypto.randomUUID().slice(0, 4)}`)
})
test.afterEach(() => room.stop())

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
