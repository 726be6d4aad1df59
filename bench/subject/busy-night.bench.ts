/** NIGHT-07: does a night of forty alarms an hour stay visible to two carers, a station and somebody who does nothing? */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { type SignedIn, signIn, signInPage } from '../../e2e/stack/demo-site.ts'
import { CHROMIUM_ARGS, CHROMIUM_PATH } from '../../e2e/stack/place.ts'
import { type Running, startMimamori } from '../../tools/start/mimamori.ts'
import { type Bench, IS_TRIAL, quantile, round } from '../bench.ts'
import { NIGHT_ACCOUNTS } from '../simulate/night/night-site.ts'
import { answerAlarms, type CarerCount } from './night-carer.ts'

const MINUTES = IS_TRIAL ? 3 : 30
const MINUTE_MS = 60_000
const LOOK_EVERY_MS = 1_000
const NIGHT_WITHIN_MS = 120_000
/** An alarm that was stored is on a page within this time; before it counts as off the screen. */
const SHOWN_WITHIN_MS = 3_000
const PHONE = { width: 390, height: 844 }
const DESK = { width: 1440, height: 900 }

export const bench: Bench = {
  subject:
    'In half an hour of a busy night with two carers, a station and an idle page: are falls ever off a screen, and how many presses does a room take?',
  goal: 'no fall is ever outside of the visible part of a page; at most five presses a call',
  async run(say) {
    const mimamori = await startMimamori({ args: ['--night'] })
    const browser = await chromium.launch({ executablePath: CHROMIUM_PATH, args: CHROMIUM_ARGS })
    try {
      await whenNight(mimamori)
      const admin = await signIn(mimamori.url, NIGHT_ACCOUNTS.admin)
      const open = (user: string, path: string, viewport: typeof PHONE) =>
        openPage(browser, { url: mimamori.url, user, path, viewport })
      const pages = {
        carer1: await open(NIGHT_ACCOUNTS.carers[0], 'rooms', PHONE),
        carer2: await open(NIGHT_ACCOUNTS.carers[1], 'dashboard', PHONE),
        station: await open(NIGHT_ACCOUNTS.station, 'rooms?station=true', DESK),
        idle: await open(NIGHT_ACCOUNTS.admin, 'alerts/list', DESK),
      }
      const ending = AbortSignal.timeout(MINUTES * MINUTE_MS)
      const began = new Date()
      const [first, second, falls] = await Promise.all([
        answerAlarms(pages.carer1, ending),
        answerAlarms(pages.carer2, ending),
        watchFalls(admin, pages, ending, say),
      ])
      return summary(await nightSince(admin, began), [first, second], falls)
    } finally {
      await browser.close()
      await mimamori.stop()
    }
  },
}

/** The night begins once its site has been made. */
export async function whenNight({ dataFolder }: Running): Promise<void> {
  const isPlaying = () => {
    try {
      return readFileSync(join(dataFolder, 'logs', 'night.log'), 'utf8').includes('A busy night in')
    } catch {
      return false
    }
  }
  const untilMs = performance.now() + NIGHT_WITHIN_MS
  while (!isPlaying()) {
    if (performance.now() > untilMs) throw new Error('The busy night did not begin.')
    await pause(LOOK_EVERY_MS)
  }
}

type Place = { url: string; user: string; path: string; viewport: typeof PHONE }

async function openPage(browser: Browser, { url, user, path, viewport }: Place): Promise<Page> {
  const page = await (await browser.newContext({ viewport, hasTouch: viewport === PHONE })).newPage()
  await signInPage(page, url, user)
  await page.goto(`${url}/app/${path}`)
  await page.locator('main').waitFor()
  return page
}

type FallCount = { looks: number; offScreen: Record<string, number> }

