/** The wall of live video, and what ends a video: a stopped hub, the site's minutes, an ended session. */
import type { Locator, Page } from '@playwright/test'
import { signalHub } from '../stack/service-process.ts'
import { callAs, expect, signIn, test } from '../stack/test.ts'

// Chromium logs each rejected video, and each lost connection.
test.use({ allowedErrors: [/Failed to load resource|ERR_|WebSocket/] })

const tiles = (page: Page) => page.getByRole('region', { name: 'Live wall' }).getByRole('article')
const playedS = (video: Locator) => video.evaluate((element: HTMLVideoElement) => element.currentTime)
const enlarge = (page: Page, at: number) =>
  tiles(page)
    .nth(at)
    .getByRole('link', { name: /^Enlarge/ })
/** A camera of the demo by its place: cameras that other tests added to the wall send no video. */
const tileOf = (page: Page, place: string) =>
  page.getByRole('region', { name: 'Live wall' }).getByRole('article', { name: new RegExp(`^${place}`) })
const LAST_OF_DEMO = 'Hallway 2F'
const live = (tile: Locator) => tile.getByText(/^Live/)

async function expectMoving(tile: Locator): Promise<void> {
  // The cameras of a fresh stack connect one after the other.
  await expect(live(tile)).toBeVisible({ timeout: 60_000 })
  const before = await playedS(tile.locator('video'))
  await expect.poll(() => playedS(tile.locator('video'))).toBeGreaterThan(before + 0.5)
}

/** A fingerprint of the drawn frame. */
const printOf = (canvas: Locator) =>
  canvas.evaluate((element: HTMLCanvasElement) => element.toDataURL().length + element.toDataURL().slice(-4000))

