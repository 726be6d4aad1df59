/** P15: moving between pages, and typing in the longest form there is, a camera's with every section open. */
import { type Browser, chromium, type Page } from '@playwright/test'
import { CHROMIUM_ARGS, CHROMIUM_PATH } from '../../e2e/stack/place.ts'
import { startMimamori } from '../../tools/start/mimamori.ts'
import { type Bench, median, quantile, round } from '../bench.ts'
import { signInPage } from '../site/demo-site.ts'

const GOAL_MS = { navigation: 100, slowNavigation: 200, typing: 100, slowTyping: 200 }
const SLOWER_CPU = 4
const PASSES = 6
const TEXT = 'Above the door, sees the bed and the way to the window.'

/** The least that a field to type in can be: the anchor. */
const PLAIN_PAGE = '<!doctype html><html lang="en"><title>Type</title><label>Text <input></label></html>'

type Figures = {
  /** The slower of the two ways. */
  navigationMs: number
  toFormMs: number
  /** Until the form's last section is there too. */
  wholeFormMs: number
  toListMs: number
  typingP95Ms: number
  keys: number
  plainTypingP95Ms: number
}
type Change = { shownMs: number; wholeMs: number }

export const bench: Bench = {
  question: 'How long is a warm change of page, and how long does a letter typed in the camera form take to show?',
  goal: `page ${GOAL_MS.navigation} ms (slow ${GOAL_MS.slowNavigation}), letter p95 ${GOAL_MS.typing} ms (slow ${GOAL_MS.slowTyping})`,
  async run(say) {
    const mimamori = await startMimamori()
    const browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args: CHROMIUM_ARGS })
    try {
      const fast = await measure(browser, mimamori.url, 1)
      const slow = await measure(browser, mimamori.url, SLOWER_CPU)
      say(`page ${fast.navigationMs} / ${slow.navigationMs} ms, letter ${fast.typingP95Ms} / ${slow.typingP95Ms} ms`)
      return {
        isMet:
          fast.navigationMs <= GOAL_MS.navigation &&
          slow.navigationMs <= GOAL_MS.slowNavigation &&
          fast.typingP95Ms <= GOAL_MS.typing &&
          slow.typingP95Ms <= GOAL_MS.slowTyping,
        figures: { fast, slowFourTimes: slow },
        notes: [
          'Letters by the Event Timing API: from the key to the next paint, in steps of 8 ms as the browser gives them.',
          'The anchor is one plain input on an empty page, typed in the same run.',
        ],
      }
    } finally {
      await browser.close()
      await mimamori.stop()
    }
  },
}

async function measure(browser: Browser, url: string, slower: number): Promise<Figures> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
  await signInPage(page, url, 'admin@sakura.example')
  const line = await page.context().newCDPSession(page)
  await page.goto(`${url}/app/cameras/list`)
  await page.getByRole('link', { name: 'Add camera' }).waitFor()
  await line.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const toForm: Change[] = []
  const toList: Change[] = []
  for (let pass = 0; pass < PASSES; pass++) {
    toForm.push(await changePage(page, 'Add camera', '/app/cameras/new', 'form summary'))
    toList.push(await changePage(page, 'Back to the cameras', '/app/cameras/list', 'h1'))
  }
  // The first of each is the loading of the page's own part of the program, not a change of page.
  const warm = (changes: Change[], kind: keyof Change) => round(median(changes.slice(1).map((change) => change[kind])))
  const toFormMs = warm(toForm, 'shownMs')
  const toListMs = warm(toList, 'shownMs')
  await page.goto(`${url}/app/cameras/new`)
  await openSections(page)
  const typed = await typeLetters(page, page.getByLabel('Description'))
  const plain = await browser.newPage()
  await plain.setContent(PLAIN_PAGE)
  const plainLine = await plain.context().newCDPSession(plain)
  await plainLine.send('Emulation.setCPUThrottlingRate', { rate: slower })
  const anchor = await typeLetters(plain, plain.getByRole('textbox'))
  await plain.close()
  await page.close()
  return {
    navigationMs: Math.max(toFormMs, toListMs),
    toFormMs,
    wholeFormMs: warm(toForm, 'wholeMs'),
    toListMs,
    typingP95Ms: round(quantile(typed, 0.95)),
    keys: typed.length,
    plainTypingP95Ms: round(quantile(anchor, 0.95)),
  }
}

/** From the click to the painted heading of the other page, and to the `last` that it shows. */
async function changePage(page: Page, link: string, path: string, last: string): Promise<Change> {
  const target = await page.getByRole('link', { name: link }).first().elementHandle()
  return page.evaluate(
    ([element, wanted, whole]) =>
      new Promise<{ shownMs: number; wholeMs: number }>((resolve) => {
        const before = document.querySelector('h1')
        const from = performance.now()
        let shownMs = Number.NaN
        const look = () => {
          const heading = document.querySelector('h1')
          if (location.pathname === wanted && heading && heading !== before) {
            if (Number.isNaN(shownMs)) shownMs = performance.now() - from
            if (document.querySelector(whole)) return resolve({ shownMs, wholeMs: performance.now() - from })
          }
          requestAnimationFrame(look)
        }
        ;(element as HTMLElement).click()
        requestAnimationFrame(look)
      }),
    [target, path, last] as const,
  )
}

/** Every field of the form is there to be drawn again. */
async function openSections(page: Page): Promise<void> {
  await page.locator('form summary').first().waitFor()
  for (const summary of await page.locator('form summary').all()) await summary.click()
}

async function typeLetters(page: Page, field: ReturnType<Page['getByLabel']>): Promise<number[]> {
  await field.first().click()
  await page.evaluate(() => {
    const seen: number[] = []
    Object.assign(globalThis, { seen })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === 'keydown') seen.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  await page.keyboard.type(TEXT, { delay: 60 })
  const slow = await page.evaluate(async () => {
    // Entries come after the paint that they measure.
    for (const _ of [1, 2, 3]) await new Promise(requestAnimationFrame)
    return (globalThis as unknown as { seen: number[] }).seen
  })
  // What took less than the browser's least figure is counted as that figure.
  return [...slow, ...Array.from({ length: Math.max(0, TEXT.length - slow.length) }, () => 16)]
}
