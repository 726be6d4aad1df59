/** Single keys, and two in a row as `g a`, as commands of a page: silent while somebody types, and while a menu or dialog is open. */
import { useEffect, useRef } from 'react'

const TAKEN = 'input:not([type="checkbox"]), select, textarea, [contenteditable], [role="menu"], [role="dialog"]'
/** Begins two in a row: the key after it is no command by itself. */
const FIRST = 'g'
const NEXT_WITHIN_MS = 1500

/** The commands of the newest render count; a key that is held down counts once. */
export function useKeys(commands: Readonly<Record<string, (() => void) | undefined>>): void {
  const newest = useRef(commands)
  useEffect(() => {
    newest.current = commands
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.target instanceof Element && event.target.closest(TAKEN)) return
      newest.current[nameOf(event)]?.()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

let firstAtMs = Number.NEGATIVE_INFINITY
let last: { event: KeyboardEvent; name: string } | null = null

/** Many listen to the same event, and it has one name for all of them. */
function nameOf(event: KeyboardEvent): string {
  if (last?.event === event) return last.name
  const isSecond = event.timeStamp - firstAtMs < NEXT_WITHIN_MS
  firstAtMs = !isSecond && event.key === FIRST ? event.timeStamp : Number.NEGATIVE_INFINITY
  last = { event, name: isSecond ? `${FIRST} ${event.key}` : event.key }
  return last.name
}
