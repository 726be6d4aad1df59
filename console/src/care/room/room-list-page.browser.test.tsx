/** Rooms now: tiles in the order of need, what an event changes, and station mode by day and by night. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { seriousErrors } from '#console/testing/accessibility.ts'
import { ROOMS } from '#console/testing/answers.ts'
import { openConsole } from '#console/testing/open.tsx'
import { anOpenAlarm, aRoom, aUser, idOf, NOW, openAlarms } from '#console/testing/rows.ts'
import { type Answers, disconnect, reconnect, sentTo, tell } from '#console/testing/service.ts'

const main = page.getByRole('main')
const nurse = aUser({ role: 'USER' })
const station = page.getByRole('region', { name: 'Rooms now' })
const tileOf = (place: typeof main, number: number) =>
  place.getByRole('listitem').filter({ hasText: `Room ${200 + number}` })
const isUnknown = { state: 'unknown' as const, reason: { code: 'hub-away', params: {} } as never, since: NOW }
const rooms = (...records: ReturnType<typeof aRoom>[]): Answers => ({
  ...ROOMS,
  'alarm.answerers': () => ({ records: [], hasRoster: false, isPinAsked: false }),
  'room.list': () => ({ records, totalCount: records.length, now: new Date().toISOString() }),
})

test('ROOM-01 a change on a hub stands on an open page without a request', async () => {
  await openConsole('/app/rooms', { user: nurse, answers: rooms(aRoom(1, { now: { ...isUnknown, reason: null } })) })
  await expect.element(tileOf(main, 1)).toMatchTextContent('Unknown')
  const asked = sentTo('room.list').length
  for (const [state, word] of [
    ['in-bed', 'In bed'],
    ['up', 'Up'],
    ['on-floor', 'On the floor'],
  ] as const) {
    tell({ type: 'room-changed', cameraId: idOf(101), unitId: null, room: { state, reason: null, since: NOW } })
    await expect.element(tileOf(main, 1).getByText(word, { exact: true })).toBeVisible()
  }
  expect(sentTo('room.list')).toHaveLength(asked)
})

test('ALARM-06 a room whose alarm nobody answers stands first, and says how far its answer is', async () => {
  const alarm = {
    alertId: idOf(1),
    activity: 'A005',
    isPossible: false,
    kindName: null,
    severity: 'critical',
    occurredAt: NOW,
    userName: null,
  } as const
  const states = { open: 'nobody is going yet', claimed: 'somebody is going', arrived: 'somebody is there' }
  for (const [state, words] of Object.entries(states) as [keyof typeof states, string][]) {
    const needing = aRoom(2, { alarm: { ...alarm, state }, alarmCount: 1 })
    await openConsole('/app/rooms', { user: nurse, answers: rooms(aRoom(1), needing) })
    await expect.element(main.getByRole('listitem').first()).toMatchTextContent(`Fall: ${words}`)
  }
})

test('REAL-12 a room in which somebody is no longer seen stands first, and says so until it is read', async () => {
  const lost = aRoom(2, { lookIn: { alertId: idOf(1), occurredAt: NOW } })
  await openConsole('/app/rooms', { user: nurse, answers: rooms(aRoom(1), lost) })
  await expect.element(main.getByRole('listitem').first()).toMatchTextContent('Look in: no longer seen upright')
  await openConsole('/app/rooms?station=true', { user: nurse, answers: rooms(aRoom(1), lost) })
  await expect.element(station.getByRole('listitem').first()).toMatchTextContent('Look in')
})

test('REAL-13 a room in which falls are only measured says so on its tile', async () => {
  await openConsole('/app/rooms', { user: nurse, answers: rooms(aRoom(1), aRoom(2, { measuresFalls: true })) })
  await expect.element(tileOf(main, 2)).toMatchTextContent('Falls are only counted here: nobody is called.')
  await expect.element(tileOf(main, 1)).not.toMatchTextContent('nobody is called')
})

test('ROOM-02 rooms are searched, and f fills the screen for a station, which stands in the address', async () => {
  await openConsole('/app/rooms', { user: nurse, answers: rooms(aRoom(1), aRoom(2)) })
  const search = page.getByRole('searchbox', { name: 'Search rooms' })
  await search.fill('202')
  await expect.poll(() => main.getByRole('listitem').elements().length).toBe(1)
  await search.fill('')
  expect(await seriousErrors()).toEqual([])
  await page.getByRole('heading', { level: 1 }).click()
  await userEvent.keyboard('f')
  await expect.element(tileOf(station, 2)).toMatchTextContent('In bed')
  expect(location.search).toContain('station=true')
  await station.getByRole('button', { name: 'Leave station mode' }).click()
  await expect.element(page.getByRole('button', { name: 'Station mode' })).toBeVisible()
})

test('NIGHT-01 two cameras of one room are one tile, with its worst alarm, the count, and both cameras', async () => {
  const one = { room: 'Room 201', location: 'Room 201' }
  const alarm = {
    alertId: idOf(1),
    isPossible: false,
    kindName: null,
    occurredAt: NOW,
    state: 'open',
    userName: null,
  } as const
  const exit = { ...alarm, activity: 'A006', severity: 'high' } as const
  const fall = { ...alarm, alertId: idOf(2), activity: 'A005', severity: 'critical' } as const
  const unknown = { state: 'unknown', reason: null, since: NOW } as const
  const bed = aRoom(1, { ...one, cameraName: 'Bed', alarm: exit, alarmCount: 2 })
  const door = aRoom(2, { ...one, cameraName: 'Door', alarm: fall, alarmCount: 1, now: unknown })
  await openConsole('/app/rooms', { user: nurse, answers: rooms(bed, door, aRoom(3)) })
  await expect.element(main.getByText('2 rooms', { exact: true })).toBeVisible()
  const tile = main.getByRole('listitem').filter({ hasText: 'Room 201' }).first()
  await expect.element(tile).toMatchTextContent('Fall: nobody is going yet +2 more alarms')
  await expect.element(tile).toMatchTextContent('In bed')
  const cameras = tile.getByRole('list', { name: 'Cameras of this room' })
  await expect.element(cameras).toMatchTextContent(/Bed In bed.*Door Unknown/)
  await expect.element(cameras.getByRole('link').nth(1)).toHaveAttribute('href', `/app/rooms/${idOf(102)}`)
})

test('NIGHT-02 an alarm shows in its tile at once, which moves when the pointer leaves the list', async () => {
  const list = [aRoom(1), aRoom(2), aRoom(3)]
  await openConsole('/app/rooms', { user: nurse, answers: rooms(...list) })
  const first = () => main.getByRole('listitem').first()
  await userEvent.hover(tileOf(main, 2))
  tell({
    type: 'room-changed',
    cameraId: idOf(103),
    unitId: null,
    room: { state: 'on-floor', reason: null, since: NOW },
  })
  await expect.element(tileOf(main, 3)).toHaveAttribute('data-need', 'floor')
  await expect.element(first()).toMatchTextContent('Room 201')
  await userEvent.hover(page.getByRole('heading', { level: 1 }))
  await expect.element(first()).toMatchTextContent('Room 203')
})

/** Millimeters of a capital in this size on a 24-inch screen of 1920 pixels; Inter's capitals are 0.727 em. */
const capitalMm = (element: Element) => Number.parseFloat(getComputedStyle(element).fontSize) * 0.727 * (531.4 / 1920)

