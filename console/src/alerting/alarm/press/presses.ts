/** The presses of this browser: sent at once, or as soon as the service can be reached. ALARM-02. */
import { call } from '#lib/service/api.ts'
import { session, siteOf } from '#lib/session/session.ts'
import { createStore } from '#lib/store.ts'
import { bodyOf, type Ended, type Press } from './press.ts'
import { createPressSender } from './press-sender.ts'
import { createPressStore } from './press-store.ts'

const LOCK = 'alarm-presses'
const ANSWER_WITHIN_MS = 15_000
const AGAIN_MS = [1000, 2000, 5000, 10_000]
const NONE: readonly Press[] = []

const store = createPressStore()
const own = createStore(ownPresses, () => {
  // Another window pressed or sent, or somebody else has signed in since.
  addEventListener('storage', renew)
  renew()
  return () => removeEventListener('storage', renew)
})
const endListeners = new Set<(ended: Ended) => void>()
let clockAheadMs = 0
let timer: ReturnType<typeof setTimeout> | undefined
let failures = 0

const sender = createPressSender({
  store,
  send: (press) =>
    call('alarm.answer', { params: { id: press.alertId }, body: bodyOf(press) }, AbortSignal.timeout(ANSWER_WITHIN_MS)),
  // Pages without https have no locks; there each window sends its own, and the service knows a repeat.
  alone: (work) => (navigator.locks ? navigator.locks.request(LOCK, work) : work()),
  nowMs: serviceNowMs,
  isOwn,
  onEnded: (ended) => {
    for (const listener of endListeners) listener(ended)
  },
  onChange: renew,
})

/** The service's clock, from the newest answer. */
function serviceNowMs(): number {
  return Date.now() + clockAheadMs
}

export function setClock(aheadMs: number): void {
  clockAheadMs = aheadMs
}

/** Saved first, then sent: a window that closes in between loses nothing. */
export function addPress(press: Omit<Press, 'requestId' | 'pressedAtMs' | 'userId' | 'siteId' | 'hasWaited'>): void {
  const owner = ownerNow()
  if (!owner) return
  const requestId = crypto.randomUUID()
  sender.put({ ...press, ...owner, requestId, pressedAtMs: serviceNowMs(), hasWaited: false })
  sendPresses()
}

/** Tries what waits, now and again until nothing does. */
export function sendPresses(): void {
  clearTimeout(timer)
  timer = undefined
  void sender.flush().then((isDone) => {
    failures = isDone ? 0 : failures + 1
    if (!isDone) timer ??= setTimeout(sendPresses, AGAIN_MS[Math.min(failures, AGAIN_MS.length) - 1])
  })
}

/** One's own presses that have no answer yet, in their order. */
export function usePresses(): readonly Press[] {
  return own.use()
}

export function usePressesOf(alertId: string): readonly Press[] {
  const all = usePresses()
  const found = all.filter((press) => press.alertId === alertId)
  return found.length > 0 ? found : NONE
}

/** What becomes of presses that this window sends. */
export function onPressEnded(listener: (ended: Ended) => void): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

function ownPresses(): readonly Press[] {
  return store.all().filter(isOwn)
}

function renew(): void {
  own.set(ownPresses())
}

function isOwn({ userId, siteId }: Press): boolean {
  const owner = ownerNow()
  return owner?.userId === userId && owner.siteId === siteId
}

function ownerNow(): { userId: string; siteId: string } | null {
  const now = session()
  if (now.status !== 'signed-in') return null
  return { userId: now.user.id, siteId: siteOf(now.user)?.id ?? '' }
}
