import words from 'virtual:every-language/push-worker'
import { endpoints } from '@mimamori/contract/endpoints.ts'
import appEn from '@mimamori/contract/languages/en/app.json'
import appJa from '@mimamori/contract/languages/ja/app.json'
import { describe, expect, test } from 'vitest'
import type { PushRequest } from './push-request.ts'
import { RECEIPT_PATH } from './push-request.ts'
import { type Browser, type ConsoleWindow, openCarried, receivePush } from './push-worker.ts'

const ORIGIN = 'https://mimamori.example'
const ALERT = '019a9b00-0000-7000-8000-000000000001'
const MESSAGE = {
  tag: `raised:${ALERT}`,
  title: 'Fall · Room 203',
  body: 'Critical · 02:14',
  locale: 'en',
  path: `/app/alerts/detail/${ALERT}`,
  severity: 'critical',
  occurredAt: '2026-11-21T17:14:00.000Z',
  receipt: 'signed-1',
}
/** What the service sends when somebody claims. */
const WITHDRAWN = { title: '', body: '', withdraws: true }

type Options = { isInFront?: boolean; answers?: boolean; hasWindow?: boolean; canNavigate?: boolean }

/** A browser that writes down what it was asked. */
function watchedBrowser({ isInFront = false, answers = true, hasWindow = true, canNavigate = true }: Options = {}) {
  const acts: unknown[] = []
  const receipts = new Set<string>()
  const window: ConsoleWindow = {
    isInFront,
    ask: async (prompt: PushRequest) => {
      acts.push([prompt.type])
      return answers
    },
    tell: ({ type }) => acts.push(['tell', type]),
    focus: async () => void acts.push(['focus']),
    navigate: async (path) => {
      acts.push(['navigate', path])
      return canNavigate
    },
  }
  const browser: Browser = {
    language: 'ja-JP',
    windows: async () => (hasWindow ? [window] : []),
    show: async (title, options) => void acts.push(['show', title, options]),
    withdraw: async (alertId) => void acts.push(['withdraw', alertId]),
    shown: { has: async (receipt) => receipts.has(receipt), add: async (receipt) => void receipts.add(receipt) },
    tellService: async (receipt, state) => void acts.push([state, receipt]),
    openWindow: async (path) => void acts.push(['openWindow', path]),
  }
  return { browser, acts, shown: () => acts.filter((act) => (act as string[])[0] === 'show') }
}

