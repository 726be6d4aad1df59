/** Undo and redo of any value. Pure: a history in, a history out. */

export type History<T> = { past: readonly T[]; now: T; future: readonly T[] }

/** Maximum number of steps that can be undone. */
export const UNDO_STEPS = 100

/** A history without steps. */
export function historyOf<T>(now: T): History<T> {
  return { past: [], now, future: [] }
}

/** Adds a step after `now`, and drops undone steps. The same value again adds no step. */
export function pushed<T>(history: History<T>, next: T): History<T> {
  if (Object.is(history.now, next)) return history
  return { past: [...history.past, history.now].slice(-UNDO_STEPS), now: next, future: [] }
}

/** Undoes one step; returns an equal history if there is none. */
export function undone<T>({ past, now, future }: History<T>): History<T> {
  return past.length === 0
    ? { past, now, future }
    : { past: past.slice(0, -1), now: past.at(-1)!, future: [now, ...future] }
}

/** Redoes one step; returns an equal history if there is none. */
export function redone<T>({ past, now, future }: History<T>): History<T> {
  return future.length === 0
    ? { past, now, future }
    : { past: [...past, now], now: future[0]!, future: future.slice(1) }
}

/** Maps keys to `undo` and `redo`: Ctrl or Cmd with Z, Shift for redo, or Ctrl with Y. Null for other keys. */
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
