/** How high the bar is, for what lies over the whole screen; and the page stays where it is under somebody who types. */
import { type RefObject, useLayoutEffect } from 'react'

const FIELD = 'main :is(input, textarea, select, [contenteditable])'

export function useBarHeight(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    let heightPx = 0
    const become = (nextPx: number) => {
      const by = nextPx - heightPx
      heightPx = nextPx
      style.setProperty('--alarm-bar-height', `${nextPx}px`)
      // A browser holds a scrolled page by itself; at its top the field would move away under the hand.
      if (by !== 0 && window.scrollY < Math.abs(by) && document.activeElement?.matches(FIELD)) window.scrollBy(0, by)
    }
    const observer = new ResizeObserver(() => become(Math.round(bar.current?.getBoundingClientRect().height ?? 0)))
    observer.observe(bar.current!)
    return () => {
      observer.disconnect()
      style.removeProperty('--alarm-bar-height')
    }
  }, [bar])
}
