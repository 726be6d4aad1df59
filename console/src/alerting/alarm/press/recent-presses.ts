/** Recent presses on this page: they keep rows in place, and can be undone. ALARM-02, ALARM-03. */
import { UNDO_SHOWN_MS } from '@mimamori/contract/shared/alarm-state.ts'
import { createStore } from '#lib/store.ts'
import type { Standing } from '../alarm-order.ts'
import type { Press } from './press.ts'

/** Time after a press in which its row stays as it was, ms: further presses there do nothing. */
const HELD_AFTER_PRESS_MS = 2_000

export type Recent = {
  press: Press
  /** The alarm at the time of the press. */
  before: Standing
  isHeld: boolean
  /** The service has accepted it. */
  isTaken: boolean
}

const NONE: readonly Recent[] = []
const recents = createStore(() => NONE)

const change = (requestId: string, more: Partial<Recent>) =>
  recents.set(recents.get().map((one) => (one.press.requestId === requestId ? { ...one, ...more } : one)))

export function rememberPress(press: Press, before: Standing): void {
  const { requestId } = press
  recents.set([...recents.get(), { press, before, isHeld: true, isTaken: false }])
  setTimeout(() => change(requestId, { isHeld: false }), HELD_AFTER_PRESS_MS)
}

/** From now on it can be undone, for UNDO_SHOWN_MS. Presses of other windows are unknown here. */
export function markTaken(requestId: string): void {
  change(requestId, { isTaken: true })
  setTimeout(() => forgetPress(requestId), UNDO_SHOWN_MS)
}

export function forgetPress(requestId: string): void {
  recents.set(recents.get().filter(({ press }) => press.requestId !== requestId))
}

/** The last press on this room. */
export function useRecent(room: string): Recent | undefined {
  return recents.use().findLast(({ press }) => press.room === room)
}

/** Whether something was pressed less than HELD_AFTER_PRESS_MS ago. */
export function useIsHeld(): boolean {
  return recents.use().some(({ isHeld }) => isHeld)
}

/** The last press of this page that still keeps the rows in place. */
export function lastHeld(): Recent | undefined {
  return recents.get().findLast(({ isHeld }) => isHeld)
}
