/** How high the bar is, for what lies over the whole screen; and the page stays where it is under somebody who types or presses. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { writeStored } from '#lib/browser/storage.ts'
import { BAR_HEIGHT } from '#shared/open-alarms.ts'
import { ignorePressesOnMoved, pageMoved } from './moved-page.ts'

/** For this time after a press the hand is believed to be about to press again, as in a drawing. */
const HAND_MS = 1000
/** There the alarms are a sheet over the page's end: see shell.module.css. */
const SHEET = '(max-width: 599px)'
const PROPERTIES = ['--alarm-bar-height', '--alarm-sheet-height', '--dialog-start', '--dialog-end']
const FIELD = 'main :is(input, textarea, select, [contenteditable])'

/** `isKnown`: the alarms were asked for, so that the height means something. */
export function useBarHeight(bar: RefObject<HTMLElement | null>, isKnown: boolean): void {
  const known = useRef(isKnown)
  useEffect(ignorePressesOnMoved, [])
  useLayoutEffect(() => {
    known.current = isKnown
    if (isKnown) writeStored(BAR_HEIGHT, heightOf(bar))
  }, [bar, isKnown])
  useLayoutEffect(() => {
    const { style, dataset } = document.documentElement
    let heightPx: number | null = null
    const hand = followHand()
    const become = (nextPx: number) => {
      const by = heightPx === null ? 0 : nextPx - heightPx
      heightPx = nextPx
      if (known.current) writeStored(BAR_HEIGHT, nextPx)
      const isSheet = matchMedia(SHEET).matches
      style.setProperty('--alarm-bar-height', `${isSheet ? 0 : nextPx}px`)
      style.setProperty('--alarm-sheet-height', `${isSheet ? nextPx : 0}px`)
      if (nextPx > 0) dataset.hasAlarms = ''
      else delete dataset.hasAlarms
      style.setProperty('--dialog-start', nextPx > 0 && !isSheet ? `calc(var(--top-bar) + ${nextPx}px)` : '0px')
      style.setProperty('--dialog-end', nextPx > 0 && isSheet ? `calc(var(--phone-bar) + ${nextPx}px)` : '0px')
      if (by !== 0 && !isSheet) holdPage(by, hand.isThere() || document.activeElement?.matches(FIELD) === true)
    }
    const observer = new ResizeObserver(() => become(heightOf(bar)))
    observer.observe(bar.current!)
    return () => {
      hand.end()
      observer.disconnect()
      for (const name of PROPERTIES) style.removeProperty(name)
      delete dataset.hasAlarms
    }
  }, [bar])
}

/** Chromium and Firefox hold a scrolled page by themselves, Safari none; at its top nobody does. */
function holdPage(by: number, isInUse: boolean): void {
  const isHeldByBrowser = CSS.supports('overflow-anchor: auto') && window.scrollY >= Math.abs(by)
  if (isHeldByBrowser) return
  const beforePx = window.scrollY
  if (isInUse || beforePx > 0) window.scrollBy(0, by)
  // A short page cannot be scrolled so far.
  if (window.scrollY - beforePx !== by) pageMoved()
}

/** Whether somebody presses the page, or did a moment ago. */
function followHand(): { isThere: () => boolean; end: () => void } {
  const end = new AbortController()
  let isDown = false
  let lastAtMs = Number.NEGATIVE_INFINITY
  const follow = (type: 'pointerdown' | 'pointerup' | 'pointercancel', isNowDown: boolean) =>
    addEventListener(
      type,
      () => {
        isDown = isNowDown
        lastAtMs = performance.now()
      },
      { capture: true, passive: true, signal: end.signal },
    )
  follow('pointerdown', true)
  follow('pointerup', false)
  follow('pointercancel', false)
  return { isThere: () => isDown || performance.now() - lastAtMs < HAND_MS, end: () => end.abort() }
}

function heightOf(bar: RefObject<HTMLElement | null>): number {
  return Math.round(bar.current?.getBoundingClientRect().height ?? 0)
}
