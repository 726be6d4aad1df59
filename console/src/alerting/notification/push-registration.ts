/** This browser's registration for push messages: made, renewed and given up with the person who is signed in. AUTH-17. */

import type { DeviceKind } from '@mimamori/contract/identity/device.ts'
import type { PushReadiness } from '@mimamori/contract/identity/device-proof.ts'
import { readStored, writeStored } from '#lib/browser/storage.ts'
import { call } from '#lib/service/api.ts'
import { deviceKindOf } from '#lib/session/device-kind.ts'
import { type SessionUser, session, subscribeSession } from '#lib/session/session.ts'
import { onLeaving } from '#lib/session/session-start.ts'
import { deviceName, keepDeviceName } from './device-name.ts'
import { keepPushSession } from './push-session.ts'

/** `impossible`: this browser has no push messages. `refused`: the person or the browser forbade them here. */
type PushState = PushReadiness

type Stored = {
  /** A random name of this browser; empty until it is registered for the first time. */
  device: string
  /** Switched off by hand, which counts more than the browser's leave. */
  isOff: boolean
  /** What the service knows, and for whom: it forgets this browser when the session ends, at `sessionEndsAt`. */
  saved: { userId: string; sessionEndsAt: string; endpoint: string; at: number; kind?: DeviceKind } | null
}

const WORKER_PATH = '/service-worker.js'
const KEY = 'push'
/** All windows of this browser share one registration. */
const LOCK = 'push-registration'
/** Registered again at least this often, in case that the service has lost it. */
const RENEWED_AFTER_MS = 7 * 24 * 60 * 60_000

/** What this browser does at the moment. */
export function pushState(): PushState {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'impossible'
  if (Notification.permission === 'denied') return 'refused'
  const { isOff, saved } = stored()
  return Notification.permission === 'granted' && !isOff && saved ? 'on' : 'off'
}

/** Only by a press: it may ask the person. Throws what the browser or the service says when it does not work. */
export async function switchPushOn(user: SessionUser): Promise<PushState> {
  if (pushState() === 'impossible' || (await Notification.requestPermission()) !== 'granted') return pushState()
  keep({ isOff: false })
  await navigator.locks.request(LOCK, () => register(user))
  return pushState()
}

export async function switchPushOff(): Promise<PushState> {
  keep({ isOff: true })
  await withdraw()
  return pushState()
}

/** After sign-in, where the person allowed it before. An error is only logged: the live stream still works. */
export async function keepPushRegistered(user: SessionUser): Promise<void> {
  if (pushState() === 'impossible' || Notification.permission !== 'granted' || stored().isOff) return
  // While connected to another site, a user stays registered for the own one; the demo's visitor may not change anything.
  if (user.impersonatedTenant || !user.applicationTenant || user.role === 'DEMO_USER') return
  try {
    await navigator.locks.request(LOCK, () => register(user))
  } catch (error) {
    console.warn('This browser could not be registered for push messages.', error)
  }
}

async function register({ id: userId, tokenExpiresAt: sessionEndsAt, token, type }: SessionUser): Promise<void> {
  // For the button of a notification, which the worker answers without a page.
  await keepPushSession({ token, userId, isStation: type === 'SHARED' })
  await navigator.serviceWorker.register(trustedWorkerPath())
  const { pushManager } = await navigator.serviceWorker.ready
  const { publicKey } = await call('device.pushKey')
  const { saved } = stored()
  const device = stored().device || deviceName()
  keepDeviceName(device)
  keep({ device })
  let subscription = await pushManager.getSubscription()
  // What belonged to somebody else, or to another key, brings nothing more.
  if (subscription && (saved?.userId !== userId || keyOf(subscription) !== publicKey)) {
    await subscription.unsubscribe()
    subscription = null
  }
  subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint } = subscription
  const now = Date.now()
  const kind = deviceKindOf(navigator)
  const isSame = saved?.sessionEndsAt === sessionEndsAt && saved.endpoint === endpoint && saved.kind === kind
  if (isSame && now - saved.at < RENEWED_AFTER_MS) return
  const fireBaseId = JSON.stringify(subscription)
  await call('device.register', { body: { imeiNumber: device, fireBaseId, deviceType: 'WEB', kind } })
  keep({ saved: { userId, sessionEndsAt, endpoint, at: now, kind } })
}

type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(url: string): URL }
}
let policy: ReturnType<TrustedTypes['createPolicy']> | undefined

/** The page's policy lets no other address run as a worker; browsers without trusted types take the text. */
function trustedWorkerPath(): string | URL {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
  policy ??= types?.createPolicy('mimamori-worker', { createScriptURL: () => WORKER_PATH })
  return policy ? policy.createScriptURL(WORKER_PATH) : WORKER_PATH
}

/** The service forgets this browser, and this browser its registration. */
async function withdraw(): Promise<void> {
  const { device, saved } = stored()
  if (saved) await call('device.unregister', { body: { imeiNumber: device } }).catch(() => undefined)
  await forget()
}

/** A tablet that many share: nothing of the one who left comes or stands any more. */
async function forget(): Promise<void> {
  keep({ saved: null })
  await keepPushSession(null)
  const registration = await navigator.serviceWorker?.getRegistration()
  if (!registration) return
  for (const notification of await registration.getNotifications()) notification.close()
  await (await registration.pushManager.getSubscription())?.unsubscribe()
}

onLeaving(withdraw, async () => {
  const now = session()
  if (now.status === 'signed-in') await keepPushRegistered(now.user)
})
subscribeSession(() => {
  if (session().status === 'signed-out' && stored().saved) void forget()
})

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

function stored(): Stored {
  return readStored(KEY, isStored) ?? { device: '', isOff: false, saved: null }
}

function keep(change: Partial<Stored>): void {
  writeStored(KEY, { ...stored(), ...change })
}

function isStored(value: unknown): value is Stored {
  const { device, isOff } = (value ?? {}) as Partial<Stored>
  return typeof device === 'string' && typeof isOff === 'boolean'
}
