/** Alarms that a handover lists one by one, and those that it groups. */
import { expect, test } from 'vitest'
import type { HandoverAlarm, HandoverRoom } from './handover.ts'
import { alarmsOf, endsOf, foldAlarms, isQuiet, usualOf } from './handover-alarms.ts'

const alarm = (alertId: string, more: Partial<HandoverAlarm> = {}): HandoverAlarm => ({
  ...{
    alertId,
    cameraId: '101',
    room: '101',
    location: '101',
    residents: [],
    activity: 'A006',
    isPossible: false,
    kindName: null,
    severity: 'high',
  },
  ...{ occurredAt: '2026-11-25T13:00:00.000Z', state: 'resolved', userName: null, outcome: 'assisted', note: null },
  ...{ claimedSeconds: null, arrivedSeconds: null, resolvedSeconds: null, thumbnailUrl: null },
  ...more,
})
const room = (more: Partial<HandoverRoom>): HandoverRoom => ({
  ...{
    cameraId: '101',
    room: '101',
    location: '101',
    residents: [],
    unitName: null,
    bedExits: 0,
    usualBedExits: 0,
    sleep: null,
  },
  ...{ checkIns: 0, visits: 0, note: { text: '', version: 0, userName: null, at: null } },
  ...more,
})
const namesOf = (alarms: readonly HandoverAlarm[]) => alarms.map(({ alertId }) => alertId).join(' ')

test('falls come before everything else, open ones first, then the newest', () => {
  const { listed } = foldAlarms([
    alarm('hub', { activity: 'hub-offline', state: 'open', outcome: null }),
    alarm('old-fall', { activity: 'A005', severity: 'low', occurredAt: '2026-11-25T12:00:00.000Z' }),
    alarm('fall', { activity: 'A005', severity: 'critical' }),
    alarm('going', { activity: 'A005', severity: 'critical', state: 'claimed', outcome: null }),
    alarm('open', { activity: 'A005', severity: 'critical', state: 'open', outcome: null }),
  ])
  expect(namesOf(listed)).toBe('open going fall old-fall hub')
})

test.each([
  ['a bed exit', {}, false],
  ['a bed exit that a site made critical', { severity: 'critical' }, true],
  ['a bed exit that ended with an injury', { outcome: 'injury' }, true],
  ['a bed exit that ended in hospital', { outcome: 'hospital' }, true],
  ['a wake-up', { activity: 'A004', severity: 'medium' }, false],
  ['a wake-up that a site made high', { activity: 'A004', severity: 'high' }, true],
  ['a fall that a site made medium', { activity: 'A005', severity: 'medium' }, true],
] as const)('%s: listed one by one %#', (_what, more, isListed) => {
  expect(foldAlarms([alarm('a', more)]).listed).toHaveLength(isListed ? 1 : 0)
})

test('all others are folded by room and kind, rooms that wait for somebody first, then by number', () => {
  const { folded } = foldAlarms([
    alarm('a'),
    alarm('b', { cameraId: '101-b', occurredAt: '2026-11-25T14:00:00.000Z' }),
    alarm('c', { room: '102' }),
    alarm('d', { room: '103', state: 'open', outcome: null }),
    alarm('e', { activity: 'A004', severity: 'medium' }),
  ])
  expect(folded.map(({ alarms }) => namesOf(alarms))).toEqual(['d', 'b a', 'c', 'e'])
})

test('ends alike are counted, the most frequent first', () => {
  const [group] = foldAlarms([alarm('a', { outcome: 'other' }), alarm('b'), alarm('c')]).folded
  expect(endsOf(group!).map(({ alarm: { outcome }, count }) => [outcome, count])).toEqual([
    ['assisted', 2],
    ['other', 1],
  ])
})

test('an open alarm of the shift is listed once', () => {
  expect(namesOf(alarmsOf({ alarms: [alarm('a'), alarm('b')], open: [alarm('a'), alarm('c')] }))).toBe('a c b')
})

test('NIGHT-08 a room’s bed exits are one line, however they ended, beside its usual number', () => {
  const back = (alertId: string) => alarm(alertId, { outcome: 'returned' })
  const { listed, folded } = foldAlarms([alarm('a'), back('b'), back('c')])
  expect([listed, folded.length]).toEqual([[], 1])
  expect(endsOf(folded[0]!).map(({ alarm: { outcome }, count }) => [outcome, count])).toEqual([
    ['returned', 2],
    ['assisted', 1],
  ])
  expect(usualOf(folded[0]!, [room({ usualBedExits: 1.5 })])).toBe(1.5)
  const [wakeUp] = foldAlarms([alarm('d', { activity: 'A004', severity: 'medium' })]).folded
  expect([usualOf(wakeUp!, [room({ usualBedExits: 1.5 })]), usualOf(folded[0]!, [])]).toEqual([null, null])
})

test.each([
  ['as usual', { bedExits: 3, usualBedExits: 2 }, true],
  ['more than usual', { bedExits: 4, usualBedExits: 2 }, false],
  ['unknown and none', { bedExits: 0, usualBedExits: null }, true],
  ['unknown and some', { bedExits: 1, usualBedExits: null }, false],
  ['a note', { note: { text: 'A', version: 1, userName: 'Yuki', at: null } }, false],
  ['a visit', { visits: 1 }, false],
] as const)('NIGHT-08 whether a room was quiet: %s', (_what, more, isOne) => {
  expect(isQuiet(room(more))).toBe(isOne)
})
