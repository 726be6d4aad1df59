/** Undo and redo of any value. Pure: a history in, a history out. */

export type History<T> = { past: readonly T[]; now: T; future: readonly T[] }

/** As many steps can be undone. */
export const UNDO_STEPS = 100

/** Nothing to undo or redo yet. */
export function historyOf<T>(now: T): History<T> {
  return { past: [], now, future: [] }
}

/** The step after `now`; what was undone before can no longer be redone. The same value again is no step. */
export function pushed<T>(history: History<T>, next: T): History<T> {
  if (Object.is(history.now, next)) return history
  return { past: [...history.past, history.now].slice(-UNDO_STEPS), now: next, future: [] }
}

/** One step back; the same history when there is none. */
export function undone<T>({ past, now, future }: History<T>): History<T> {
  return past.length === 0
    ? { past, now, future }
    : { past: past.slice(0, -1), now: past.at(-1)!, future: [now, ...future] }
}

/** One step forth; the same history when there is none. */
export function redone<T>({ past, now, future }: History<T>): History<T> {
  return future.length === 0
    ? { past, now, future }
    : { past: [...past, now], now: future[0]!, future: future.slice(1) }
}

/** `undo` and `redo` as people press them: Ctrl or Cmd with Z, Shift for redo, or Ctrl with Y. Null for other keys. */
export function historyKey(event: {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  shiftKey: boolean
}): 'undo' | 'redo' | null {
  if (!event.ctrlKey && !event.metaKey) return null
  const key = event.key.toLowerCase()
  if (key === 'z') return event.shiftKey ? 'redo' : 'undo'
  return key === 'y' ? 'redo' : null
}
