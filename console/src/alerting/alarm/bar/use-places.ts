/** Which rows the bar shows, and where: they stay in place after a press and under a pointer or finger. ALARM-03. */
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useIsUnderHand } from '#lib/browser/use-under-hand.ts'
import { keepPlaces, type Me, type OpenCall, shownOf } from '../alarm-order.ts'
import { useIsHeld } from '../press/recent-presses.ts'

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
