import { expect, test } from 'vitest'
import { boundsOfMonth, boundsOfStep, monthAfter, monthOf } from './metrics-months.ts'
import { toMetricsSearch } from './metrics-search.ts'

test('METRIC-01 the address has a month or a custom range, and rooms; unknown parts are dropped', () => {
  const id = '0192f0c0-0000-7000-8000-000000000001'
  expect(toMetricsSearch({ month: '2026-11', cameraIds: [id] })).toEqual({ month: '2026-11', cameraIds: [id] })
  const range = { from: '2026-10-31T15:00:00.000Z', to: '2026-11-30T15:00:00.000Z' }
  expect(toMetricsSearch({ ...range, month: '2026-11' })).toEqual(range)
  expect(toMetricsSearch({ month: '2026-13', from: 'x', cameraIds: 'y' })).toEqual({})
})

test('METRIC-01 months are those of the site’s calendar, over the turn of the year', () => {
  expect(monthOf(new Date('2026-10-31T15:00:00Z'), 'Asia/Tokyo')).toBe('2026-11')
  expect([monthAfter('2026-12', 1), monthAfter('2026-01', -1), monthAfter('2026-11', 14)]).toEqual([
    '2027-01',
    '2025-12',
    '2028-01',
  ])
  expect(boundsOfMonth('2026-11', 'Asia/Tokyo')).toEqual({
    from: '2026-10-31T15:00:00.000Z',
    to: '2026-11-30T15:00:00.000Z',
  })
})

test('METRIC-01 a day on which clocks change has its 23 or 25 hours', () => {
  expect(boundsOfStep('2026-03-29', 'day', 'Europe/Berlin')).toEqual({
    from: '2026-03-28T23:00:00.000Z',
    to: '2026-03-29T22:00:00.000Z',
  })
  expect(boundsOfStep('2026-10-25', 'day', 'Europe/Berlin')).toEqual({
    from: '2026-10-24T22:00:00.000Z',
    to: '2026-10-25T23:00:00.000Z',
  })
  expect(boundsOfStep('2026-02-01', 'month', 'Asia/Tokyo')).toEqual({
    from: '2026-01-31T15:00:00.000Z',
    to: '2026-02-28T15:00:00.000Z',
  })
})
