/** The presses of this browser: sent at once, or as soon as the service can be reached. ALARM-02. */

import { alone } from '#lib/browser/one-window.ts'
import { followStored } from '#lib/browser/storage.ts'
import { newId } from '#lib/browser/without-tls.ts'
import { call } from '#lib/service/api.ts'
import { goFirst } from '#lib/service/give-way.ts'
import { session, siteOf } from '#lib/session/session.ts'
import { createStore } from '#lib/store.ts'
import type { Standing } from '../alarm-order.ts'
import { bodyOf, type Ended, type Press } from './press.ts'
import { createPressSender } from './press-sender.ts'
import { createPressStore } from './press-store.ts'
import { forgetPress, markTaken, rememberPress } from './recent-presses.ts'

const LOCK = 'alarm-presses'
/** A line that died takes an answer no longer; a service that is slow gets more time with each error. */
const ANSWER_WITHIN_MS = [5_000, 10_000, 15_000]
const AGAIN_MS = [1000, 2000, 5000, 10_000]
const NONE: readonly Press[] = []

const store = createPressStore()
const own = createStore(ownPresses, () => {
  // Another window pressed or sent, or somebody else has signed in since.
  renew()
  return followStored('', renew)
})
const endListeners = new Set<(ended: Ended) => void>()
let clockAheadMs = 0
let timer: ReturnType<typeof setTimeout> | undefined
let errors = 0

const sender = createPressSender({
  store,
  send: (press) =>
    goFirst(
      call(
        'alarm.answer',
        { params: { id: press.alertId }, body: bodyOf(press) },
        AbortSignal.timeout(answerWithinMs()),
      ),
    ),
  // Where each window is for itself, the service knows a repeat.
  alone: (work) => alone(LOCK, work),
  nowMs: serviceNowMs,
  isOwn,
  onEnded: (ended) => {
    const { requestId } = ended.press
    if (ended.as === 'answered') markTaken(requestId)
    else forgetPress(requestId)
    for (const listener of endListeners) listener(ended)
  },
  onChange: renew,
})

function answerWithinMs(): number {
  return ANSWER_WITHIN_MS[Math.min(errors, ANSWER_WITHIN_MS.length - 1)]!
}

/** The service's clock, from the newest answer. */
function serviceNowMs(): number {
  return Date.now() + clockAheadMs
}

export function setClock(aheadMs: number): void {
  clockAheadMs = aheadMs
}

type Fresh = Omit<Press, 'requestId' | 'pressedAtMs' | 'userId' | 'siteId' | 'hasWaited'>

/** Saved first, then sent: a window that closes in between loses nothing. `before`: the alarm as it was pressed. */
export function addPress(press: Fresh, before: Standing): void {
  const owner = ownerNow()
  if (!owner) return
  const requestId = newId()
  const saved = { ...press, ...owner, requestId, pressedAtMs: serviceNowMs(), hasWaited: false }
  rememberPress(saved, before)
  sender.put(saved)
  sendPresses()
}

/** Tries what waits, now and again until nothing does. */
export function sendPresses(): void {
  clearTimeout(timer)
  timer = undefined
  void sender.flush().then((isDone) => {
    errors = isDone ? 0 : errors + 1
    if (!isDone) timer ??= setTimeout(sendPresses, AGAIN_MS[Math.min(errors, AGAIN_MS.length) - 1])
  })
}

/** One's own presses that have no answer yet, in their order. */
export function usePresses(): readonly Press[] {
  return own.use()
}

/** Those about a room. */
export function usePressesOf(room: string): readonly Press[] {
  const all = usePresses()
  const found = all.filter((press) => press.room === room)
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
