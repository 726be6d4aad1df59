/** What dragging and arrow keys do to the intervals of one day: nothing ever overlaps, order stays. Pure. */

import { type Interval, isOverlapping } from '@mimamori/contract/camera/week.ts'
import { DAY_MINUTES } from '@mimamori/contract/shared/duration.ts'

export const STEP_MINUTES = 15
const TAP_MINUTES = 60

/** What a drag holds: a new interval, a whole one, or one of its ends. */
export type Grip = { kind: 'draw' } | { kind: 'move' | 'start' | 'end'; index: number }

/** The day after a drag from one minute to another, in steps of 15. The same intervals when nothing fits. */
export function dragged(day: readonly Interval[], grip: Grip, fromMinute: number, toMinute: number): Interval[] {
  if (grip.kind === 'draw') return drawn(day, fromMinute, toMinute)
  const by = toMinute - fromMinute
  const at = day[grip.index]!
  const edge = grip.kind === 'end' ? at.endMinute : at.startMinute
  return shifted(day, grip, snapped(edge + by) - edge)
}

/** A tap on a free place: an hour there, as far as it is free. */
export function tapped(day: readonly Interval[], minute: number): Interval[] {
  const start = Math.floor(minute / TAP_MINUTES) * TAP_MINUTES
  return drawn(day, minute, minute, start, start + TAP_MINUTES)
}

/** Moves an interval or one of its ends by minutes, up to its neighbours; at least one step remains. */
export function shifted(day: readonly Interval[], grip: Exclude<Grip, { kind: 'draw' }>, by: number): Interval[] {
  const { startMinute, endMinute } = day[grip.index]!
  const from = day[grip.index - 1]?.endMinute ?? 0
  const until = day[grip.index + 1]?.startMinute ?? DAY_MINUTES
  const length = endMinute - startMinute
  const shortest = Math.min(STEP_MINUTES, length)
  if (grip.kind === 'move') {
    const start = within(startMinute + by, from, until - length)
    return replaced(day, grip.index, { startMinute: start, endMinute: start + length })
  }
  return replaced(
    day,
    grip.index,
    grip.kind === 'start'
      ? { startMinute: within(startMinute + by, from, endMinute - shortest), endMinute }
      : { startMinute, endMinute: within(endMinute + by, startMinute + shortest, until) },
  )
}

function drawn(day: readonly Interval[], origin: number, to: number, first = snapped(origin), last = snapped(to)) {
  const gap = gapsOf(day).find(({ startMinute, endMinute }) => origin >= startMinute && origin <= endMinute)
  if (!gap) return [...day]
  const startMinute = within(Math.min(first, last), gap.startMinute, gap.endMinute)
  const endMinute = within(Math.max(first, last), gap.startMinute, gap.endMinute)
  const next = { startMinute, endMinute }
  if (endMinute <= startMinute || day.some((other) => isOverlapping(other, next))) return [...day]
  return [...day, next].sort((a, b) => a.startMinute - b.startMinute)
}

function gapsOf(day: readonly Interval[]): Interval[] {
  const edges = [0, ...day.flatMap(({ startMinute, endMinute }) => [startMinute, endMinute]), DAY_MINUTES]
  return Array.from({ length: edges.length / 2 }, (_, i) => ({
    startMinute: edges[2 * i]!,
    endMinute: edges[2 * i + 1]!,
  })).filter(({ startMinute, endMinute }) => endMinute > startMinute)
}

function replaced(day: readonly Interval[], index: number, interval: Interval): Interval[] {
  return day.map((one, i) => (i === index ? interval : one))
}

function snapped(minute: number): number {
  return Math.round(minute / STEP_MINUTES) * STEP_MINUTES
}

function within(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
