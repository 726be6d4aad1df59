/** Cameras that send H.265, in a browser without a decoder for it: the Chromium of the tests. REAL-07. */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import type { Page } from '@playwright/test'
import { connectHub, putRecording, raiseFallInH265 } from '../../bench/part/recorded-camera.ts'
import { addCamera, addHub } from '../stack/demo-site.ts'
import { BASE_URL } from '../stack/place.ts'
import { expect, signIn, test } from '../stack/test.ts'

const RUN = crypto.randomUUID().slice(0, 4)
const HALL = `H.265 hall ${RUN}`
const SECONDS = 24
const START_MS = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS
const MADE = 'The camera sends H.265, which this browser does not play. The hub makes H.264 of it while you watch.'
const AWAY =
  'This recording is H.265, which this browser does not play, and the hub that makes H.264 of it cannot be reached. Download it, or try again later.'

let folder: string
let alertId: string
let hub: Awaited<ReturnType<typeof connectHub>>
test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mimamori-h265-'))
  const { key, agentId, admin } = await addHub(BASE_URL, `H.265 hub ${RUN}`)
  const cameraId = await addCamera({ admin, agentId }, HALL, 'rtsp://192.0.2.30/stream')
  await putRecording(BASE_URL, { key, cameraId, startMs: START_MS, seconds: SECONDS, coding: 'hevc' })
  alertId = await raiseFallInH265(BASE_URL, { key, cameraId, atMs: START_MS + 12_000 })
  hub = await connectHub(BASE_URL, key)
})
test.afterAll(async () => {
  await hub?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const search = new URLSearchParams({
  range: 'custom',
  from: new Date(START_MS).toISOString(),
  to: new Date(START_MS + HOUR_MS).toISOString(),
})
const secondsIn = (page: Page) => page.locator('video').evaluate((element: HTMLVideoElement) => element.currentTime)

/** What ffprobe says of the video in a file that a person downloads. */
async function codecOfDownload(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click(),
  ])
  const path = join(folder, `${crypto.randomUUID()}.mp4`)
  await download.saveAs(path)
  const shown = ['-v', 'error', '-show_entries', 'stream=codec_name', '-of', 'csv=p=0', path]
  return execFileSync('ffprobe', shown, { encoding: 'utf8' }).trim()
}

test('REAL-07 a recording of H.265 plays where the browser has no H.265, and says so', async ({ page }) => {
  await signIn(page, 'admin', `/app/recordings/list?${search}`)
  const isPlayed = await page.evaluate(() => MediaSource.isTypeSupported('video/mp4; codecs="hvc1.1.6.L93.B0"'))
  expect(isPlayed).toBe(false)
  // The alarm of the other test names the camera, too.
  await page.locator('a[href*="/recordings/detail/"]').filter({ hasText: HALL }).click()
  await expect(page.getByRole('heading', { name: HALL })).toBeVisible()
  await expect.poll(() => secondsIn(page), { timeout: 30_000 }).toBeGreaterThan(1)
  await expect(page.getByText(MADE)).toBeVisible()

  // Elsewhere in it, and over the border of two segments.
  await page.locator('video').evaluate((element: HTMLVideoElement) => {
    element.currentTime = 16
  })
  await expect.poll(() => secondsIn(page), { timeout: 30_000 }).toBeGreaterThan(19)
  expect(await codecOfDownload(page, 'Download')).toBe('hevc')

  await hub.stop()
  await page.reload()
  await expect(page.getByRole('alert').filter({ hasText: AWAY })).toBeVisible()
})

test('REAL-07 the clip of an alert plays everywhere, and what the camera sent can be downloaded', async ({ page }) => {
  await signIn(page, 'admin', `/app/alerts/detail/${alertId}`)
  await expect.poll(() => secondsIn(page)).toBeGreaterThan(0.5)
  expect(await codecOfDownload(page, 'Download')).toBe('h264')
  expect(await codecOfDownload(page, 'Download as the camera sent it (H.265)')).toBe('hevc')
})
