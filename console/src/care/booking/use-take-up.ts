/** A planned check-in is taken up by pointer or by the key M, carried to another day or time, and put down. LIVE-04. */
import type { Occurrence } from '@mimamori/contract/care/booking.ts'
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import type { View } from './booking-search.ts'
import { draggedTo, isSameTarget, keyedTo, type Target } from './booking-target.ts'

/** A hand that shakes while it clicks moves nothing. */
const CLICK_PX = 6

type Carried = { occurrence: Occurrence; to: Target; point: { x: number; y: number } | null }
type Pressed = { occurrence: Occurrence; x: number; y: number }
type Props = {
  view: View
  mayMove: (occurrence: Occurrence) => boolean
  onMove: (occurrence: Occurrence, to: Target) => void
}

export type TakeUp = {
  /** What is carried, and where to; `point`: the pointer, null by keys. */
  carried: Carried | null
  /** Spread on the button of an occurrence. */
  handles: (occurrence: Occurrence) => object
}

export function useTakeUp({ view, mayMove, onMove }: Props): TakeUp {
  const [pressed, setPressed] = useState<Pressed | null>(null)
  const [carried, setCarried] = useState<Carried | null>(null)
  const wasDragged = useRef(false)
  const isDragging = carried?.point != null
  useEscape(isDragging, () => setCarried(null))
  const putDown = () => {
    setCarried(null)
    if (carried && !isSameTarget(carried.occurrence, carried.to)) onMove(carried.occurrence, carried.to)
  }

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!pressed) return
    const { clientX: x, clientY: y } = event
    const { occurrence } = pressed
    if (!isDragging && Math.hypot(x - pressed.x, y - pressed.y) < CLICK_PX) return
    setCarried({ occurrence, to: draggedTo(occurrence, dayAt(x, y), y - pressed.y, view), point: { x, y } })
  }
  const onPointerUp = () => {
    setPressed(null)
    wasDragged.current = isDragging
    if (isDragging) putDown()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, occurrence: Occurrence) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const isCarried = carried?.occurrence.id === occurrence.id && !isDragging
    if (!isCarried) {
      const { day, startMinute } = occurrence
      if (event.key.toLowerCase() === 'm') setCarried({ occurrence, to: { day, startMinute }, point: null })
      return
    }
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl'
    const to = keyedTo(carried.to, event.key, isRightToLeft)
    if (to) setCarried({ ...carried, to })
    else if (event.key === 'Enter') putDown()
    else if (event.key === 'Escape') setCarried(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const handles = (occurrence: Occurrence) =>
    mayMove(occurrence)
      ? {
          'aria-keyshortcuts': 'M',
          // A finger scrolls; it has the form.
          onPointerDown: (event: PointerEvent<HTMLElement>) => {
            const isMeant = event.button === 0 && event.pointerType !== 'touch'
            wasDragged.current = false
            if (!isMeant) return
            // However quickly it leaves the button, its moves are heard here.
            event.currentTarget.setPointerCapture(event.pointerId)
            setPressed({ occurrence, x: event.clientX, y: event.clientY })
          },
          onPointerMove,
          onPointerUp,
          // The click at the end of a drag opens nothing.
          onClickCapture: (event: MouseEvent) => {
            if (wasDragged.current) event.stopPropagation()
            wasDragged.current = false
          },
          onPointerCancel: () => {
            setPressed(null)
            setCarried(null)
          },
          onKeyDown: (event: KeyboardEvent<HTMLElement>) => onKeyDown(event, occurrence),
          onBlur: () => setCarried((now) => (now?.point ? now : null)),
        }
      : {}
  return { carried, handles }
}

/** The day of the calendar at that place of the window. */
function dayAt(x: number, y: number): string | undefined {
  const days = [...document.querySelectorAll<HTMLElement>('[data-drop]')]
  const day = days.find((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect()
    return x >= left && x < right && y >= top && y < bottom
  })
  return day?.dataset.drop
}

function useEscape(isOn: boolean, cancel: () => void): void {
  useEffect(() => {
    if (!isOn) return
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') cancel()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isOn, cancel])
}
