import type { Room } from '@mimamori/contract/care/room.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { type Rooms, showChange, steady } from './room-queries.ts'

function room(cameraId: string): Room {
  const timeline = [
    { state: 'away' as const, from: '2026-11-23T10:00:00.000Z', to: '2026-11-23T11:00:00.000Z' },
    { state: 'in-bed' as const, from: '2026-11-23T11:00:00.000Z', to: '2026-11-23T12:00:00.000Z' },
  ]
  return {
    ...{
      room: cameraId,
      cameraId,
      cameraName: cameraId,
      location: cameraId,
      unitName: null,
      residents: [],
      visit: null,
    },
    ...{
      tenantName: 'Sakura',
      timeline,
      alarm: null,
      alarmCount: 0,
      lookIn: null,
      measuresFalls: false,
      checkIn: null,
      inBedMinutes: 60,
    },
    now: { state: 'in-bed', reason: null, since: timeline[1]!.from },
  }
}

test('ROOM-01 a change renders one tile of 200 again, with its timeline up to now', () => {
  const cache = new QueryClient()
  const before: Rooms = {
    ...{ records: Array.from({ length: 200 }, (_, at) => room(String(at))), totalCount: 200, aheadMs: 0 },
  }
  cache.setQueryData(['room', 'all', []], before)
  const now = { state: 'up' as const, reason: null, since: '2026-11-23T11:59:00.000Z' }
  showChange(cache, '7', now)
  const after = cache.getQueryData<Rooms>(['room', 'all', []])!
  expect(after.records.filter((one, at) => one !== before.records[at]).map(({ cameraId }) => cameraId)).toEqual(['7'])
  expect(after.records[7]!.now).toEqual(now)
  expect(after.records[7]!.timeline.map(({ state, to }) => [state, to.slice(11, 16)])).toEqual([
    ['away', '11:00'],
    ['in-bed', '11:59'],
    ['up', '11:59'],
  ])
  showChange(cache, 'elsewhere', now)
  expect(cache.getQueryData(['room', 'all', []])).toBe(after)
})

test('ROOM-01 the same response a minute later renders no tile again', () => {
  const later = room('1')
  later.timeline[0]!.from = '2026-11-23T10:01:00.000Z'
  later.timeline[1]!.to = '2026-11-23T12:01:00.000Z'
  expect(steady(later)).toEqual(steady(room('1')))
  later.timeline[1]!.from = '2026-11-23T11:30:00.000Z'
  expect(steady(later)).not.toEqual(steady(room('1')))
})
