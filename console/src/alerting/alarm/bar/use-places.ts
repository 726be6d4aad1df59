/** Which rows the bar shows, and where: they stay in place after a press and under a pointer or finger. ALARM-03. */
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { keepPlaces, type Me, type OpenCall, shownOf } from '../alarm-order.ts'
import { useIsHeld } from '../press/recent-presses.ts'

/** A pointer that has not moved for this long counts as abandoned, ms. */
const LEFT_AFTER_MS = 10_000

type Rows = { most: number; rows: readonly OpenCall[] }

/** `rows` includes ended alarms as long as others would move up under a pointer. */
export function usePlaces(
  bar: RefObject<HTMLElement | null>,
  calls: readonly OpenCall[],
  { me, most }: { me: Me; most: number },
): readonly OpenCall[] {
  const before = useRef<Rows>({ most, rows: [] })
  const isUnderHand = useIsUnderHand(bar)
  const isPressed = useIsHeld()
  const wanted = shownOf(calls, me, most)
  const isHeld = (isUnderHand || isPressed) && before.current.most === most
  const rows = isHeld ? keepPlaces(before.current.rows, { wanted, calls, me, most }) : wanted
  useLayoutEffect(() => {
    before.current = { most, rows }
  })
  return rows
}

/** Whether a pointer or finger is over the bar, or the focus is in it. */
function useIsUnderHand(bar: RefObject<HTMLElement | null>): boolean {
  const [isOver, setOver] = useState(false)
  const [hasKeys, setKeys] = useState(false)
  useEffect(() => {
    const element = bar.current!
    const end = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const listen = (type: string, heard: () => void) => element.addEventListener(type, heard, { signal: end.signal })
    const come = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setOver(false), LEFT_AFTER_MS)
      setOver(true)
    }
    const go = () => {
      clearTimeout(timer)
      setOver(false)
    }
    for (const type of ['pointerenter', 'pointerdown', 'pointermove']) listen(type, come)
    for (const type of ['pointerleave', 'pointercancel']) listen(type, go)
    listen('focusin', () => setKeys(element.querySelector(':focus-visible') !== null))
    listen('focusout', () => setKeys(false))
    return () => {
      clearTimeout(timer)
      end.abort()
    }
  }, [bar])
  return isOver || hasKeys
}
