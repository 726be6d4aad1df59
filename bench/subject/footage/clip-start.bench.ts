/** P12: how soon a clip starts after a click, among ten thousand, compared with the same file on a plain static server. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { progressiveMp4 } from '@mimamori/hub/mp4/mp4.ts'
import { film } from '@mimamori/hub/testing/film.ts'
import { type Browser, chromium, type Page } from '@playwright/test'
import { type SignedIn, signIn } from '../../../e2e/stack/demo-site.ts'
import { CHROMIUM_ARGS, CHROMIUM_PATH } from '../../../e2e/stack/place.ts'
import { createStorage } from '../../../service/src/platform/files/folder-storage.ts'
import { storageName } from '../../../service/src/platform/files/storage.ts'
import { startMimamori } from '../../../tools/start/mimamori.ts'
import { type Bench, IS_TRIAL, quantile, round } from '../../bench.ts'

const FILES = Number(process.env.MIMAMORI_BENCH_CLIPS ?? (IS_TRIAL ? 500 : 10_000))
const REQUESTS = IS_TRIAL ? 60 : 600
/** Requests that are not measured: both servers have just started. */
const WARM_REQUESTS = IS_TRIAL ? 20 : 300
const CLICKS = IS_TRIAL ? 3 : 20
const RANGE_BYTES = 64 * 1024
const GOAL = { ratio: 1.5, paintP95Ms: 400, seekMs: 300 }

export const bench: Bench = {
  subject: `How soon does a clip start when it is clicked, in a folder of ${FILES} clips?`,
  goal: `range request p50 at most ${GOAL.ratio} times a plain static server's; click to first image p95 at most ${GOAL.paintP95Ms} ms; seek at most ${GOAL.seekMs} ms`,
  async run(say) {
    const folder = await mkdtemp(join(tmpdir(), 'mimamori-bench-clip-'))
    const { track, samples } = await film(15)
    const clip = join(folder, 'clip.mp4')
    await writeFile(clip, progressiveMp4(track, samples))
    const mimamori = await startMimamori()
    const browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args: CHROMIUM_ARGS })
    let plain: { url: URL; close: () => void } | null = null
    try {
      await fill(join(mimamori.dataFolder, 'media'), clip)
      const nurse = await signIn(mimamori.url, 'nurse@sakura.example')
      const alerts = await alertsWithClip(nurse)
      const url = new URL((await nurse.call('alert.get', { params: { id: alerts[0]! } })).clipUrl!, mimamori.url)
      const copy = join(folder, 'copy.mp4')
      await writeFile(copy, Buffer.from(await (await fetch(url)).arrayBuffer()))
      plain = await serve(copy)
      const firstMs = await firstRanges(mimamori.url, nurse, alerts)
      const [ours, theirs] = await ranges(url, plain.url)
      say(`range p50 ${round(ours)} ms, plain ${round(theirs)} ms, a clip's first ${round(firstMs)} ms`)
      const page = await signedInPage(browser, mimamori.url, nurse)
      const { paintsMs, seeksMs } = await clicks(page, mimamori.url, alerts)
      const figures = {
        files: FILES,
        range: {
          oursP50Ms: round(ours),
          plainP50Ms: round(theirs),
          ratio: round(ours / theirs),
          firstP50Ms: round(firstMs),
        },
        clickToImage: { p50Ms: round(quantile(paintsMs, 0.5)), p95Ms: round(quantile(paintsMs, 0.95)) },
        seek: { p50Ms: round(quantile(seeksMs, 0.5)), p95Ms: round(quantile(seeksMs, 0.95)) },
      }
      say(`click to image p95 ${figures.clickToImage.p95Ms} ms, seek p95 ${figures.seek.p95Ms} ms`)
      const isMet =
        figures.range.ratio <= GOAL.ratio &&
        figures.clickToImage.p95Ms <= GOAL.paintP95Ms &&
        figures.seek.p95Ms <= GOAL.seekMs
      return {
        isMet,
        figures,
        notes: [
          'Each range request checks signature, session and rights; the plain server nothing.',
          'Session and right are read once a second at most. A first request also reads and writes the audit.',
        ],
      }
    } finally {
      plain?.close()
      await browser.close()
      await mimamori.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

/** As many clips as in a year, besides those of the demo: hard links to one file. */
async function fill(folder: string, clip: string): Promise<void> {
  const storage = createStorage(folder)
  for (let i = 0; i < FILES; i++) await storage.adopt(storageName(crypto.randomUUID(), crypto.randomUUID()), clip)
}

async function alertsWithClip({ call }: SignedIn): Promise<string[]> {
  const { records } = await call('alert.search', { query: { pageSize: 100 }, body: { activities: ['A005', 'A006'] } })
  const ids = records.filter(({ clipState }) => clipState === 'ready').map(({ id }) => id)
  if (ids.length === 0) throw new Error('the demo has no alert with a clip')
  return ids
}

/** Node's own server with no other code, in a separate process like ours. */
async function serve(file: string): Promise<{ url: URL; close: () => void }> {
  const child = fork(join(import.meta.dirname, '..', '..', 'part', 'plain-file.ts'), [file])
  const [port] = (await once(child, 'message')) as [number]
  return { url: new URL(`http://127.0.0.1:${port}/`), close: () => void child.kill() }
}

/** Requests clips for the first time, one request each. Returns the p50 in ms. */
async function firstRanges(base: string, { call }: SignedIn, alerts: readonly string[]): Promise<number> {
  const times: number[] = []
  for (const id of alerts) {
    const url = new URL((await call('alert.get', { params: { id } })).clipUrl!, base)
    times.push(await rangeMs(url))
  }
  return quantile(times, 0.5)
}

async function rangeMs(url: URL): Promise<number> {
  const startedAt = performance.now()
  const answer = await fetch(url, { headers: { range: `bytes=0-${RANGE_BYTES - 1}` } })
  if (answer.status !== 206) throw new Error(`${url.pathname} answered ${answer.status}`)
  await answer.arrayBuffer()
  return performance.now() - startedAt
}

/** Alternates, so that other load on the machine affects both. Returns both p50 in ms. */
async function ranges(ours: URL, anchor: URL): Promise<[ours: number, anchor: number]> {
  const times: [number[], number[]] = [[], []]
  for (let i = -WARM_REQUESTS; i < REQUESTS; i++) {
    for (const [side, url] of [ours, anchor].entries()) {
      const ms = await rangeMs(url)
      if (i >= 0) times[side]!.push(ms)
    }
  }
  return [quantile(times[0], 0.5), quantile(times[1], 0.5)]
}

async function signedInPage(browser: Browser, url: string, nurse: SignedIn): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, baseURL: url })
  await page.addInitScript(
    (user) => localStorage.setItem('session', JSON.stringify({ token: user.token, user })),
    nurse.user,
  )
  return page
}