test('NIGHT-02 a station of 40 rooms with four alarms is read from 4 m, and nothing is cut', async () => {
  await page.viewport(1920, 1080)
  const alarm = { isPossible: true, kindName: null, severity: 'critical', activity: 'A005', occurredAt: NOW } as const
  const list = Array.from({ length: 40 }, (_, at) => {
    const isClaimed = at === 3
    const answer = { state: isClaimed ? 'claimed' : 'open', userName: isClaimed ? 'Kenta Takahashi' : null } as const
    return aRoom(at + 1, at < 4 ? { alarm: { ...alarm, ...answer, alertId: idOf(at + 1) }, alarmCount: 1 } : {})
  })
  const answers = {
    ...rooms(...list),
    'alarm.open': () => openAlarms(...[1, 2, 3, 4].map((number) => anOpenAlarm(number))),
  }
  await openConsole('/app/rooms?station=true', { user: nurse, answers })
  await expect.element(page.getByCss('[data-alarm]').first()).toBeVisible()
  for (const text of ['Room 201', 'Possible fall', 'Nobody yet', '→ Kenta Takahashi']) {
    const shown = station.getByText(text, { exact: true }).first()
    await expect.element(shown).toBeVisible()
    // 16 minutes of arc at 4 m.
    expect(capitalMm(shown.element())).toBeGreaterThan(18.6)
    expect(shown.element().scrollWidth).toBeLessThanOrEqual(shown.element().clientWidth)
  }
  const tiles = station.getByRole('listitem').elements()
  expect(tiles).toHaveLength(40)
  for (const tile of tiles) {
    expect(tile.scrollHeight).toBeLessThanOrEqual(tile.clientHeight + 1)
    expect(tile.getBoundingClientRect().bottom).toBeLessThanOrEqual(1080)
  }
})

