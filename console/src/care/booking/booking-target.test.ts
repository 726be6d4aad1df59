import { expect, test } from 'vitest'
import { draggedTo, keyedTo } from './booking-target.ts'

const from = { day: '2026-11-23', startMinute: 14 * 60 + 10 }

test('LIVE-04 dragging a check-in sideways keeps its time; up or down moves it by quarters', () => {
  expect(draggedTo(from, '2026-11-25', 15, 'week')).toEqual({ day: '2026-11-25', startMinute: 850 })
  expect(draggedTo(from, undefined, 40, 'week')).toEqual({ day: '2026-11-23', startMinute: 870 })
  expect(draggedTo(from, '2026-11-23', -30, 'day')).toEqual({ day: '2026-11-23', startMinute: 840 })
  expect(draggedTo(from, '2026-11-23', -5000, 'day').startMinute).toBe(0)
  expect(draggedTo(from, '2026-11-23', 5000, 'day').startMinute).toBe(23 * 60 + 45)
  expect(draggedTo(from, '2026-11-30', 200, 'month')).toEqual({ day: '2026-11-30', startMinute: 850 })
})

test('LIVE-04 arrows move it by a day or a quarter, the way that is read', () => {
  expect(keyedTo(from, 'ArrowRight', false)?.day).toBe('2026-11-24')
  expect(keyedTo(from, 'ArrowRight', true)?.day).toBe('2026-11-22')
  expect(keyedTo(from, 'ArrowDown', false)?.startMinute).toBe(855)
  expect(keyedTo(from, 'ArrowUp', false)?.startMinute).toBe(840)
  expect(keyedTo(from, 'x', false)).toBeNull()
})