/** From the click on an alert in the list to the first frame of its clip, and from a seek to its frame. */
async function clicks(page: Page, url: string, alerts: readonly string[]) {
  const paintsMs: number[] = []
  const seeksMs: number[] = []
  await page.goto(`${url}/app/alerts/list?activities=${encodeURIComponent(JSON.stringify(['A005', 'A006']))}`)
  const links = page.locator('a[data-alert]')
  await links.first().waitFor()
  const listed = await links.evaluateAll((all) => all.map((link) => (link as HTMLElement).dataset.alert!))
  const ids = [...new Set(listed)].filter((id) => alerts.includes(id))
  for (let i = 0; i < CLICKS && ids.length > 0; i++) {
    const link = page.locator(`a[data-alert="${ids[i % ids.length]}"]`).first()
    await link.scrollIntoViewIfNeeded()
    const [paintMs, seekMs] = await link.evaluate(openAndSeek)
    paintsMs.push(paintMs)
    seeksMs.push(seekMs)
    await page.goBack()
    await links.first().waitFor()
  }
  if (paintsMs.length === 0) throw new Error('no alert with a clip is in the list')
  return { paintsMs, seeksMs }
}

/** Runs in the browser. */
async function openAndSeek(link: Element): Promise<[paintMs: number, seekMs: number]> {
  const clickedAt = performance.now()
  ;(link as HTMLElement).click()
  while (!document.querySelector('video')) await new Promise(requestAnimationFrame)
  const video = document.querySelector('video')!
  const painted = () => new Promise<number>((resolve) => video.requestVideoFrameCallback((now) => resolve(now)))
  if (video.readyState < 2) await painted()
  const paintMs = performance.now() - clickedAt
  video.pause()
  const soughtAt = performance.now()
  const next = painted()
  video.currentTime = video.duration * 0.7
  await next
  return [paintMs, performance.now() - soughtAt]
}
