/** How high the bar is, for what lies over the whole screen; and the page stays where it is under somebody who types. */
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { writeStored } from '#lib/browser/storage.ts'
import { BAR_HEIGHT } from '#shared/open-alarms.ts'

const FIELD = 'main :is(input, textarea, select, [contenteditable])'

/** `isKnown`: the alarms were asked for, so that the height means something. */
export function useBarHeight(bar: RefObject<HTMLElement | null>, isKnown: boolean): void {
  const known = useRef(isKnown)
  useLayoutEffect(() => {
    known.current = isKnown
    if (isKnown) writeStored(BAR_HEIGHT, heightOf(bar))
  }, [bar, isKnown])
  useLayoutEffect(() => {
    const { style } = document.documentElement
    let heightPx = 0
    const become = (nextPx: number) => {
      const by = nextPx - heightPx
      heightPx = nextPx
      if (known.current) writeStored(BAR_HEIGHT, nextPx)
      style.setProperty('--alarm-bar-height', `${nextPx}px`)
      // A browser holds a scrolled page by itself; at its top the field would move away under the hand.
      if (by !== 0 && window.scrollY < Math.abs(by) && document.activeElement?.matches(FIELD)) window.scrollBy(0, by)
    }
    const observer = new ResizeObserver(() => become(heightOf(bar)))
    observer.observe(bar.current!)
    return () => {
      observer.disconnect()
      style.removeProperty('--alarm-bar-height')
    }
  }, [bar])
}

function heightOf(bar: RefObject<HTMLElement | null>): number {
  return Math.round(bar.current?.getBoundingClientRect().height ?? 0)
}
