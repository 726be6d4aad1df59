/** Single keys, and sequences such as `g a`, as commands of a page; ignored in fields, and while a menu or dialog is open. */
import { useEffect, useRef } from 'react'

const TAKEN = 'input:not([type="checkbox"]), select, textarea, [contenteditable], [role="menu"], [role="dialog"]'
/** Starts a sequence: the next key is not a command by itself. */
const FIRST = 'g'
const NEXT_WITHIN_MS = 1500

/** Uses the commands of the latest render; a key that is held down counts once. */
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

/** Several handlers receive the same event: computes its name once. */
function nameOf(event: KeyboardEvent): string {
  if (last?.event === event) return last.name
  const isSecond = event.timeStamp - firstAtMs < NEXT_WITHIN_MS
  firstAtMs = !isSecond && event.key === FIRST ? event.timeStamp : Number.NEGATIVE_INFINITY
  last = { event, name: isSecond ? `${FIRST} ${event.key}` : event.key }
  return last.name
}
