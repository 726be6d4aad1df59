/** The service worker: takes push messages while no page is open. It keeps no files and touches no other request. */
import { config } from 'zod'
import type { PushNews, PushQuestion } from './push-question.ts'
import { RECEIPT_PATH } from './push-receipt.ts'
import { type Browser, type ConsoleWindow, openCarried, receivePush, type ShownOptions } from './push-worker.ts'
import { shownReceipts } from './shown-receipts.ts'
import type { WindowClient, WorkerScope } from './worker-scope.ts'

// The content policy forbids code made of text, which zod would try for its speed.
config({ jitless: true })

const worker = self as unknown as WorkerScope
/** So long a window has to answer; one that the system has put to sleep does not. */
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
  openWindow: async (path) => void (await worker.clients.openWindow(path)),
}

/** Two messages at once take turns, so that two of the same are seen to be so. */
let turn: Promise<void> = Promise.resolve()

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))
worker.addEventListener('push', (event) => {
  turn = turn.then(() => receivePush(event.data?.text() ?? null, browser)).catch((fault) => console.error(fault))
  event.waitUntil(turn)
})
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openCarried(event.notification.data, worker.location.origin, browser))
})
worker.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(askForRenewal())
})

/** When the memory of receipts cannot be written, what stands on the screen still counts. */
async function standsAlready({ tag, data }: ShownOptions): Promise<boolean> {
  if (data.receipt === null) return false
  const standing = await worker.registration.getNotifications({ tag })
  return standing.some((one) => (one.data as ShownOptions['data'] | null)?.receipt === data.receipt)
}

/** Only a window can tell the service: it knows who is signed in. */
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
    ask: (question) => ask(client, question),
    tell: (news) => client.postMessage(news),
    focus: async () => void (await client.focus().catch(() => undefined)),
    navigate: (path) =>
      client.navigate(path).then(
        () => true,
        () => false,
      ),
  }
}

function ask(client: WindowClient, question: PushQuestion): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ANSWER_MS)
    port1.onmessage = ({ data }) => {
      clearTimeout(timer)
      resolve(data === true)
    }
    client.postMessage(question, [port2])
  })
}