/** Once a second: is each unanswered fall in the visible part of each page? */
async function watchFalls(
  { call }: SignedIn,
  pages: Record<string, Page>,
  ending: AbortSignal,
  say: (line: string) => void,
): Promise<FallCount> {
  const count: FallCount = { looks: 0, offScreen: Object.fromEntries(Object.keys(pages).map((name) => [name, 0])) }
  while (!ending.aborted) {
    await pause(LOOK_EVERY_MS)
    const { records, now } = await call('alarm.open', { query: {} })
    const falls = records.filter(({ activity, alarm, occurredAt }) => {
      return activity === 'A005' && alarm.state === 'open' && Date.parse(now) - Date.parse(occurredAt) > SHOWN_WITHIN_MS
    })
    for (const { location } of falls) {
      count.looks++
      for (const [name, page] of Object.entries(pages)) {
        if (await page.evaluate(isRoomInView, location)) continue
        // Answered between the two looks, perhaps.
        const again = await call('alarm.open', { query: {} })
        const isOpen = again.records.some((each) => each.location === location && each.alarm.state === 'open')
        if (!isOpen || (await page.evaluate(isRoomInView, location))) continue
        count.offScreen[name]!++
        say(`the fall in ${location} is off the screen of ${name}`)
      }
    }
  }
  return count
}

/** Runs in the page: whether the name of the room stands in its visible part, with nothing over it. */
function isRoomInView(room: string): boolean {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    if (!walker.currentNode.textContent?.includes(room)) continue
    const element = walker.currentNode.parentElement!
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + Math.min(width, 40) / 2, top + height / 2]
    if (width === 0 || x < 0 || y < 0 || x > innerWidth || y > innerHeight) continue
    const above = document.elementFromPoint(x, y)
    if (above && (element.contains(above) || above.contains(element))) return true
  }
  return false
}

type Night = { alarms: number; falls: number; returned: number; claimedAfterS: number[]; fallsClaimedAfterS: number[] }

async function nightSince({ call }: SignedIn, from: Date): Promise<Night> {
  const body = { from: from.toISOString() }
  const { records } = await call('alert.search', { query: { pageSize: 100 }, body })
  const waited = (of: typeof records) =>
    of.flatMap(({ alarm, occurredAt }) => {
      return alarm?.claimer ? [(Date.parse(alarm.claimer.at) - Date.parse(occurredAt)) / 1_000] : []
    })
  const falls = records.filter(({ activity }) => activity === 'A005')
  return {
    alarms: records.length,
    falls: falls.length,
    returned: records.filter(({ alarm }) => alarm?.resolved?.outcome === 'returned').length,
    claimedAfterS: waited(records),
    fallsClaimedAfterS: waited(falls),
  }
}

function summary(night: Night, carers: readonly CarerCount[], falls: FallCount) {
  const sum = (of: (carer: CarerCount) => number) => carers.reduce((total, carer) => total + of(carer), 0)
  const [calls, presses] = [sum((carer) => carer.calls), sum((carer) => carer.presses)]
  const pressesPerCall = round(presses / Math.max(1, calls))
  const offScreen = Object.values(falls.offScreen).reduce((total, count) => total + count, 0)
  const at = (waitedS: readonly number[]) => ({
    p50S: round(quantile(waitedS, 0.5)),
    maxS: round(quantile(waitedS, 1)),
  })
  return {
    isMet: offScreen === 0 && pressesPerCall <= 5,
    figures: {
      ...{ minutes: MINUTES, alarms: night.alarms, falls: night.falls, endedByReturn: night.returned },
      ...{ callsAnswered: calls, presses, pressesPerCall, looksAtFalls: falls.looks, offScreen: falls.offScreen },
      ...{ claimedAfter: at(night.claimedAfterS), fallsClaimedAfter: at(night.fallsClaimedAfterS) },
    },
    notes: [
      'Forty rooms on a simulated hub beside the demo; two scripted carers on phones, a station, an idle page of an administrator.',
      'A carer takes the first row, walks 15 to 40 s, helps 20 to 60 s, and then looks again; both may want the same room.',
    ],
  }
}