describe('a push message', () => {
  test('NAV-10 becomes a system notification that says what, when and where it leads', async () => {
    const { browser, acts } = watchedBrowser()
    await receivePush(JSON.stringify(MESSAGE), browser)
    expect(acts).toEqual([
      ['delivered', 'signed-1'],
      [
        'show',
        'Fall · Room 203',
        {
          icon: '/icon-192.png',
          badge: '/icon-badge.png',
          body: 'Critical · 02:14',
          tag: `raised:${ALERT}`,
          renotify: true,
          silent: false,
          lang: 'en',
          timestamp: Date.UTC(2026, 10, 21, 17, 14),
          requireInteraction: true,
          actions: [
            { action: 'claim', title: 'I’m going' },
            { action: 'open', title: 'view details' },
          ],
          data: {
            ...{ path: `/app/alerts/detail/${ALERT}`, receipt: 'signed-1' },
            ...{ about: 'Fall · Room 203', locale: 'en' },
          },
        },
      ],
      ['tell', 'shown'],
      ['shown', 'signed-1'],
    ])
  })

  test('ALARM-04 of an answer removes the alarm’s notifications, and leaves a silent line', async () => {
    const { browser, acts, shown } = watchedBrowser()
    await receivePush(JSON.stringify({ ...MESSAGE, ...WITHDRAWN, receipt: 'signed-2' }), browser)
    expect(acts).toContainEqual(['withdraw', ALERT])
    const line = { tag: 'answered', body: 'An alarm was answered.', silent: true, lang: 'en' }
    expect(shown()).toMatchObject([['show', 'Mimamori', line]])
    expect(acts).not.toContainEqual(['tell', 'shown'])
  })

  test('ALARM-04 of an answer is not shown beside a window in front, whose bar has it', async () => {
    const { browser, acts, shown } = watchedBrowser({ isInFront: true })
    await receivePush(JSON.stringify({ ...MESSAGE, ...WITHDRAWN }), browser)
    expect(acts).toContainEqual(['withdraw', ALERT])
    expect(shown()).toEqual([])
  })

  test('NAV-10 that comes twice is shown once, and the service hears that it came twice', async () => {
    const { browser, acts, shown } = watchedBrowser()
    await receivePush(JSON.stringify(MESSAGE), browser)
    await receivePush(JSON.stringify(MESSAGE), browser)
    expect(shown()).toHaveLength(1)
    expect(acts.filter((act) => (act as string[])[0] === 'delivered')).toHaveLength(2)
    await receivePush(JSON.stringify({ ...MESSAGE, receipt: 'signed-2' }), browser)
    expect(shown()).toHaveLength(2)
  })

  test('NAV-10 is said by the window in front, and by the system when that does not answer', async () => {
    const front = watchedBrowser({ isInFront: true })
    await receivePush(JSON.stringify(MESSAGE), front.browser)
    expect(front.acts).toEqual([['delivered', 'signed-1'], ['say'], ['shown', 'signed-1']])

    const mute = watchedBrowser({ isInFront: true, answers: false })
    await receivePush(JSON.stringify(MESSAGE), mute.browser)
    expect(mute.shown()).toHaveLength(1)

    const sample = watchedBrowser({ isInFront: true })
    await receivePush(JSON.stringify({ ...MESSAGE, tag: 'a-sample', severity: null }), sample.browser)
    expect(sample.shown()).toHaveLength(1)
  })

  test.each([null, '', 'no json', '{"title":7}'])('that cannot be read (%j) is still news', async (text) => {
    const { browser, acts } = watchedBrowser()
    await receivePush(text, browser)
    expect(acts).toMatchObject([['show', 'Mimamori', { tag: 'unknown', lang: 'ja', data: { receipt: null } }]])
  })
})

describe('a press on a notification', () => {
  const carried = { path: MESSAGE.path, receipt: 'signed-1' }

  test('NAV-10 leads the open window there without a reload', async () => {
    const { browser, acts } = watchedBrowser()
    await openCarried(carried, ORIGIN, browser)
    expect(acts).toEqual([['opened', 'signed-1'], ['focus'], ['open']])
  })

  test('NAV-10 leads a window that does not answer there by a fresh page, else opens one', async () => {
    const mute = watchedBrowser({ answers: false })
    await openCarried(carried, ORIGIN, mute.browser)
    expect(mute.acts).toContainEqual(['navigate', MESSAGE.path])
    const foreign = watchedBrowser({ answers: false, canNavigate: false })
    await openCarried(carried, ORIGIN, foreign.browser)
    expect(foreign.acts).toContainEqual(['openWindow', MESSAGE.path])
    const none = watchedBrowser({ hasWindow: false })
    await openCarried(carried, ORIGIN, none.browser)
    expect(none.acts).toEqual([
      ['opened', 'signed-1'],
      ['openWindow', MESSAGE.path],
    ])
  })

  test.each(['//evil.example/x', 'https://evil.example', '/\\evil.example', 7, undefined])(
    'never leads out of the console: %s',
    async (path) => {
      const { browser, acts } = watchedBrowser({ hasWindow: false })
      await openCarried({ path, receipt: null }, ORIGIN, browser)
      expect(acts).toEqual([['openWindow', '/app/alerts/list']])
    },
  )
})

test('the worker says the words of the console and calls the path of the contract', () => {
  expect([words.en.open, words.ja.open]).toEqual([appEn['view-details'], appJa['view-details']])
  expect(RECEIPT_PATH).toBe(`/api/${endpoints['notification.receipt'].path}`)
})
