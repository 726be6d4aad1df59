/** Recordings in daily work, with video of a test hub. */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import type { Page } from '@playwright/test'
import { FILM_FRAMES_PER_SECOND, keepRecording, putRecording, raiseFall } from '../../bench/part/recorded-camera.ts'
import { addCamera, addHub } from '../stack/demo-site.ts'
import { BASE_URL } from '../stack/place.ts'
import { expect, signIn, test } from '../stack/test.ts'

// Unique for this run: a stack that is used again still has the data of others.
const RUN = crypto.randomUUID().slice(0, 4)
const HALL = `Recorded hall ${RUN}`
const ROOM = `Room on the hub ${RUN}`
const HUB = `Recording hub ${RUN}`
const SECONDS = 24
const LAST_HOUR_MS = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS
/** Midnight in Tokyo, the demo's time zone. */
const NEW_DAY_UTC_HOUR = 15
/** Two past recordings of a whole hour each, the second directly after the first, on the same day. */
const SECOND_MS = LAST_HOUR_MS - (new Date(LAST_HOUR_MS).getUTCHours() === NEW_DAY_UTC_HOUR ? HOUR_MS : 0)
const FIRST_MS = SECOND_MS - SECONDS * 1000

let folder: string
let alertId: string
let hub: Awaited<ReturnType<typeof keepRecording>>
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mimamori-recordings-'))
  const { key, agentId, admin } = await addHub(BASE_URL, HUB)
  const cameraId = await addCamera({ admin, agentId }, HALL, 'rtsp://192.0.2.20/stream')
  await putRecording(BASE_URL, { key, cameraId, startMs: FIRST_MS, seconds: SECONDS })
  await putRecording(BASE_URL, { key, cameraId, startMs: SECOND_MS, seconds: SECONDS })
  const roomId = await addCamera({ admin, agentId }, ROOM, 'rtsp://192.0.2.21/stream')
  hub = await keepRecording(BASE_URL, { key, cameraId: roomId, startMs: SECOND_MS, seconds: SECONDS })
  alertId = await raiseFall(BASE_URL, { key, cameraId, atMs: FIRST_MS + 12_000 })
})
test.afterAll(async () => {
  await hub?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const iso = (ms: number) => new Date(ms).toISOString()
const search = new URLSearchParams({ range: 'custom', from: iso(FIRST_MS), to: iso(SECOND_MS + HOUR_MS) })
/** Without links in the bar of alarms. */
const rows = (page: Page) => page.getByRole('main').getByRole('link', { name: HALL })
const video = (page: Page) => page.locator('video')
const secondsIn = (page: Page) => video(page).evaluate((element: HTMLVideoElement) => element.currentTime)

/** Opens the earlier of the two. */
async function openFirst(page: Page): Promise<void> {
  await signIn(page, 'admin', `/app/recordings/list?${search}`)
  await expect(rows(page)).toHaveCount(2)
  await rows(page).last().click()
  await expect(page.getByRole('heading', { name: HALL })).toBeVisible()
}

test('REC-01 the list shows recordings; archiving asks first, has a filter, and can be undone', async ({ page }) => {
  await signIn(page, 'admin', `/app/recordings/list?${search}`)
  await expect(rows(page)).toHaveCount(2)
  await rows(page).first().click()
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Archive this recording?')).toBeVisible()
  await dialog.getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('Recording archived')).toBeVisible()

  await page.goto(`/app/recordings/list?${search}&archived=true`)
  await expect(rows(page)).toHaveCount(1)
  await rows(page).first().click()
  await page.getByRole('button', { name: 'Unarchive' }).click()
  await dialog.getByRole('button', { name: 'Unarchive' }).click()
  await expect(page.getByText('Recording unarchived')).toBeVisible()
})

test('REC-02 a recording plays, marks its alerts, steps by frames, and opens the next one', async ({ page }) => {
  await openFirst(page)
  await expect.poll(() => secondsIn(page)).toBeGreaterThan(3)
  const first = page.url()

  await page.getByRole('button', { name: /^Fall, / }).click()
  await expect.poll(() => secondsIn(page)).toBeGreaterThanOrEqual(12)

  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('button', { name: 'One frame on' }).click()
  const at = await secondsIn(page)
  await page.getByRole('button', { name: 'One frame on' }).click()
  expect(Math.round(((await secondsIn(page)) - at) * FILM_FRAMES_PER_SECOND)).toBe(1)
  await page.getByRole('button', { name: 'One frame back' }).click()
  // Without its sign: a hair's breadth before it is 0 too.
  await expect.poll(async () => Math.abs(Math.round(((await secondsIn(page)) - at) * FILM_FRAMES_PER_SECOND))).toBe(0)

  await page.getByLabel('Speed').selectOption('16')
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => page.url(), { timeout: 30_000 }).not.toBe(first)
  await expect(page.getByLabel('Speed')).toHaveValue('16')
  await expect.poll(() => secondsIn(page)).toBeGreaterThan(0.3)
  await page.getByRole('link', { name: 'Previous recording' }).click()
  await expect.poll(() => page.url()).toBe(first)
})

