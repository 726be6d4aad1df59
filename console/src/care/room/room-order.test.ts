import type { Room } from '@mimamori/contract/care/room.ts'
import en from '@mimamori/contract/languages/en/room.json' with { type: 'json' }
import ja from '@mimamori/contract/languages/ja/room.json' with { type: 'json' }
import { sayIn } from '@mimamori/contract/languages/say.ts'
import type { TFunction } from 'i18next'
import { describe, expect, test } from 'vitest'
import { aRoom, idOf, NOW } from '#console/testing/rows.ts'
import { byNeed, elapsedText, isNightAt, matching, needOf, placesByName, placesOf } from './room-order.ts'

type AlarmState = NonNullable<Room['alarm']>['state']

function room(location: string, state: Room['now']['state'], alarm: AlarmState | null = null) {
  const since = '2026-11-23T12:00:00.000Z'
  const fall = {
    alertId: location,
    activity: 'A005',
    isPossible: false,
    kindName: null,
    severity: 'critical',
    occurredAt: since,
    userName: null,
  } as const
  return {
    ...{
      cameraId: location,
      cameras: [{ cameraName: `cam ${location}` }],
      location,
      residents: [{ id: location, name: `Hanako ${location}`, honorific: 'sama' as const }],
      unitName: 'North',
      tenantName: 'Sakura',
    },
    now: { state, reason: null, since },
    alarm: alarm && { ...fall, state: alarm },
    lookIn: null,
  }
}
const order = (rooms: ReturnType<typeof room>[], isNight = false) =>
  byNeed(
    placesByName(rooms).map((place) => rooms[place]!),
    isNight,
  ).map(({ location }) => location)

describe('ROOM-01 the order of need', () => {
  test('REAL-12 somebody should look into a room in which a person was lost, unless staff are there', () => {
    const lookIn = { alertId: 'a', occurredAt: '2026-11-23T12:00:00.000Z' }
    expect(needOf({ ...room('lost', 'unknown'), lookIn }, false)).toBe('watch')
    expect(needOf({ ...room('helped', 'with-staff'), lookIn }, false)).toBe('calm')
    expect(needOf({ ...room('fallen', 'on-floor'), lookIn }, false)).toBe('floor')
  })

  test('begins with residents on the floor that have nobody, and ends with sleepers', () => {
    const rooms = [
      room('sleeps', 'in-bed', 'resolved'),
      room('away', 'away'),
      room('staff', 'with-staff'),
      room('dark', 'unknown'),
      room('up', 'up'),
      room('helped', 'with-staff', 'arrived'),
      room('floor', 'on-floor'),
      room('exit', 'up', 'open'),
      room('fall', 'on-floor', 'open'),
    ]
    const night = ['fall', 'exit', 'floor', 'helped', 'up', 'dark', 'staff', 'away', 'sleeps']
    expect(order(rooms, true)).toEqual(night)
    expect(order(rooms)).toEqual(['fall', 'exit', 'floor', 'helped', 'dark', 'staff', 'up', 'away', 'sleeps'])
  })

  test('orders rooms of the same need by number, as people read them', () => {
    expect(order(['203', '1012', '21'].map((name) => room(name, 'in-bed')))).toEqual(['21', '203', '1012'])
  })

  test('makes a resident that is up stand out by night alone', () => {
    expect([needOf(room('a', 'up'), true), needOf(room('a', 'up'), false)]).toEqual(['watch', 'calm'])
    expect([20, 21, 3, 6].map(isNightAt)).toEqual([false, true, true, false])
  })
})

test('ROOM-01 rooms are found by their own names and those of resident, camera, unit and site', () => {
  const rooms = [room('203', 'up'), room('204', 'up')]
  expect(matching(rooms, ' 203').map(({ location }) => location)).toEqual(['203'])
  expect(matching(rooms, 'hanako 204').map(({ location }) => location)).toEqual(['204'])
  expect([matching(rooms, 'NORTH').length, matching(rooms, 'cam 204').length, matching(rooms, 'x').length]).toEqual([
    2, 1, 0,
  ])
})

test('ROOM-01 a running time names its units, hours and minutes or days', () => {
  const times = [0, 6 * 60_000, 102 * 60_000, 26 * 3_600_000, 50 * 3_600_000, -5]
  const said = (texts: typeof en, locale: string) =>
    times.map((ms) => elapsedText(ms, sayIn(texts, locale) as unknown as TFunction<'room'>))
  expect(said(en, 'en')).toEqual(['0 min', '6 min', '1 h 42 min', '1 day', '2 days', '0 min'])
  expect(said(ja as typeof en, 'ja')).toEqual(['0分', '6分', '1時間42分', '1日', '2日', '0分'])
})

describe('NIGHT-02 cameras of one room', () => {
  const place = { room: 'a', location: 'a' }
  const seen = (number: number, state: Room['now']['state'], more: Partial<Room> = {}) =>
    aRoom(number, { ...place, now: { state, reason: null, since: NOW }, ...more })

  test('are one place with what the camera knows that sees most, and the worst alarm', () => {
    const alarm = { isPossible: false, kindName: null, occurredAt: NOW, state: 'open', userName: null } as const
    const exit = { ...alarm, alertId: idOf(1), activity: 'A006', severity: 'high' } as const
    const fall = { ...alarm, alertId: idOf(2), activity: 'A005', severity: 'critical' } as const
    const lookIn = { alertId: idOf(4), occurredAt: '2026-11-23T02:00:00.000Z' }
    const cameras = [
      seen(1, 'unknown', { alarm: exit, alarmCount: 2, lookIn, measuresFalls: true }),
      seen(2, 'in-bed', {
        alarm: fall,
        alarmCount: 1,
        lookIn: { alertId: idOf(3), occurredAt: '2026-11-23T01:00:00.000Z' },
      }),
      seen(3, 'away'),
    ]
    const [one, two] = placesOf([...cameras, aRoom(4)])
    expect(one).toMatchObject({
      cameraId: idOf(102),
      now: { state: 'in-bed' },
      alarm: { alertId: idOf(2) },
      alarmCount: 3,
      lookIn: { alertId: idOf(4) },
      measuresFalls: true,
    })
    expect(one!.cameras).toEqual(cameras)
    expect(two!.cameras).toHaveLength(1)
  })

  test('stay the same place while none of them changes', () => {
    const cameras = [seen(1, 'away'), seen(2, 'in-bed')]
    const [before] = placesOf(cameras)
    expect(placesOf([...cameras])[0]).toBe(before)
    expect(placesOf([cameras[0]!, seen(2, 'up')])[0]).not.toBe(before)
  })
})