test('NIGHT-02 a station says plainly that it is not connected', async () => {
  await openConsole('/app/rooms?station=true', { user: nurse, answers: rooms(aRoom(1)) })
  await expect.element(tileOf(station, 1)).toBeVisible()
  disconnect()
  await expect.element(station.getByRole('alert')).toMatchTextContent(/Not connected since .*look after the rooms/)
  reconnect()
  await expect.element(station.getByRole('alert')).not.toBeInTheDocument()
})

/** The brightest of red, green and blue. */
const lightnessOf = (element: Element) =>
  Math.max(...getComputedStyle(element).backgroundColor.match(/\d+/g)!.slice(0, 3).map(Number))
const parts = () => [station.element(), station.getByRole('listitem').first().element(), document.body]

test('ROOM-01 by day station mode is light', async () => {
  await openConsole('/app/rooms?station=true', {
    user: nurse,
    answers: rooms(aRoom(1)),
    now: '2026-11-26T03:00:00.000Z',
  })
  await expect.element(station.getByRole('listitem').first()).toBeVisible()
  for (const part of parts()) expect(lightnessOf(part)).toBeGreaterThan(200)
})

test('ROOM-01 at night station mode darkens the whole page until it ends, whatever the scheme', async () => {
  await openConsole('/app/rooms?station=true', {
    user: nurse,
    answers: rooms(aRoom(1)),
    now: '2026-11-26T14:00:00.000Z',
  })
  await expect.element(station.getByRole('listitem').first()).toBeVisible()
  for (const part of parts()) expect(lightnessOf(part)).toBeLessThan(80)
  expect(await seriousErrors()).toEqual([])
  await station.getByRole('button', { name: 'Leave station mode' }).click()
  await expect.element(page.getByRole('button', { name: 'Station mode' })).toBeVisible()
  await expect.poll(() => lightnessOf(document.body)).toBeGreaterThan(200)
})

test('ROOM-02 a tile leads to the room’s last day', async () => {
  const day = [{ state: 'in-bed' as const, from: '2026-11-25T12:00:00.000Z', to: NOW }]
  const answers: Answers = {
    ...rooms(aRoom(1)),
    'room.get': () => ({
      ...{
        ...aRoom(1),
        timezone: 'Asia/Tokyo',
        isLive: false,
        day,
        alerts: [],
        checkIns: [],
        notes: [],
        serverNow: NOW,
      },
    }),
  }
  await openConsole('/app/rooms', { user: nurse, answers })
  await tileOf(main, 1).getByRole('link').first().click()
  await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Room 201')
  await expect.element(main.getByRole('img', { name: /^The last 24 hours: .*In bed/ })).toBeVisible()
  expect(await seriousErrors()).toEqual([])
})