test('LIVE-01 a wall of cameras moves, enlarges a video by pointer and keys, and is saved', async ({ page }) => {
  await signIn(page, 'nurse', '/app/cameras/list')
  await page.getByRole('link', { name: 'Live wall' }).click()
  await expect(tiles(page)).toHaveCount(4)
  for (const at of [0, 1, 2, 3]) await expectMoving(tiles(page).nth(at))

  await tiles(page)
    .nth(1)
    .getByRole('link', { name: /^Enlarge/ })
    .click()
  await expect(page).toHaveURL(/camera=/)
  await expect(page.locator('video')).toHaveCount(1)
  await expect(page.getByText(/^Live \d/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(tiles(page)).toHaveCount(4)
  await page.keyboard.press('3')
  await expect(page).toHaveURL(/camera=/)
  await page.getByRole('link', { name: 'Back to the wall' }).click()
  await expect(enlarge(page, 2)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await expect(enlarge(page, 3)).toBeFocused()

  await page.getByRole('radiogroup', { name: 'Images at once' }).getByText('9').click()
  await expect(tiles(page)).toHaveCount(9)
  for (const place of ['Room 201', 'Room 206', LAST_OF_DEMO]) await expectMoving(tileOf(page, place))
  await page.goto('/app/cameras/wall')
  await expect(tiles(page)).toHaveCount(9)
})

test('LIVE-01 pages of the wall turn automatically, and stop on request', async ({ page }) => {
  await signIn(page, 'nurse', '/app/cameras/wall?layout=1&turn=10')
  const first = await tiles(page).first().getAttribute('aria-label')
  await expect(tiles(page).first()).not.toHaveAttribute('aria-label', first!, { timeout: 20_000 })
  await page.getByRole('button', { name: 'Stop turning pages' }).click()
  await expect(page.getByRole('button', { name: 'Go on turning pages' })).toBeVisible()
  const shown = await tiles(page).first().getAttribute('aria-label')
  await page.getByRole('button', { name: 'Next page' }).click()
  // The video of the previous page has its own time, which may be far ahead of this one.
  await expect(tiles(page).first()).not.toHaveAttribute('aria-label', shown!)
  await expectMoving(tiles(page).first())
})

test('LIVE-01 videos are open only in view: not below the window or behind another tab', async ({ page }) => {
  let open = 0
  page.on('websocket', (socket) => {
    if (!socket.url().includes('/live/socket')) return
    open++
    socket.on('close', () => open--)
  })
  await signIn(page, 'nurse', '/app/cameras/list')
  // Videos open 160 px before they are in view: three rows of two, and the last camera of the demo is in the fourth.
  await page.setViewportSize({ width: 390, height: 300 })
  await page.goto('/app/cameras/wall?layout=16')
  const last = tileOf(page, LAST_OF_DEMO)
  await expectMoving(tiles(page).first())
  // Those of other tests are on the wall too. A reopened connection exists before the old one is closed.
  const all = await tiles(page).count()
  await expect.poll(() => open).toBeLessThan(all)
  await expect(live(last)).toHaveCount(0)
  await last.scrollIntoViewIfNeeded()
  await expectMoving(last)

  await showTab(page, 'hidden')
  await expect.poll(() => open).toBe(0)
  await expect(live(last)).toHaveCount(0)
  await showTab(page, 'visible')
  await expectMoving(last)
})

/** Headless Chromium has no other tab to bring to the front. */
async function showTab(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

test('LIVE-02 a stopped hub is shown on its videos, which are not live; later they continue', async ({ page }) => {
  await signIn(page, 'nurse', '/app/cameras/wall?layout=4')
  const tile = tiles(page).first()
  await expectMoving(tile)
  expect(signalHub('SIGSTOP')).toBe(1)
  try {
    await expect(tile.getByText('The image stopped. Trying again…')).toBeVisible()
    await expect(tile.getByText(/\d+ s old/)).toBeVisible()
    await expect(live(tile)).toHaveCount(0)
  } finally {
    signalHub('SIGCONT')
  }
  await expectMoving(tile)

  expect(signalHub('SIGKILL')).toBe(1)
  await expect(tile.getByText(/Trying again…/)).toBeVisible()
  await expect(live(tile)).toHaveCount(0)
  await expect(live(tile)).toBeVisible({ timeout: 90_000 })
  await expectMoving(tile)
})

test('LIVE-01 after the site’s minutes the wall ends with a notice; a new viewing continues', async ({
  page,
  openWindow,
}) => {
  const boss = await openWindow()
  await signIn(boss, 'org', '/app/tenants/list')
  const { body } = await callAs(boss, 'POST', 'tenant/search?pageSize=50', { text: 'sakura-no-sato' })
  const site = body.records[0] as { id: string; streamingRestrictionMinutes: number | null }
  const setMinutes = (minutes: number | null) =>
    callAs(boss, 'PUT', 'tenant/patch', { id: site.id, streamingRestrictionMinutes: minutes })
  expect((await setMinutes(1)).status).toBe(200)
  try {
    await signIn(page, 'nurse', '/app/cameras/wall?layout=4')
    await expectMoving(tiles(page).first())
    await expect(page.getByRole('timer')).toHaveText(/Ends in 00:[0-5]\d/)
    const notice = page.getByText('The viewing time of this site is over.')
    await expect(notice.first()).toBeVisible({ timeout: 75_000 })
    await expect(live(tiles(page).first())).toHaveCount(0)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expectMoving(tiles(page).first())
    await expect(notice).toHaveCount(0)
  } finally {
    await setMinutes(site.streamingRestrictionMinutes)
  }
})

test('LIVE-01 switching live streaming off ends the video and shows since when; on restarts it', async ({
  page,
  openWindow,
}) => {
  await signIn(page, 'nurse', '/app/cameras/wall?layout=4')
  const tile = tiles(page).first()
  await expectMoving(tile)
  const cameraId = await tile.locator('[data-tile]').getAttribute('data-tile')
  const large = await openWindow()
  await signIn(large, 'nurse', `/app/cameras/live/${cameraId}`)
  await expect(large.getByText(/^Live \d/)).toBeVisible({ timeout: 60_000 })
  const boss = await openWindow()
  await signIn(boss, 'admin', '/app/cameras/list')
  const set = (state: string) => callAs(boss, 'POST', `camera/app/updateStatus/${cameraId}`, { appCode: 'A008', state })
  const off = /Live streaming is off for this room\. It was switched off on .* It is off at this camera/
  expect((await set('DISABLED')).status).toBe(200)
  try {
    await expect(tile.getByText(off)).toBeVisible({ timeout: 5_000 })
    await expect(large.getByText(off)).toBeVisible({ timeout: 5_000 })
    await expect(tile.getByText(/^Live \d/)).toHaveCount(0)
    await expect(large.locator('video')).toHaveCount(0)
    expect((await callAs(page, 'POST', `live/open/${cameraId}`, {})).body.key).toBe('live-off')
  } finally {
    await set('GLOBAL')
  }
  await expect(tile.getByText(/^Live \d/)).toBeVisible({ timeout: 30_000 })
  await expect(large.getByText(/^Live \d/)).toBeVisible({ timeout: 30_000 })
})

test('S7 S8 another site’s user cannot open these videos, and a signed-out user loses them', async ({
  page,
  openWindow,
}) => {
  await signIn(page, 'nurse', '/app/cameras/wall?layout=4')
  await expectMoving(tiles(page).first())
  const cameraId = await tiles(page).first().locator('[data-tile]').getAttribute('data-tile')
  const stranger = await openWindow()
  await signIn(stranger, 'kaede', `/app/cameras/wall?cameraIds=["${cameraId}"]`)
  await expect(stranger.getByText('Live streaming is switched off for this site.')).toBeVisible()
  expect((await callAs(stranger, 'POST', `live/open/${cameraId}`, {})).status).toBe(404)

  expect((await callAs(page, 'POST', 'logout')).status).toBeLessThan(300)
  await expect(live(tiles(page).first())).toHaveCount(0, { timeout: 5_000 })
})

test('LIVE-01 a browser without any player gets two frames a second and shows that', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'MediaSource')
    Reflect.deleteProperty(window, 'ManagedMediaSource')
    Reflect.deleteProperty(window, 'VideoDecoder')
  })
  await signIn(page, 'nurse', '/app/cameras/list?status=Online')
  await page.getByRole('listitem').getByRole('link').first().click()
  await expect(page.getByText(/Live, two frames a second: this browser cannot play live video/)).toBeVisible({
    timeout: 60_000,
  })
  await expect(page.getByText(/^Live \d/)).toBeVisible()
  const seen = new Set<string>()
  // Each frame has the camera's clock in it, so that no two are the same.
  await expect
    .poll(async () => seen.add(await printOf(page.locator('canvas'))).size, { intervals: [100], timeout: 30_000 })
    .toBeGreaterThan(5)
  expect(await page.locator('canvas').evaluate(({ width }: HTMLCanvasElement) => width)).toBeGreaterThan(100)
})

test('LIVE-01 a browser with only a decoder draws the live video and shows that', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'MediaSource')
    Reflect.deleteProperty(window, 'ManagedMediaSource')
  })
  await signIn(page, 'nurse', '/app/cameras/list?status=Online')
  await page.getByRole('listitem').getByRole('link').first().click()
  await expect(page.getByText(/Live, shown frame by frame/)).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(/^Live \d/)).toBeVisible()
  const print = () => printOf(page.locator('canvas'))
  const first = await print()
  await expect.poll(print).not.toBe(first)
})

test('LIVE-01 an iPhone’s managed media source plays the live video', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { ManagedMediaSource: window.MediaSource })
    Reflect.deleteProperty(window, 'MediaSource')
  })
  await signIn(page, 'nurse', '/app/cameras/wall?layout=4')
  await expectMoving(tiles(page).first())
})
