// The apps about people on the demo's drawn rooms, from pixels to alerts.

import { hubAppSettings } from '@mimamori/contract/camera/app-settings.ts'
import type { MeasuredSecond } from '@mimamori/contract/insight/measurement-block.ts'
import { isMarked } from '@mimamori/contract/insight/measurement-mark.ts'
import { APPS } from '@mimamori/contract/shared/app-catalogue.ts'
import type { AlertAppCode } from '@mimamori/contract/shared/apps.ts'
import { findMoment } from '@mimamori/lab/rooms/camera/moment.ts'
import { createScene, SCENES } from '@mimamori/lab/rooms/camera/scene.ts'
import type { Activity } from '@mimamori/lab/rooms/story/story.ts'
import { expect, test } from 'vitest'
import { BackgroundModel } from '#vision/background/background.ts'
import { RoomWatch } from '../room/room-watch.ts'
import { FrameLogger } from './frame-logger.ts'
import { PeopleApps } from './people-apps.ts'
import { PeopleLog } from './people-log.ts'
import { SecondLog } from './second-log.ts'

const SIZE = { width: 320, height: 180 }
const FRAME_MS = 200
const NOON = Date.UTC(2026, 5, 10, 3)
const NIGHT = Date.UTC(2026, 5, 10, 15)

const bedsOf = (key: string) => [{ name: 'bed', corners: [...SCENES.find((one) => one.key === key)!.bed!] }]

function appsOf(codes: readonly AlertAppCode[]) {
  return codes.map((appCode) => ({
    appCode,
    severity: APPS[appCode].severity,
    settings: hubAppSettings.parse({ appCode }),
    schedule: null,
  }))
}

const ABOUT_PEOPLE = ['A004', 'A005', 'A006'] as const

/** What is raised around a moment of a room, in seconds from it. */
async function watch(
  key: string,
  activity: Activity,
  fromMs: number,
  before: number,
  after: number,
  codes: readonly AlertAppCode[] = ABOUT_PEOPLE,
) {
  const scene = await createScene(key)
  const momentMs = findMoment({ key }, activity, fromMs)!
  const background = new BackgroundModel(SIZE.width, SIZE.height)
  const log = new PeopleLog()
  const apps = new PeopleApps(SIZE, log)
  const settings = { apps: appsOf(codes), beds: bedsOf(key), seats: [], doors: [], timezone: 'Asia/Tokyo' }
  apps.configure(settings)
  const rows: MeasuredSecond[] = []
  const seconds = new SecondLog(key, (message) => rows.push(...message.rows))
  const rooms: string[] = []
  const room = new RoomWatch(key, ({ state, atMs }) => rooms.push(`${state} ${Math.round((atMs - momentMs) / 1000)}`))
  const logger = new FrameLogger(SIZE, seconds, room)
  logger.configure({ ...settings, privacy: { level: 'none', masks: [] } })
  const gray = new Uint8Array(SIZE.width * SIZE.height)
  const raised: { appCode: string; atS: number; boxes: readonly object[] }[] = []
  for (let atMs = momentMs - before * 1000; atMs < momentMs + after * 1000; atMs += FRAME_MS) {
    shrink(scene.drawFrame(atMs).planes, scene.width, gray)
    const image = background.apply(gray, apps.retained)
    for (const { appCode, boxes } of apps.judge(image, atMs)) {
      raised.push({ appCode, atS: (atMs - momentMs) / 1000, boxes })
    }
    logger.log({ scene: image, ambient: null, gray, atMs, motion: null, people: apps, view: null })
  }
  seconds.end()
  return { raised, rows, momentMs, rooms }
}

/** Four points of the drawn brightness make one. */
function shrink(planes: Uint8Array, width: number, gray: Uint8Array): void {
  for (let i = 0; i < gray.length; i++) {
    const at = Math.floor(i / SIZE.width) * 2 * width + (i % SIZE.width) * 2
    gray[i] = (planes[at]! + planes[at + 1]! + planes[at + width]! + planes[at + width + 1]!) >> 2
  }
}

