/** Rooms now: tiles in the order of need, what an event changes, and station mode by day and by night. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { seriousErrors } from '#console/testing/accessibility.ts'
import { ROOMS } from '#console/testing/answers.ts'
import { openConsole } from '#console/testing/open.tsx'
import { aRoom, aUser, idOf, NOW } from '#console/testing/rows.ts'
import { type Answers, sentTo, tell } from '#console/testing/service.ts'

const main = page.getByRole('main')
const nurse = aUser({ role: 'USER' })
const station = page.getByRole('region', { name: 'Rooms now' })
const tileOf = (place: typeof main, number: number) =>
  place.getByRole('listitem').filter({ hasText: `Room ${200 + number}` })
const isUnknown = { state: 'unknown' as const, reason: { code: 'hub-away', params: {} } as never, since: NOW }
const rooms = (...records: ReturnType<typeof aRoom>[]): Answers => ({
  ...ROOMS,
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
    severity: 'critical',
    occurredAt: NOW,
  } as const
  const states = { open: 'nobody is going yet', claimed: 'somebody is going', arrived: 'somebody is there' }
  for (const [state, words] of Object.entries(states) as [keyof typeof states, string][]) {
    const needing = aRoom(2, { alarm: { ...alarm, state }, alarmCount: 1 })
    await openConsole('/app/rooms', { user: nurse, answers: rooms(aRoom(1), needing) })
    await expect.element(main.getByRole('listitem').first()).toMatchTextContent(`Fall: ${words}`)
  }
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
