/** Where a planned check-in is moved to, by pointer or by keys: arithmetic alone. LIVE-04. */
import { addDays } from '#lib/time/calendar-day.ts'
import type { View } from './booking-search.ts'

export type Target = { day: string; startMinute: number }

const STEP_MINUTES = 15
/** Pixels up or down that are one step; fewer than the first ones are a hand that moves sideways. */
const STEP_PX = 10
const IDLE_PX = 20
const LAST_STEP = 24 * 60 - STEP_MINUTES

/** The next step of the clock, and never another day. */
function stepped(startMinute: number, steps: number): number {
  if (steps === 0) return startMinute
  const from = steps > 0 ? Math.floor(startMinute / STEP_MINUTES) : Math.ceil(startMinute / STEP_MINUTES)
  return Math.min(LAST_STEP, Math.max(0, (from + steps) * STEP_MINUTES))
}

/** `downPx`: so far below where it was taken up. On a month the lines are weeks, and times stay. */
export function draggedTo(from: Target, day: string | undefined, downPx: number, view: View): Target {
  const movedPx = Math.max(0, Math.abs(downPx) - IDLE_PX)
  const steps = view === 'month' ? 0 : Math.sign(downPx) * Math.round(movedPx / STEP_PX)
  return { day: day ?? from.day, startMinute: stepped(from.startMinute, steps) }
}

/** Left and right lead to another day, up and down to another time; null for any other key. */
export function keyedTo(at: Target, key: string, isRightToLeft: boolean): Target | null {
  const onwards = isRightToLeft ? 'ArrowLeft' : 'ArrowRight'
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowRight':
      return { ...at, day: addDays(at.day, key === onwards ? 1 : -1) }
    case 'ArrowUp':
      return { ...at, startMinute: stepped(at.startMinute, -1) }
    case 'ArrowDown':
      return { ...at, startMinute: stepped(at.startMinute, 1) }
    default:
      return null
  }
}

export function isSameTarget(a: Target, b: Target): boolean {
  return a.day === b.day && a.startMinute === b.startMinute
}
