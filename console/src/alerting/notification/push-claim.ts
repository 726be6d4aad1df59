/** "I'm going" pressed in a notification: sent by the worker, or saved until it can be sent. Browser as parameter. ALARM-04. */

import words from 'virtual:every-language/push-worker'
import type { PushMessage } from '@mimamori/contract/alerting/push-message.ts'
import { DEFAULT_LOCALE } from '@mimamori/contract/languages/locales.ts'
import { OFFLINE_PRESS_MAX_MS } from '@mimamori/contract/shared/alarm-state.ts'
import { newId } from '#lib/browser/without-tls.ts'
import type { Carried, ShownOptions, Spoken } from './push-shown.ts'

type Locale = PushMessage['locale']

export type ClaimPress = {
  requestId: string
  alertId: string
  pressedAtMs: number
  /** The user of the press: a user who signs in after them does not send it. */
  userId: string
  about: string
  locale: Locale
  path: string
}

/** The user of this browser. `isStation`: a page must ask for a name first. */
export type PushSession = { token: string; userId: string; isStation: boolean }
export type ClaimAnswer = 'claimed' | 'taken' | 'refused' | 'unreached'

export type ClaimBrowser = {
  nowMs: () => number
  session: () => Promise<PushSession | null>
  /** `hasWaited`: sends the time of the press. */
  send: (press: ClaimPress, session: PushSession, hasWaited: boolean) => Promise<ClaimAnswer>
  saved: {
    all: () => Promise<ClaimPress[]>
    put: (press: ClaimPress) => Promise<void>
    remove: (id: string) => Promise<void>
  }
  /** Requests a wake-up when the network returns; other browsers send at the worker's next start. */
  wakeLater: () => Promise<void>
  show: (title: string, options: ShownOptions) => Promise<void>
}

const DETAIL = /^\/app\/alerts\/detail\/([\w-]+)$/

/** The button of a notification about an alarm. */
export function claimAction({ path, severity, locale }: Pick<PushMessage, 'path' | 'severity' | 'locale'>) {
  const isAlarm = DETAIL.test(path) && (severity === 'critical' || severity === 'high')
  return isAlarm ? [{ action: 'claim', title: words[locale].claim }] : []
}

/** Returns false if a page must be opened instead: nobody is signed in, or a name must be selected first. */
export async function claimCarried(carried: Carried & Partial<Spoken>, browser: ClaimBrowser): Promise<boolean> {
  const alertId = DETAIL.exec(carried.path)?.[1]
  const session = await browser.session()
  if (!alertId || !session || session.isStation) return false
  const { about = 'Mimamori', locale = DEFAULT_LOCALE, path } = carried
  const press: ClaimPress = {
    ...{ requestId: newId(), alertId, pressedAtMs: browser.nowMs() },
    ...{ userId: session.userId, about, locale, path },
  }
  // Save it first: the system may stop the worker at any moment.
  await browser.saved.put(press)
  const answer = await browser.send(press, session, false)
  if (answer === 'unreached') await browser.wakeLater()
  else await browser.saved.remove(press.requestId)
  await say(press, answer, browser)
  return true
}

/** Sends saved presses in order, until the service is unreachable again. */
export async function sendSaved(browser: ClaimBrowser): Promise<void> {
  const session = await browser.session()
  const saved = (await browser.saved.all()).toSorted((a, b) => a.pressedAtMs - b.pressedAtMs)
  for (const press of saved) {
    if (browser.nowMs() - press.pressedAtMs > OFFLINE_PRESS_MAX_MS) {
      await browser.saved.remove(press.requestId)
      await say(press, 'too-old', browser)
    } else if (session?.userId === press.userId) {
      const answer = await browser.send(press, session, true)
      if (answer === 'unreached') return browser.wakeLater()
      await browser.saved.remove(press.requestId)
      await say(press, answer, browser)
    }
  }
}

function say({ about, locale, path, alertId }: ClaimPress, word: ClaimAnswer | 'too-old', { show }: ClaimBrowser) {
  return show(about, {
    body: words[locale][word],
    tag: `claim:${alertId}`,
    lang: locale,
    silent: word === 'claimed',
    data: { path, receipt: null },
  })
}
