/** Undo and redo for a value that somebody else holds, such as a form. A value from outside begins a new history. */
import { useRef } from 'react'
import { type History, historyOf, pushed, redone, undone } from './edit-history.ts'

export function useControlledHistory<T>(value: T, onChange: (value: T) => void) {
  const saved = useRef<History<T> | null>(null)
  // Forms hand out copies of what they were given.
  const isOurs = saved.current !== null && JSON.stringify(saved.current.now) === JSON.stringify(value)
  const history = isOurs ? saved.current! : historyOf(value)
  const go = (next: History<T>) => {
    saved.current = next
    onChange(next.now)
  }
  return {
    commit: (next: T) => go(pushed(history, next)),
    undo: () => go(undone(history)),
    redo: () => go(redone(history)),
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
  }
}
