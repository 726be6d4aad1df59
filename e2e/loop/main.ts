/** The loop at the top of README, from the running product: `npm run readme:loop`. Needs Chromium and ffmpeg. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHubSimulator, type HubSimulator } from '@mimamori/hub/testing/simulator/hub-simulator.ts'
import { type Browser, chromium, expect, type Page } from '@playwright/test'
import { startMimamori } from '../../tools/start/mimamori.ts'
import { button, endAlarm, lineOf } from '../stack/alarm-room.ts'
import { addCamera, addHub, type SignedIn, signInPage } from '../stack/demo-site.ts'
import { CHROMIUM_ARGS, CHROMIUM_PATH } from '../stack/place.ts'
import { Loop, type Screens } from './loop.ts'

const FILE = join(import.meta.dirname, '../../docs/images/fall-to-report.webp')
const MOST_BYTES = 2_500_000
const ROOM = 'Room 208'

process.env.MIMAMORI_DEMO_CAMERAS = 'none'
const folder = mkdtempSync(join(tmpdir(), 'mimamori-loop-'))
const mimamori = await startMimamori()
const browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args: CHROMIUM_ARGS })
let hub: HubSimulator | undefined
try {
  const place = await addHub(mimamori.url, 'Loop hub')
  await addCamera(place, ROOM, 'rtsp://192.0.2.40/stream')
  const { records } = await place.admin.call('alarm.open', {})
  for (const { alertId } of records) await endAlarm(place.admin, alertId)
  hub = createHubSimulator({
    service: mimamori.url,
    key: place.key,
    dataDir: folder,
    ...(await earlierFall(place.admin)),
  })
  await hub.start()
  const screens = {
    station: await openScreen(browser, 'admin@sakura.example', 'alerts/list', { width: 1280, height: 800 }),
    phone: await openScreen(browser, 'nurse@sakura.example', 'alerts/list', { width: 390, height: 844 }),
  }
  const loop = new Loop(screens)
  await play(loop, screens, hub)
  await loop.write(await browser.newPage(), FILE, folder)
  const { size } = statSync(FILE)
  process.stdout.write(`${FILE}: ${loop.seconds.toFixed(1)} s, ${size} bytes\n`)
  if (size > MOST_BYTES) throw new Error(`The loop has ${size} bytes; ${MOST_BYTES} are the most for a README.`)
} finally {
  await hub?.stop()
  await browser.close()
  await mimamori.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Image and clip of a fall that the demo has. */
async function earlierFall({ call, user }: SignedIn) {
  const { records } = await call('alert.search', { query: { pageSize: 50 }, body: { activities: ['A005'] } })
  const { id } = records.find(({ clipState }) => clipState === 'ready')!
  const { clipUrl, clipDurationMs, clipAlertAtMs, thumbnailUrl, detections } = await call('alert.get', {
    params: { id },
  })
  const read = async (url: string) => {
    const answer = await fetch(new URL(url, mimamori.url), { headers: { 'x-authtoken': user.token } })
    return Buffer.from(await answer.arrayBuffer())
  }
  return {
    detections,
    ...(thumbnailUrl && { thumbnail: await read(thumbnailUrl) }),
    clip: { bytes: await read(clipUrl!), durationMs: clipDurationMs!, alertAtMs: clipAlertAtMs ?? 0 },
  }
}

type Size = { width: number; height: number }

async function openScreen(on: Browser, userName: string, path: string, viewport: Size): Promise<Page> {
  const context = await on.newContext({ viewport, locale: 'en-GB', timezoneId: 'Asia/Tokyo', colorScheme: 'light' })
  const page = await context.newPage()
  // The browser is one whose test alarm was confirmed before.
  const proof = { provenAt: '2026-11-01T00:00:00.000Z', provenByName: 'Test', steps: null }
  await page.route('**/api/device/proof/present', (route) => route.fulfill({ json: proof }))
  await signInPage(page, mimamori.url, userName)
  await page.goto(`${mimamori.url}/app/${path}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: /Room 20/ }).first()).toBeVisible()
  await expect(page.locator('.MuiSkeleton-root')).toHaveCount(0)
  // Those further down are fetched when somebody scrolls to them.
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight),
  )
  return page
}

/** From the fall to the saved report, some fifteen seconds in all. */
async function play(loop: Loop, { station, phone }: Screens, from: HubSimulator): Promise<void> {
  await loop.show('The ward’s screen and a carer’s phone.', 1.2)
  const [alertId] = await from.raise(1, { appCode: 'A005', severity: 'critical' })
  const [onStation, onPhone] = [lineOf(station, alertId!), lineOf(phone, alertId!)]
  for (const line of [onStation, onPhone]) await expect(line).toBeVisible()
  await loop.show(`A fall in ${ROOM}: every screen says so, and sounds.`, 1.6)
  await loop.press('One press: “I’m going”.', button(onPhone, 'I’m going'))
  await expect(onStation).toContainText(' is going, ')
  await loop.follow('Everybody sees who goes.', 1.7)
  await loop.press('At the bedside.', button(onPhone, 'I’ve arrived'))
  await expect(onStation).toContainText(' is there, ')
  await loop.show('At the bedside.', 1)
  await loop.press('How did it end?', button(onPhone, 'Finish'))
  const dialog = phone.getByRole('dialog', { name: 'How did it end?' })
  await loop.press('How did it end?', dialog.getByRole('button', { name: 'No injury', disabled: false }))
  for (const line of [onStation, onPhone]) await expect(line).toHaveCount(0)
  await loop.show('Resolved.', 1)
  await from.whenDelivered()
  await station.goto(`${mimamori.url}/app/alerts/detail/${alertId}`)
  const clip = station.getByLabel('Clip of the alert').first()
  await expect(clip).toBeVisible({ timeout: 30_000 })
  await clip.evaluate((video: HTMLVideoElement) => {
    video.currentTime = 4.6
  })
  await loop.follow('The clip, and each step with its time.', 2.4)
  await station.getByRole('button', { name: 'Generate report' }).click()
  const save = station.getByRole('button', { name: 'Save report' })
  await expect(save).toBeVisible({ timeout: 60_000 })
  await save.scrollIntoViewIfNeeded()
  await loop.show('A report is drafted; somebody reads and saves it.', 1.5)
  await save.click()
  await expect(station.getByText('Report saved.')).toBeVisible()
  await loop.show('Saved.', 1.5)
}