test('REC-03 a slow recording shows a notice, and plays once it has loaded', async ({ page }) => {
  const slow = Promise.withResolvers<void>()
  await page.route('**/*.m3u8*', async (route) => {
    await slow.promise
    await route.continue()
  })
  await openFirst(page)
  const patience = page.getByText(
    "Please be patient as we process the recording you're trying to view. It may take some time to load.",
  )
  await expect(patience).toBeVisible()
  slow.resolve()
  await expect.poll(() => secondsIn(page)).toBeGreaterThan(0.5)
  await expect(patience).toHaveCount(0)
})

test('REC-02 the timeline is zoomed by wheel and key, and by day', async ({ page }) => {
  await openFirst(page)
  const slider = page.getByRole('slider', { name: 'Position in the recording' })
  const shownMs = async () => Number(await slider.getAttribute('max')) - Number(await slider.getAttribute('min'))
  expect(await shownMs()).toBe(SECONDS * 1000)
  await slider.hover()
  await page.mouse.wheel(0, -240)
  await expect.poll(shownMs).toBeLessThan(SECONDS * 1000)
  await page.keyboard.press('0')
  await expect.poll(shownMs).toBe(SECONDS * 1000)
  await expect(page.getByRole('navigation', { name: /^Recordings of / }).getByRole('link')).toHaveCount(2)
})

test('ALERT-07 the full clip of an alert opens the recording at its second', async ({ page }) => {
  await signIn(page, 'nurse', `/app/alerts/detail/${alertId}`)
  await page.getByRole('link', { name: 'Full clip' }).click()
  await expect(page.getByRole('heading', { name: HALL })).toBeVisible()
  // Five seconds before it.
  await expect.poll(() => secondsIn(page)).toBeGreaterThanOrEqual(7)
  expect(await secondsIn(page)).toBeLessThan(12)
})

test('REC-02 ALERT-08 a selected range is downloaded as a playable video with its own name', async ({ page }) => {
  await openFirst(page)
  await page.getByLabel('From').fill('00:06')
  await page.getByLabel('To', { exact: true }).fill('00:11')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(new RegExp(`^${HALL} ${HALL} .*\\.mp4$`))
  const path = join(folder, 'range.mp4')
  await download.saveAs(path)
  const shown = [
    '-v',
    'error',
    '-count_frames',
    '-show_entries',
    'stream=codec_name,nb_read_frames',
    '-of',
    'json',
    path,
  ]
  const { streams } = JSON.parse(execFileSync('ffprobe', shown, { encoding: 'utf8' }))
  // From second 6 to the end of second 11.
  expect(streams).toEqual([{ codec_name: 'h264', nb_read_frames: String(6 * FILM_FRAMES_PER_SECOND) }])
})

test.describe('GEN-12 video that does not load', () => {
  test.use({ allowedErrors: [/503/] })

  test('REC-02 GEN-12 shows a message, and the keyboard alone resumes it where it stopped', async ({ page }) => {
    const alert = page.getByRole('alert')
    const retry = page.getByRole('button', { name: 'Try again' })
    await openFirst(page)
    await page.getByRole('link', { name: /Fall$/ }).click()
    await expect.poll(() => secondsIn(page)).toBeGreaterThanOrEqual(12)
    let asked = 0
    await page.route(/playlist\.m3u8/, (route) => {
      asked++
      return route.fulfill({ status: 503 })
    })
    await page.reload()
    await expect(alert).toContainText('Video not available')
    const askedAtFirst = asked
    await retry.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => asked).toBeGreaterThan(askedAtFirst)
    await expect(retry).toBeVisible()

    await page.unroute(/playlist\.m3u8/)
    await page.keyboard.press('Tab')
    await expect(retry).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(alert).toHaveCount(0)
    await expect.poll(() => secondsIn(page)).toBeGreaterThanOrEqual(12)
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  })
})

test.describe('REC-05 recordings retained on a hub', () => {
  test.use({ allowedErrors: [/503/] })

  test('GEN-12 plays through the hub as any other, and shows a message while it is offline', async ({ page }) => {
    await signIn(page, 'admin', `/app/recordings/list?${search}`)
    await page.getByRole('link', { name: ROOM }).click()
    await expect(page.getByText(`On the hub ${HUB}`, { exact: true })).toBeVisible()
    await expect.poll(() => secondsIn(page)).toBeGreaterThan(0.5)

    await hub.stop()
    await page.reload()
    await expect(page.getByRole('alert')).toHaveText(
      `This recording is on the hub ${HUB}, which cannot be reached right now. It plays here as soon as the hub is back.`,
    )
    await page.getByRole('button', { name: 'Download' }).click()
    await expect(page.getByText(/^Download failed\. This recording is on a hub/)).toBeVisible()
  })
})
