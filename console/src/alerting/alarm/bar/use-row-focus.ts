/** A row that ends leaves the focus to the row that takes its place, else to the page. NIGHT-02. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { OpenCall } from '../alarm-order.ts'

/** MUI first gives the focus to the container of a dialog, which has no role of its own. */
const DIALOG = '[role="dialog"], [role="presentation"]'

export function useRowFocus(bar: RefObject<HTMLElement | null>, shown: readonly OpenCall[]): void {
  /** The place of the row that has the focus, or had it last. */
  const at = useRef(-1)
  const last = useRef<Element>(undefined)
  useEffect(() => {
    const end = new AbortController()
    const follow = ({ target }: Event) => {
      if (!(target instanceof Element) || target.closest(DIALOG)) return
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
    // A row that has just ended stays for a moment, without a button.
    const inOrder = [...rows.slice(at.current), ...rows.slice(0, at.current).toReversed()]
    const next = inOrder.flatMap((row) => row.querySelector<HTMLElement>('button') ?? [])[0]
    const target = next ?? document.querySelector<HTMLElement>('main')
    target?.focus({ preventScroll: true })
  }, [bar, shown])
}

const rowsOf = (bar: HTMLElement | null) => [...(bar?.querySelectorAll('[data-alarm]') ?? [])]
const placeOf = (bar: HTMLElement | null, target: Element) => rowsOf(bar).findIndex((row) => row.contains(target))
