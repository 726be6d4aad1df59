import type { Alarm, OpenAlarm } from '@mimamori/contract/alerting/alarm.ts'
import { describe, expect, test } from 'vitest'
import {
  actionsOf,
  callsIn,
  goersOf,
  hiddenOf,
  keepPlaces,
  meantBy,
  type OpenCall,
  outcomesOf,
  runningTime,
  shownOf,
} from './alarm-order.ts'

const ME = { id: 'yuki', isStation: false }
const person = (userId: string) => ({ userId, userName: userId, at: '2026-11-23T02:00:10Z' })
const alarm = (state: Alarm['state'], who: string | null = null, more: Partial<Alarm> = {}): Alarm => ({
  state,
  openSince: '2026-11-23T02:00:00Z',
  opening: 1,
  reopened: null,
  claimer: who === null ? null : person(who),
  claimEndsAt: null,
  joined: [],
  arrived: null,
  resolved: null,
  ...more,
})
const raised = (alertId: string, minute: number, standing: Alarm): OpenAlarm => ({
  alertId,
  room: alertId,
  cameraId: null,
  location: alertId,
  unitName: null,
  residents: [],
  activity: 'A005',
  isPossible: false,
  kindName: null,
  severity: 'critical',
  occurredAt: `2026-11-23T02:0${minute}:00Z`,
  thumbnailUrl: null,
  alarm: standing,
})

describe('the bar of alarms', () => {
  const ids = (rows: readonly OpenAlarm[]) => rows.map(({ alertId }) => alertId)
  const exit = (alertId: string, minute: number, standing: Alarm): OpenAlarm => ({
    ...raised(alertId, minute, standing),
    activity: 'A006',
    severity: 'high',
  })
  const all = callsIn([
    exit('exit 9', 9, alarm('open')),
    exit('exit 8', 8, alarm('open')),
    exit('exit 7', 7, alarm('open')),
    raised('theirs', 6, alarm('claimed', 'mei')),
    raised('fall 2', 2, alarm('open')),
    raised('fall 1', 1, alarm('open')),
    exit('mine', 0, alarm('arrived', 'yuki')),
  ])

  test('ALARM-03 shows open falls before newer bed exits, and always the user’s own alarms', () => {
    expect(ids(shownOf(all, ME, 3))).toEqual(['fall 2', 'fall 1', 'mine'])
    expect(ids(shownOf(all, ME, 1))).toEqual(['fall 2', 'mine'])
    const every = ['fall 2', 'fall 1', 'exit 9', 'exit 8', 'exit 7', 'theirs', 'mine']
    expect(ids(shownOf(all, ME, 9))).toEqual(every)
    const owns = callsIn(['a', 'b', 'c', 'd'].map((id, at) => exit(id, at, alarm('claimed', 'yuki'))))
    expect(ids(shownOf([...all, ...owns], ME, 2))).toEqual(['fall 2', 'd', 'c', 'b', 'a', 'mine'])
  })

  test('ALARM-03 shows a possible fall before a bed exit that a site made critical', () => {
    const possible: OpenAlarm = { ...raised('possible', 1, alarm('open')), severity: 'high', isPossible: true }
    const critical: OpenAlarm = { ...exit('critical exit', 9, alarm('open')), severity: 'critical' }
    expect(ids(shownOf(callsIn([critical, possible]), ME, 1))).toEqual(['possible'])
    expect(ids(shownOf(callsIn([critical, possible]), ME, 2))).toEqual(['critical exit', 'possible'])
  })

  test('ALARM-03 reports for hidden alarms whether a fall is among them, and who goes', () => {
    const hidden = (shown: OpenCall[]) => {
      const { going, ...counts } = hiddenOf(all, shown)
      return { ...counts, goers: going.flatMap(goersOf).map(({ userName }) => userName) }
    }
    expect(hidden(shownOf(all, ME, 1))).toEqual({ openFalls: 1, goers: ['mei'], late: 0 })
    expect(hidden(shownOf(all, ME, 3))).toEqual({ openFalls: 0, goers: ['mei'], late: 0 })
    expect(hidden([...all])).toEqual({ openFalls: 0, goers: [], late: 0 })
  })

  test('ALARM-03 retained rows stay in place: ended ones remain, a new fall goes below', () => {
    const before = shownOf(all, ME, 3)
    const claimed = all.map((one) => (one.alertId === 'fall 2' ? { ...one, alarm: alarm('claimed', 'yuki') } : one))
    const now = callsIn([...claimed.filter(({ alertId }) => alertId !== 'fall 1'), raised('fall 3', 9, alarm('open'))])
    const held = keepPlaces(before, { wanted: shownOf(now, ME, 3), calls: now, me: ME, most: 3 })
    expect(held.map(({ alertId, alarm: { state } }) => [alertId, state])).toEqual([
      ['fall 2', 'claimed'],
      ['fall 1', 'resolved'],
      ['mine', 'arrived'],
      ['fall 3', 'open'],
    ])
  })
})

describe('NIGHT-01 the call of a room', () => {
  const inRoom = (room: string, one: OpenAlarm): OpenAlarm => ({ ...one, room })
  const exit = (alertId: string, minute: number, standing: Alarm): OpenAlarm => ({
    ...raised(alertId, minute, standing),
    activity: 'A006',
    severity: 'high',
  })
  const going = inRoom('205', exit('exit', 3, alarm('claimed', 'yuki')))
  const fall = inRoom('205', raised('fall', 4, alarm('open')))

  test('is one row: its worst alarm leads, and the others are counted', () => {
    const calls = callsIn([inRoom('205', exit('exit', 3, alarm('open'))), fall, exit('elsewhere', 5, alarm('open'))])
    expect(calls.map(({ alertId, others }) => [alertId, others.length])).toEqual([
      ['fall', 1],
      ['elsewhere', 0],
    ])
  })

  test('leads with a fall that came after the claim, stays the user’s own, and names who goes', () => {
    const [call] = callsIn([going, fall])
    expect([call!.alertId, goersOf(call!).map(({ userName }) => userName)]).toEqual(['fall', ['yuki']])
    const others = [6, 7, 8].map((minute) => raised(`fall ${minute}`, minute, alarm('open')))
    expect(shownOf(callsIn([going, fall, ...others]), ME, 1).map(({ room }) => room)).toContain('205')
  })

  test('keeps its row when another of its alarms comes to lead', () => {
    const before = callsIn([going])
    const now = callsIn([going, fall])
    const held = keepPlaces(before, { wanted: shownOf(now, ME, 3), calls: now, me: ME, most: 3 })
    expect(held.map(({ room, alertId }) => [room, alertId])).toEqual([['205', 'fall']])
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

  test('ALARM-02 of a station work for all its users', () => {
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

test('a running time continues after an hour', () => {
  expect([0, 12_900, 72_000, 3_723_000, -5].map(runningTime)).toEqual(['0:00', '0:12', '1:12', '1:02:03', '0:00'])
})

test('ALARM-02 r means the open page’s alarm, then the own one, then a newer one', () => {
  const fitting = callsIn([raised('new', 9, alarm('open')), raised('mine', 1, alarm('arrived', 'yuki'))])
  const of = (action: 'claim' | 'resolve', openId?: string) => meantBy(action, fitting, { openId, me: ME })?.alertId
  expect([of('resolve'), of('claim'), of('resolve', 'new')]).toEqual(['mine', 'new', 'new'])
})
