import type { Alarm, OpenAlarm } from '@mimamori/contract/alerting/alarm.ts'
import { describe, expect, test } from 'vitest'
import { actionsOf, meantBy, outcomesOf, runningTime, shownOf } from './alarm-order.ts'

const ME = { id: 'yuki', isStation: false }
const person = (userId: string) => ({ userId, userName: userId, at: '2026-11-23T02:00:10Z' })
const alarm = (state: Alarm['state'], who: string | null = null, more: Partial<Alarm> = {}): Alarm => ({
  state,
  openSince: '2026-11-23T02:00:00Z',
  opening: 1,
  claimer: who === null ? null : person(who),
  claimEndsAt: null,
  joined: [],
  arrived: null,
  resolved: null,
  ...more,
})
const raised = (alertId: string, minute: number, standing: Alarm): OpenAlarm => ({
  alertId,
  cameraId: null,
  location: alertId,
  unitName: null,
  residents: [],
  activity: 'A005',
  isPossible: false,
  severity: 'critical',
  occurredAt: `2026-11-23T02:0${minute}:00Z`,
  thumbnailUrl: null,
  alarm: standing,
})

describe('the bar', () => {
  test('ALARM-03 begins with what nobody has claimed, newest first, and always has the own one', () => {
    const all = [
      raised('theirs', 9, alarm('claimed', 'mei')),
      raised('a', 8, alarm('open')),
      raised('b', 7, alarm('open')),
      raised('c', 6, alarm('open')),
      raised('mine', 1, alarm('claimed', 'yuki')),
    ]
    const ids = (most: number) => shownOf(all, ME, most).map(({ alertId }) => alertId)
    expect(ids(3)).toEqual(['a', 'b', 'mine'])
    expect(ids(1)).toEqual(['a'])
    expect(ids(9)).toEqual(['a', 'b', 'c', 'mine', 'theirs'])
  })
})

describe('the buttons of an alarm', () => {
  test('ALARM-02 follow the claimer', () => {
    expect(actionsOf(alarm('open'), ME)).toEqual(['claim'])
    expect(actionsOf(alarm('claimed', 'yuki'), ME)).toEqual(['arrive', 'resolve', 'give-back'])
    expect(actionsOf(alarm('claimed', 'mei'), ME)).toEqual(['join'])
    expect(actionsOf(alarm('claimed', 'mei', { joined: [person('yuki')] }), ME)).toEqual(['arrive', 'resolve'])
    expect(actionsOf(alarm('arrived', 'yuki'), ME)).toEqual(['resolve'])
    expect(actionsOf(alarm('resolved'), ME)).toEqual([])
  })

  test('ALARM-02 of a station serve everybody at it', () => {
    expect(actionsOf(alarm('claimed', 'mei'), { id: 'station', isStation: true })).toEqual([
      'arrive',
      'join',
      'give-back',
      'resolve',
    ])
  })

  test('ALARM-07 offer few outcomes while nobody has gone', () => {
    expect(outcomesOf(false)).toEqual(['false-alarm', 'already-there'])
    expect(outcomesOf(true)).toContain('injury')
  })
})

test('a running time counts on past the hour', () => {
  expect([0, 12_900, 72_000, 3_723_000, -5].map(runningTime)).toEqual(['0:00', '0:12', '1:12', '1:02:03', '0:00'])
})

test('ALARM-02 r means the own alarm before one that came meanwhile, the open page before both', () => {
  const fitting = [raised('new', 9, alarm('open')), raised('mine', 1, alarm('arrived', 'yuki'))]
  const of = (action: 'claim' | 'resolve', openId?: string) => meantBy(action, fitting, { openId, me: ME })?.alertId
  expect([of('resolve'), of('claim'), of('resolve', 'new')]).toEqual(['mine', 'new', 'new'])
})
