/** Single keys as commands of a page: silent while somebody types, and while a menu or dialog is open. */
import { useEffect, useRef } from 'react'

const TAKEN = 'input:not([type="checkbox"]), select, textarea, [contenteditable], [role="menu"], [role="dialog"]'

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
      newest.current[event.key]?.()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}
