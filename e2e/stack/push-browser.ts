/** A browser's push subscription that works without the internet, and push messages to the real service worker. */
import type { BrowserContext, CDPSession, Page, Worker } from '@playwright/test'
import { startPush, type TestBrowser } from '../../service/src/platform/messaging/testing-push.ts'
import { BASE_URL } from './place.ts'

export type PushBrowser = TestBrowser & {
  /** Brings what the service has sent to the worker, as the browser's own push service would. */
  deliver: (message: unknown) => Promise<void>
  worker: () => Promise<Worker>
  stop: () => Promise<void>
}

/**
 * Chromium gets its subscriptions from Google, out of reach here: the page's `subscribe` alone is replaced, by that of a
 * push service of the test. Everything behind it is real.
 */
export async function startPushBrowser(context: BrowserContext, page: Page): Promise<PushBrowser> {
  const service = await startPush()
  const browser = service.subscribe()
  await context.grantPermissions(['notifications'])
  await context.addInitScript(replaceSubscribe, browser.subscription)
  const cdp = await context.newCDPSession(page)
  const registration = followRegistration(cdp)
  await cdp.send('ServiceWorker.enable')
  return Object.assign(browser, {
    deliver: async (message: unknown) => {
      const registrationId = await registration
      const data = typeof message === 'string' ? message : JSON.stringify(message)
      await cdp.send('ServiceWorker.deliverPushMessage', { origin: BASE_URL, registrationId, data })
    },
    worker: async () => context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker'),
    stop: () => service.stop(),
  })
}

function followRegistration(cdp: CDPSession): Promise<string> {
  return new Promise((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ isDeleted, scopeURL }) => !isDeleted && scopeURL === `${BASE_URL}/`)
      if (found) resolve(found.registrationId)
    })
  })
}

/** Runs in the page. The subscription lasts as long as the browser, over all of its pages. */
function replaceSubscribe(text: string): void {
  const KEY = 'test-subscription-key'
  const bytes = (key: string) =>
    Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0)).buffer
  const subscriptionOf = (key: string) => ({
    ...JSON.parse(text),
    options: { userVisibleOnly: true, applicationServerKey: bytes(key) },
    toJSON: () => JSON.parse(text),
    unsubscribe: async () => {
      localStorage.removeItem(KEY)
      return true
    },
  })
  PushManager.prototype.subscribe = async (options) => {
    const key = options!.applicationServerKey as string
    localStorage.setItem(KEY, key)
    return subscriptionOf(key) as unknown as PushSubscription
  }
  PushManager.prototype.getSubscription = async () => {
    const key = localStorage.getItem(KEY)
    return key ? (subscriptionOf(key) as unknown as PushSubscription) : null
  }
}
