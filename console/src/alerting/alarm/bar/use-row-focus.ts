/** A row that ends leaves the focus to the row that takes its place, else to the page. NIGHT-02. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { OpenCall } from '../alarm-order.ts'

export function useRowFocus(bar: RefObject<HTMLElement | null>, shown: readonly OpenCall[]): void {
  /** The place of the row that has the focus, or had it last. */
  const at = useRef(-1)
  const last = useRef<Element>(undefined)
  useEffect(() => {
    const end = new AbortController()
    const follow = ({ target }: Event) => {
      if (!(target instanceof Element) || target.closest('[role="dialog"]')) return
      at.current = placeOf(bar.current, target)
      last.current = target
    }
    for (const type of ['focusin', 'pointerdown']) document.addEventListener(type, follow, { signal: end.signal })
    return () => end.abort()
  }, [bar])
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows have come or gone
  useLayoutEffect(() => {
    // On its way from one element to the next the focus is on the body, too.
    if (at.current === -1 || last.current?.isConnected || document.activeElement !== document.body) return
    const rows = rowsOf(bar.current)
    const next = rows[Math.min(at.current, rows.length - 1)]
    const target = next?.querySelector<HTMLElement>('button') ?? document.querySelector<HTMLElement>('main')
    target?.focus({ preventScroll: true })
  }, [bar, shown])
}

const rowsOf = (bar: HTMLElement | null) => [...(bar?.querySelectorAll('[data-alarm]') ?? [])]
const placeOf = (bar: HTMLElement | null, target: Element) => rowsOf(bar).findIndex((row) => row.contains(target))
