/** What becomes of a push message and of a press on its notification; the browser is handed in. NAV-10. */

import words from 'virtual:every-language/push-worker'
import type { ReceiptState } from '@mimamori/contract/alerting/delivery-lists.ts'
import { type PushMessage, pushMessage } from '@mimamori/contract/alerting/push-message.ts'
import { toLanguage } from '#lib/browser/language.ts'
import { claimAction } from './push-claim.ts'
import type { PushNews, PushQuestion } from './push-question.ts'
import type { Carried, ShownOptions } from './push-shown.ts'

/** A window of the console; `ask` answers false when it does not do it in time. */
export type ConsoleWindow = {
  isInFront: boolean
  ask: (question: PushQuestion) => Promise<boolean>
  tell: (news: PushNews) => void
  focus: () => Promise<void>
  navigate: (path: string) => Promise<boolean>
}

export type Browser = {
  language: string
  windows: () => Promise<ConsoleWindow[]>
  show: (title: string, options: ShownOptions) => Promise<void>
  /** Takes away what stands about this alert, whatever its cause. */
  withdraw: (alertId: string) => Promise<void>
  /** The receipts of what was shown, of late. */
  shown: { has: (receipt: string) => Promise<boolean>; add: (receipt: string) => Promise<void> }
  tellService: (receipt: string, state: ReceiptState) => Promise<void>
  openWindow: (path: string) => Promise<void>
}

const LIST_PATH = '/app/alerts/list'
const PICTURES = { icon: '/icon-192.png', badge: '/icon-badge.png' }

/**
 * Each message once: what was shown is remembered, a window in front says it itself, everything else becomes a system
 * notification. A message that cannot be read is still news: a fall must not be lost because a worker is old.
 */
export async function receivePush(text: string | null, browser: Browser): Promise<void> {
  const received = readMessage(text)
  if (!received) return browser.show('Mimamori', unknownOptions(browser.language))
  const { receipt } = received
  const said = [browser.tellService(receipt, 'delivered')]
  if (!(await browser.shown.has(receipt))) {
    if (received.withdraws) await browser.withdraw(alertOf(received.tag))
    if (!(await isSaidByWindow(received, browser))) {
      await (received.withdraws ? showAnswered(received, browser) : showNotification(received, browser))
    }
    await browser.shown.add(receipt)
    said.push(browser.tellService(receipt, 'shown'))
  }
  await Promise.all(said)
}

/** The alert in a message's tag, which follows the cause. */
export function alertOf(tag: string): string {
  return tag.slice(tag.indexOf(':') + 1)
}

/** Leads to what the notification is about: in a window that is there, else in a new one. */
export async function openCarried(carried: unknown, origin: string, browser: Browser): Promise<void> {
  const { path, receipt } = toCarried(carried, origin)
  const reported = receipt ? browser.tellService(receipt, 'opened') : undefined
  const windows = await browser.windows()
  const window = windows.find(({ isInFront }) => isInFront) ?? windows[0]
  if (window) {
    await window.focus()
    // A window that does not answer is signed out or stands still: it is led there by a fresh page.
    if (!(await window.ask({ type: 'open', path })) && !(await window.navigate(path))) await browser.openWindow(path)
  } else await browser.openWindow(path)
  await reported
}

/** Null for what is no message. */
function readMessage(text: string | null): PushMessage | null {
  try {
    return pushMessage.safeParse(JSON.parse(text ?? '')).data ?? null
  } catch {
    return null
  }
}

/** A test is always shown by the system: that is what it tries. */
async function isSaidByWindow(message: PushMessage, browser: Browser): Promise<boolean> {
  if (isSample(message)) return false
  const front = (await browser.windows()).find(({ isInFront }) => isInFront)
  // Its bar shows who goes.
  if (message.withdraws) return front !== undefined
  return front ? front.ask({ type: 'say', message }) : false
}

/** An alert is never without a severity. */
function isSample({ severity }: PushMessage): boolean {
  return severity === null
}

async function showNotification(message: PushMessage, browser: Browser): Promise<void> {
  const { title, body, tag, locale, path, receipt, severity, occurredAt } = message
  await browser.show(title, {
    ...PICTURES,
    body,
    tag,
    // One that replaces another is news of its own: repeats of the same one do not come so far.
    renotify: true,
    silent: false,
    lang: locale,
    timestamp: Date.parse(occurredAt),
    requireInteraction: severity === 'critical',
    actions: [...claimAction(message), { action: 'open', title: words[locale].open }],
    data: { path, receipt, about: title, locale },
  })
  for (const window of await browser.windows()) window.tell({ type: 'shown', isSample: isSample(message) })
}

/** Browsers want each push message to be seen: one line without a sound, the same for all answered alarms. */
async function showAnswered({ locale, receipt }: PushMessage, browser: Browser): Promise<void> {
  await browser.show('Mimamori', {
    ...PICTURES,
    body: words[locale].answered,
    tag: 'answered',
    silent: true,
    lang: locale,
    data: { path: LIST_PATH, receipt },
  })
}

function unknownOptions(language: string): ShownOptions {
  const locale = toLanguage(language)
  return {
    ...PICTURES,
    body: words[locale].news,
    tag: 'unknown',
    lang: locale,
    data: { path: LIST_PATH, receipt: null },
  }
}

/** Never out of the console, whatever the message says. */
export function toCarried(data: unknown, origin: string): Carried {
  const { path, receipt, about, locale } = (data ?? {}) as Partial<Carried>
  const isOwn = typeof path === 'string' && path.startsWith('/') && new URL(path, origin).origin === origin
  return {
    path: isOwn ? path : LIST_PATH,
    receipt: typeof receipt === 'string' ? receipt : null,
    ...(about && { about }),
    ...(locale && { locale }),
  }
}
