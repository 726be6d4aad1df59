/** P14: the download size of the sign-in page on a ward's tablet, and its time on a slow connection. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, chromium } from '@playwright/test'
import { CHROMIUM_ARGS, CHROMIUM_PATH } from '../../e2e/stack/place.ts'
import { startMimamori } from '../../tools/start/mimamori.ts'
import { type Bench, median, round } from '../bench.ts'

const LIMIT_BYTES = 200_000
const PASSES = 3
/** Lighthouse's slow 4G: 1.6 Mbit/s down, 150 ms there and back, a processor four times slower. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 }
const SLOWER_CPU = 4
const IDLE_MS = 1500

/** The least that a sign-in page can be: the anchor. */
const PLAIN_FORM = `<!doctype html><html lang="en"><title>Sign in</title><meta name="viewport" content="width=device-width">
<form><h1>Sign in</h1><label>Username <input></label><label>Password <input type="password"></label><button>Login</button></form>`

type Visit = { bytes: number; requests: number; largestPaintMs: number; layoutShift: number }

export const bench: Bench = {
  subject:
    'How many bytes is the first page load, and when is its largest paint on slow 4G with a quarter of the processor?',
  goal: `at most ${LIMIT_BYTES} bytes transferred`,
  async run(say) {
    const mimamori = await startMimamori({ args: ['--empty'] })
    const plain = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(PLAIN_FORM))
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
    const browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args: CHROMIUM_ARGS })
    try {
      const ours: Visit[] = []
      const again: Visit[] = []
      const anchor: Visit[] = []
      for (let pass = 0; pass < PASSES; pass++) {
        const [first, repeat] = await visit(browser, `${mimamori.url}/auth/login`)
        const [plainFirst] = await visit(browser, `http://127.0.0.1:${(plain.address() as AddressInfo).port}/`)
        ours.push(first)
        again.push(repeat)
        anchor.push(plainFirst)
        say(
          `${first.bytes} bytes, ${first.requests} requests, largest paint ${round(first.largestPaintMs)} ms (plain form ${round(plainFirst.largestPaintMs)} ms)`,
        )
      }
      const of = (visits: Visit[]) => ({
        bytes: median(visits.map(({ bytes }) => bytes)),
        requests: median(visits.map(({ requests }) => requests)),
        largestPaintMs: round(median(visits.map(({ largestPaintMs }) => largestPaintMs))),
        layoutShift: round(Math.max(...visits.map(({ layoutShift }) => layoutShift))),
      })
      return {
        isMet: of(ours).bytes <= LIMIT_BYTES,
        figures: { signInPage: of(ours), repeatVisit: of(again), plainForm: of(anchor) },
        notes: [
          'Throttled through the DevTools protocol as Lighthouse does; bytes are encoded bytes on the wire, headers included.',
        ],
      }
    } finally {
      await browser.close()
      plain.close()
      await mimamori.stop()
    }
  },
}

/** A first visit with an empty cache, then a second one with what the first one left. */
async function visit(browser: Browser, url: string): Promise<[first: Visit, repeat: Visit]> {
  const context = await browser.newContext({ viewport: { width: 820, height: 1180 } })
  const page = await context.newPage()
  const line = await context.newCDPSession(page)
  await line.send('Network.enable')
  await line.send('Network.emulateNetworkConditions', SLOW_4G)
  await line.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_CPU })
  let bytes = 0
  let requests = 0
  line.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    requests++
  })
  const once = async (): Promise<Visit> => {
    bytes = 0
    requests = 0
    await page.goto(url, { waitUntil: 'networkidle' })
    await pause(IDLE_MS)
    const painted = await page.evaluate(readPaint)
    return { bytes, requests, ...painted }
  }
  const found: [Visit, Visit] = [await once(), await once()]
  await context.close()
  return found
}

/** Runs in the page: the last largest paint and the sum of layout shifts that the browser has seen. */
function readPaint(): Promise<{ largestPaintMs: number; layoutShift: number }> {
  return new Promise((resolve) => {
    let largestPaintMs = 0
    let layoutShift = 0
    const paints = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) largestPaintMs = entry.startTime
    })
    const shifts = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) layoutShift += (entry as PerformanceEntry & { value: number }).value
    })
    paints.observe({ type: 'largest-contentful-paint', buffered: true })
    shifts.observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve({ largestPaintMs, layoutShift }), 200)
  })
}
