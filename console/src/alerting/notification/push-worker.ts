/** Handles a push message and a press on its notification; takes the browser as parameter. NAV-10. */

import words from 'virtual:every-language/push-worker'
import type { ReceiptState } from '@mimamori/contract/alerting/delivery-lists.ts'
import { type PushMessage, pushMessage } from '@mimamori/contract/alerting/push-message.ts'
import { toLanguage } from '#lib/browser/language.ts'
import { claimAction } from './push-claim.ts'
import type { PushNews, PushRequest } from './push-request.ts'
import type { Carried, ShownOptions } from './push-shown.ts'

/** A window of the console; `ask` returns false if the window does not respond in time. */
export type ConsoleWindow = {
  isInFront: boolean
  ask: (prompt: PushRequest) => Promise<boolean>
  tell: (news: PushNews) => void
  focus: () => Promise<void>
  navigate: (path: string) => Promise<boolean>
}

export type Browser = {
  language: string
  windows: () => Promise<ConsoleWindow[]>
  show: (title: string, options: ShownOptions) => Promise<void>
  /** Removes the notifications about this alert, whatever their cause. */
  withdraw: (alertId: string) => Promise<void>
  /** Receipts of recently shown messages. */
  shown: { has: (receipt: string) => Promise<boolean>; add: (receipt: string) => Promise<void> }
  tellService: (receipt: string, state: ReceiptState) => Promise<void>
  openWindow: (path: string) => Promise<void>
}

const LIST_PATH = '/app/alerts/list'
const IMAGES = { icon: '/icon-192.png', badge: '/icon-badge.png' }

/**
 * Shows each message once: skips known receipts; a window in front shows it itself; otherwise it becomes a system
 * notification. An unreadable message is shown as well: a fall must not be lost because a worker is outdated.
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

/** The alert's id in a message's tag, which follows the cause. */
export function alertOf(tag: string): string {
  return tag.slice(tag.indexOf(':') + 1)
}

/** Opens what the notification is about, in an existing window or a new one. */
export async function openCarried(carried: unknown, origin: string, browser: Browser): Promise<void> {
  const { path, receipt } = toCarried(carried, origin)
  const reported = receipt ? browser.tellService(receipt, 'opened') : undefined
  const windows = await browser.windows()
  const window = windows.find(({ isInFront }) => isInFront) ?? windows[0]
  if (window) {
    await window.focus()
    // A window that does not respond is signed out or suspended: load the page in it.
    if (!(await window.ask({ type: 'open', path })) && !(await window.navigate(path))) await browser.openWindow(path)
  } else await browser.openWindow(path)
  await reported
}

/** Null if it is not a valid message. */
function readMessage(text: string | null): PushMessage | null {
  try {
    return pushMessage.safeParse(JSON.parse(text ?? '')).data ?? null
  } catch {
    return null
  }
}

/** A test message is always shown by the system, because it tests that. */
async function isSaidByWindow(message: PushMessage, browser: Browser): Promise<boolean> {
  if (isSample(message)) return false
  const front = (await browser.windows()).find(({ isInFront }) => isInFront)
  // The bar in that window shows the claimer.
  if (message.withdraws) return front !== undefined
  return front ? front.ask({ type: 'say', message }) : false
}

/** Alerts always have a severity. */
function isSample({ severity }: PushMessage): boolean {
  return severity === null
}

async function showNotification(message: PushMessage, browser: Browser): Promise<void> {
  const { title, body, tag, locale, path, receipt, severity, occurredAt } = message
  await browser.show(title, {
    ...IMAGES,
    body,
    tag,
    // One that replaces another is new; repetitions were already skipped.
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

/** Browsers require a visible notification for each push message: shows one silent line for all answered alarms. */
async function showAnswered({ locale, receipt }: PushMessage, browser: Browser): Promise<void> {
  await browser.show('Mimamori', {
    ...IMAGES,
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
    ...IMAGES,
    body: words[locale].news,
    tag: 'unknown',
    lang: locale,
    data: { path: LIST_PATH, receipt: null },
  }
}

/** Restricts the path to the console, whatever the message contains. */
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
