/** Dragging on one day of a schedule, by mouse, pen or finger: the preview, and the change at the end. */

import type { Interval } from '@mimamori/contract/camera/week.ts'
import { DAY_MINUTES } from '@mimamori/contract/shared/duration.ts'
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { dragged, type Grip, tapped } from './schedule-moves.ts'

type Drag = { pointerId: number; grip: Grip; fromMinute: number; fromX: number; hasMoved: boolean }

/** A shorter movement is a tap. */
const MOVE_PX = 4

export function useScheduleDrag(
  track: RefObject<HTMLElement | null>,
  intervals: readonly Interval[],
  onChange: (intervals: Interval[]) => void,
) {
  const drag = useRef<Drag | null>(null)
  const [shown, setShown] = useState<Interval[] | null>(null)
  useEffect(() => {
    const giveUp = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !drag.current) return
      drag.current = null
      setShown(null)
    }
    addEventListener('keydown', giveUp)
    return () => removeEventListener('keydown', giveUp)
  }, [])

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !track.current) return
    track.current.setPointerCapture(event.pointerId)
    const fromMinute = minuteAt(track.current, event.clientX)
    const grip = gripOf(event.target)
    drag.current = { pointerId: event.pointerId, grip, fromMinute, fromX: event.clientX, hasMoved: false }
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const now = drag.current
    if (!now || now.pointerId !== event.pointerId || !track.current) return
    if (!now.hasMoved && Math.abs(event.clientX - now.fromX) < MOVE_PX) return
    now.hasMoved = true
    setShown(dragged(intervals, now.grip, now.fromMinute, minuteAt(track.current, event.clientX)))
  }
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const now = drag.current
    if (!now || now.pointerId !== event.pointerId) return
    drag.current = null
    setShown(null)
    if (now.hasMoved && shown) onChange(shown)
    else if (now.grip.kind === 'draw') onChange(tapped(intervals, now.fromMinute))
  }
  const onPointerCancel = () => {
    drag.current = null
    setShown(null)
  }
  return { shown: shown ?? intervals, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel } }
}

function gripOf(target: EventTarget): Grip {
  const held = target instanceof Element ? target.closest<HTMLElement>('[data-grip]') : null
  if (!held) return { kind: 'draw' }
  return { kind: held.dataset.grip as 'move' | 'start' | 'end', index: Number(held.dataset.index) }
}

function minuteAt(track: HTMLElement, clientX: number): number {
  const { left, width } = track.getBoundingClientRect()
  const share = Math.min(1, Math.max(0, (clientX - left) / width))
  return (getComputedStyle(track).direction === 'rtl' ? 1 - share : share) * DAY_MINUTES
}