test('A005 a fall in room 203 is one alert within three seconds, with the box of the fallen', async () => {
  const { raised: all, rows, momentMs } = await watch('room-203', 'fall', NOON, 20, 12)
  const raised = all.filter(({ appCode }) => appCode === 'A005')
  expect(raised).toHaveLength(1)
  expect(raised[0]!.atS).toBeGreaterThan(0)
  expect(raised[0]!.atS).toBeLessThanOrEqual(3)
  expect(raised[0]!.boxes).toHaveLength(1)
  // The log tells it in the second in which it was raised, and what a lower sensitivity would have raised later.
  const second = Math.floor(momentMs / 1000 + raised[0]!.atS)
  expect(rows.filter(({ gates }) => gates.A005 === 'raised').map((row) => row.second)).toEqual([second])
  const marked = (sensitivity: 'high' | 'medium' | 'low') =>
    rows.filter((row) => isMarked(row, 'A005', sensitivity)).map((row) => row.second)
  expect(marked('medium')).toEqual([second])
  expect(marked('high')[0]).toBeLessThanOrEqual(second)
  expect(marked('low')[0]).toBeGreaterThan(second)
}, 60_000)

test('A004 A006 sitting up and leaving the bed in infrared are one alert each, and no fall', async () => {
  const { raised, rows } = await watch('room-202', 'bed-exit', NIGHT, 30, 8)
  expect(raised.map(({ appCode }) => appCode)).toEqual(['A004', 'A006'])
  expect(raised[0]!.atS).toBeLessThan(raised[1]!.atS)
  expect(rows.filter(({ marks }) => marks !== 0).length).toBeGreaterThan(1)
  const states = rows.map(({ bed }) => bed).filter((bed, index, all) => bed !== all[index - 1])
  expect(states).toEqual(['unknown', 'occupied', 'empty'])
}, 60_000)

test('ROOM-01 drawn rooms tell a fall with the help that comes, and a bed that is left at night', async () => {
  const fall = await watch('room-203', 'fall', NOON, 40, 40)
  const [known, since] = [
    fall.rooms.filter((room) => !room.startsWith('unknown')),
    (room: string) => Number(room.split(' ')[1]),
  ]
  expect(known.map((room) => room.split(' ')[0]).slice(0, 3)).toEqual(['up', 'on-floor', 'with-staff'])
  expect(since(known[1]!)).toBeLessThanOrEqual(4)
  const night = await watch('room-202', 'bed-exit', NIGHT, 40, 20)
  expect(night.rooms.map((room) => room.split(' ')[0])).toEqual(['unknown', 'unknown', 'sitting-up', 'up'])
}, 120_000)

test('CAM-08 the state of a room knows the bed while no app about beds is on', async () => {
  const night = await watch('room-202', 'bed-exit', NIGHT, 40, 20, ['A005'])
  expect(night.rooms.map((room) => room.split(' ')[0])).toEqual(['unknown', 'unknown', 'sitting-up', 'up'])
}, 120_000)

test('REAL-03 the bed of a camera is looked at closely when the frame shows nobody in it', () => {
  const apps = new PeopleApps(SIZE, new PeopleLog())
  const look = (atMs: number) => apps.closerLook({ atMs, bodies: [] }, false)
  const configure = (beds: ReturnType<typeof bedsOf>) =>
    apps.configure({ apps: appsOf(['A005']), beds, seats: [], doors: [], timezone: 'Asia/Tokyo' })
  configure([])
  expect(look(NOON)).toBeNull()
  configure(bedsOf('room-203'))
  const bed = SCENES.find(({ key }) => key === 'room-203')!.bed!
  const { x, width } = look(NOON + 2000)!.place
  expect(Math.min(...bed.map((corner) => corner.x))).toBeGreaterThanOrEqual(x - 1e-9)
  expect(Math.max(...bed.map((corner) => corner.x))).toBeLessThanOrEqual(x + width + 1e-9)
  configure([])
  expect(look(NOON + 4000)).toBeNull()
})
