/** This browser's registration for push messages: created, renewed and removed with the signed-in user. AUTH-17. */

import type { DeviceKind } from '@mimamori/contract/identity/device.ts'
import type { PushReadiness } from '@mimamori/contract/identity/device-proof.ts'
import { onLeaving } from '#lib/access/session-start.ts'
import { alone } from '#lib/browser/one-window.ts'
import { readStored, writeStored } from '#lib/browser/storage.ts'
import { registerWorker } from '#lib/browser/worker-registration.ts'
import { call } from '#lib/service/api.ts'
import { type SessionUser, session, subscribeSession } from '#lib/session/session.ts'
import { deviceKindOf, deviceName } from './device-name.ts'
import { keepPushSession } from './push-session.ts'

/** `impossible`: this browser does not support push messages. `refused`: the user or the browser denied the permission. */
type PushState = PushReadiness

type Stored = {
  /** Switched off by hand, which counts more than the browser's leave. */
  isOff: boolean
  /** What the service knows, and for whom: it forgets this browser when the session ends, at `sessionEndsAt`. */
  saved: { userId: string; sessionEndsAt: string; endpoint: string; at: number; kind: DeviceKind } | null
}

const KEY = 'push'
/** All windows of this browser share one registration. */
const LOCK = 'push-registration'
/** Registers again at least this often, in case the service has lost it. */
const RENEWED_AFTER_MS = 7 * 24 * 60 * 60_000

/** The current state of this browser. */
export function pushState(): PushState {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'impossible'
  if (Notification.permission === 'denied') return 'refused'
  const { isOff, saved } = stored()
  return Notification.permission === 'granted' && !isOff && saved ? 'on' : 'off'
}

/** Call it only in a user gesture: it may ask for permission. Throws errors of browser and service. */
export async function switchPushOn(user: SessionUser): Promise<PushState> {
  if (pushState() === 'impossible' || (await Notification.requestPermission()) !== 'granted') return pushState()
  keep({ isOff: false })
  await alone(LOCK, () => register(user))
  return pushState()
}

export async function switchPushOff(): Promise<PushState> {
  keep({ isOff: true })
  await withdraw()
  return pushState()
}

/** After sign-in, if permission was granted before. Errors are only logged: the live stream still works. */
export async function keepPushRegistered(user: SessionUser): Promise<void> {
  if (pushState() === 'impossible' || Notification.permission !== 'granted' || stored().isOff) return
  // While connected to another site, a user stays registered for their own; the demo's visitor may not change anything.
  if (user.impersonatedTenant || !user.applicationTenant || user.role === 'DEMO_USER') return
  try {
    await alone(LOCK, () => register(user))
  } catch (error) {
    console.warn('This browser could not be registered for push messages.', error)
  }
}

async function register({ id: userId, tokenExpiresAt: sessionEndsAt, token, type }: SessionUser): Promise<void> {
  // For the button of a notification, which the worker handles without a page.
  await keepPushSession({ token, userId, isStation: type === 'SHARED' })
  const { pushManager } = await registerWorker()
  const { publicKey } = await call('device.pushKey')
  const { saved } = stored()
  let subscription = await pushManager.getSubscription()
  // A subscription of another user or key must not deliver any more.
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
  await call('device.register', { body: { imeiNumber: deviceName(), fireBaseId, deviceType: 'WEB', kind } })
  keep({ saved: { userId, sessionEndsAt, endpoint, at: now, kind } })
}

/** Removes the registration from the service and from this browser. */
async function withdraw(): Promise<void> {
  if (stored().saved) await call('device.unregister', { body: { imeiNumber: deviceName() } }).catch(() => undefined)
  await forget()
}

/** On a shared tablet: removes all messages and notifications of the user who signs out. */
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
  return readStored(KEY, isStored) ?? { isOff: false, saved: null }
}

function keep(change: Partial<Stored>): void {
  writeStored(KEY, { ...stored(), ...change })
}

function isStored(value: unknown): value is Stored {
  return typeof (value as Partial<Stored> | null)?.isOff === 'boolean'
}

/** Reports about this browser to the service, besides the signed-in user. PROOF-01. */
export function thisDevice() {
  return { device: deviceName(), kind: deviceKindOf(navigator), push: pushState() }
}
