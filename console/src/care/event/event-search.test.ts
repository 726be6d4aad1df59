import { expect, test } from 'vitest'
import { toEventSearch, toFilter, toRoomSearch } from './event-search.ts'

const ID = '019470aa-1111-7111-8111-111111111111'

test('LIVE-03 an address filters by rooms, people, time and a word, and ignores unknown parts', () => {
  const search = toEventSearch({
    cameraIds: [ID, 'x'],
    userIds: [ID],
    range: 'day',
    text: 'asleep',
    sort: 'note',
    a: 1,
  })
  expect(search).toEqual({ cameraIds: [ID], userIds: [ID], range: 'day', text: 'asleep' })
  expect(toFilter(search, [ID], { now: new Date('2026-11-22T10:00:00Z'), timeZone: 'UTC' })).toEqual({
    ...{ cameraIds: [ID], userIds: [ID], unitIds: [ID], text: 'asleep', from: '2026-11-21T10:00:00.000Z' },
  })
  expect(toFilter(toEventSearch({}), [], { now: new Date(), timeZone: 'UTC' })).toEqual({})
})

test('LIVE-03 only an address that says so begins a check-in by itself', () => {
  expect([toRoomSearch({ start: true }), toRoomSearch({ start: 'yes' })]).toEqual([{ start: true }, {}])
})
