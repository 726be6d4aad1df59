/** The service worker: takes push messages while no page is open, and keeps a copy of the console's page and code. */

import { config } from 'zod'
import { answerCode, answerPage, keepShell, kindOf, type Shell, type ShellBrowser } from '#lib/browser/shell-cache.ts'
import { type ClaimAnswer, type ClaimBrowser, claimCarried, sendSaved } from './push-claim.ts'
import type { PushNews, PushRequest, WorkerOrder } from './push-request.ts'
import { answerPath, RECEIPT_PATH } from './push-request.ts'
import { readPushSession, savedClaims } from './push-session.ts'
import type { ShownOptions } from './push-shown.ts'
import { alertOf, type Browser, type ConsoleWindow, openCarried, receivePush, toCarried } from './push-worker.ts'
import { shownReceipts } from './shown-receipts.ts'
import type { WindowClient, WorkerScope } from './worker-scope.ts'

// The content policy forbids code made of text, which zod would try for its speed.
config({ jitless: true })

const worker = self as unknown as WorkerScope
/** Written by build/service-worker.ts; without files while developing. */
declare const __SHELL__: Shell
const shellBrowser: ShellBrowser = {
  caches,
  fetch: (request, options) => fetch(request, options),
  wait: (durationMs) => new Promise((resolve) => setTimeout(resolve, durationMs)),
}
/** Time for a window to answer; a window that the system suspended does not. */
const ANSWER_MS = 1000

const browser: Browser = {
  language: navigator.language,
  windows: async () => (await windowClients()).map(toWindow),
  show: async (title, options) => {
    if (!(await standsAlready(options))) await worker.registration.showNotification(title, options)
    // An open window puts the number there itself.
    if ((await windowClients()).length === 0) await worker.navigator.setAppBadge?.().catch(() => undefined)
  },
  shown: shownReceipts,
  tellService: async (receipt, state) => {
    const headers = { 'Content-Type': 'application/json' }
    const body = JSON.stringify({ token: receipt, state })
    // A receipt that gets lost costs a line of the list; the message itself must not suffer from it.
    await fetch(RECEIPT_PATH, { method: 'POST', headers, body, keepalive: true }).catch(() => undefined)
  },
  withdraw: async (alertId) => {
    for (const standing of await worker.registration.getNotifications()) {
      if (alertOf(standing.tag) === alertId) standing.close()
    }
  },
  openWindow: async (path) => void (await worker.clients.openWindow(path)),
}

const SYNC = 'alarm-presses'
const SEND_WITHIN_MS = 10_000

const claims: ClaimBrowser = {
  nowMs: () => Date.now(),
  session: readPushSession,
  saved: savedClaims,
  show: (title, options) => worker.registration.showNotification(title, { ...options, icon: '/icon-192.png' }),
  wakeLater: async () => void (await worker.registration.sync?.register(SYNC).catch(() => undefined)),
  send: async ({ alertId, requestId, pressedAtMs }, { token }, hasWaited) => {
    const pressedAt = hasWaited ? { pressedAt: new Date(pressedAtMs).toISOString() } : {}
    try {
      const answer = await fetch(answerPath(alertId), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-AuthToken': token },
        body: JSON.stringify({ action: 'claim', requestId, source: 'push', ...pressedAt }),
        signal: AbortSignal.timeout(SEND_WITHIN_MS),
      })
      return answerOf(answer.status, answer.ok ? '' : ((await answer.json().catch(() => ({}))) as { key?: string }).key)
    } catch {
      return 'unreached'
    }
  },
}

function answerOf(status: number, key: string | undefined): ClaimAnswer {
  if (status < 300) return 'claimed'
  if (key === 'alarm-claimed') return 'taken'
  return status >= 500 || status === 429 ? 'unreached' : 'refused'
}

/** Two messages at once take turns, so that two of the same are seen to be so. */
let turn: Promise<void> = Promise.resolve()

worker.addEventListener('install', (event) => {
  // Calls to the service need not wait until the browser has started this worker.
  event.addRoutes?.({ condition: { urlPattern: '/api/*' }, source: 'network' })?.catch(() => undefined)
  event.waitUntil(worker.skipWaiting())
})
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener('push', (event) => {
  turn = turn.then(() => receivePush(event.data?.text() ?? null, browser)).catch((error) => console.error(error))
  // A message that came shows that there is a connection.
  event.waitUntil(turn.then(sendInTurn))
})
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { data } = event.notification
  const { origin } = worker.location
  const claim = () => claimCarried(toCarried(data, origin), claims)
  const isDone = event.action === 'claim' ? claim() : Promise.resolve(false)
  event.waitUntil(isDone.then((isClaimed) => (isClaimed ? undefined : openCarried(data, origin, browser))))
})
worker.addEventListener('message', (event) => {
  const order = event.data as WorkerOrder | null
  if (order?.type === 'send') event.waitUntil(sendInTurn())
  if (order?.type === 'keep-shell') event.waitUntil(keepInTurn())
})
worker.addEventListener('fetch', (event) => {
  if (__SHELL__.files.length === 0) return
  const kind = kindOf(event.request, worker.location.origin)
  if (kind === 'code') event.respondWith(answerCode(event.request, shellBrowser))
  if (kind === 'page') event.respondWith(answerPage(event.request, shellBrowser))
})
worker.addEventListener('sync', (event) => {
  if (event.tag === SYNC) event.waitUntil(sendInTurn())
})
worker.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(askForRenewal())
})

/** One after the other: a press is sent by one of those that wake the worker. */
let sending: Promise<void> = Promise.resolve()
function sendInTurn(): Promise<void> {
  sending = sending.then(() => sendSaved(claims)).catch((error) => console.error(error))
  return sending
}

/** Two pages that open at once share one download. */
let keeping: Promise<void> | null = null
function keepInTurn(): Promise<void> {
  if (__SHELL__.files.length === 0) return Promise.resolve()
  keeping ??= keepShell(__SHELL__, shellBrowser)
    // Continued at the start of the next page.
    .catch(() => undefined)
    .finally(() => {
      keeping = null
    })
  return keeping
}

/** When the memory of receipts cannot be written, what stands on the screen still counts. */
async function standsAlready({ tag, data }: ShownOptions): Promise<boolean> {
  if (data.receipt === null) return false
  const standing = await worker.registration.getNotifications({ tag })
  return standing.some((one) => (one.data as ShownOptions['data'] | null)?.receipt === data.receipt)
}

/** Only a window can send it to the service: it knows the signed-in user. */
async function askForRenewal(): Promise<void> {
  const news: PushNews = { type: 'renew' }
  for (const client of await windowClients()) client.postMessage(news)
}

function windowClients(): Promise<readonly WindowClient[]> {
  return worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
}

function toWindow(client: WindowClient): ConsoleWindow {
  return {
    isInFront: client.focused && client.visibilityState === 'visible',
    ask: (prompt) => ask(client, prompt),
    tell: (news) => client.postMessage(news),
    focus: async () => void (await client.focus().catch(() => undefined)),
    navigate: (path) =>
      client.navigate(path).then(
        () => true,
        () => false,
      ),
  }
}

function ask(client: WindowClient, prompt: PushRequest): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ANSWER_MS)
    port1.onmessage = ({ data }) => {
      clearTimeout(timer)
      resolve(data === true)
    }
    client.postMessage(prompt, [port2])
  })
}
