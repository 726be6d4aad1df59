// A snooze goes on when settings of the camera are saved meanwhile, and when its connection is made anew.
import { hubAppSettings } from '@mimamori/contract/camera/app-settings.ts'
import { expect, test } from 'vitest'
import type { Scene } from '#vision/background/background.ts'
import type { PixelBlob } from '#vision/background/blobs.ts'
import { LEVELS_FULL } from '#vision/background/contrast.ts'
import { PeopleApps } from './people-apps.ts'
import { PeopleLog } from './people-log.ts'

const SIZE = { width: 320, height: 180 }
const NOTHING = new Uint8Array(SIZE.width * SIZE.height)
const SOMEBODY: PixelBlob = {
  x: 140,
  y: 40,
  width: 40,
  height: 110,
  area: 3500,
  centreX: 160,
  centreY: 95,
  angleDegrees: 90,
  major: 50,
  minor: 18,
}

const sceneWith = (blobs: PixelBlob[]): Scene => ({
  state: 'watching',
  isClear: true,
  isViewChanged: false,
  foreground: NOTHING,
  moving: NOTHING,
  smoothed: NOTHING,
  foregroundShare: blobs.length > 0 ? 0.06 : 0,
  movingShare: blobs.length > 0 ? 0.05 : 0,
  blobs,
  levels: LEVELS_FULL,
})

const personApp = (sensitivity: 'medium' | 'high') => ({
  timezone: 'Asia/Tokyo',
  beds: [],
  seats: [],
  doors: [],
  apps: [
    {
      appCode: 'A001' as const,
      severity: 'low' as const,
      settings: hubAppSettings.parse({ appCode: 'A001', sensitivity, snoozeSeconds: 60 }),
      schedule: null,
    },
  ],
})

test('A001 settings saved during a snooze do not end it', () => {
  const apps = new PeopleApps(SIZE, new PeopleLog())
  const raisedAtS: number[] = []
  const watch = (fromS: number, untilS: number, blobs: PixelBlob[]) => {
    for (let atMs = fromS * 1000; atMs < untilS * 1000; atMs += 200) {
      for (const _ of apps.judge(sceneWith(blobs), atMs)) raisedAtS.push(Math.floor(atMs / 1000))
    }
  }
  apps.configure(personApp('medium'))
  watch(100, 110, [SOMEBODY])
  watch(110, 115, [])
  apps.configure(personApp('high'))
  watch(115, 125, [SOMEBODY])
  const duringSnooze = [...raisedAtS]
  watch(125, 130, [])
  watch(175, 185, [SOMEBODY])

  expect(duringSnooze).toHaveLength(1)
  expect(raisedAtS).toHaveLength(2)
})

test('A001 a snooze goes on in the next connection to the camera, and ends in time', () => {
  const raised = new Map<'A001', number>()
  const raisedAtS: number[] = []
  const connect = (fromS: number) => {
    const apps = new PeopleApps(SIZE, new PeopleLog(), raised)
    apps.configure(personApp('medium'))
    for (let atMs = fromS * 1000; atMs < (fromS + 10) * 1000; atMs += 200) {
      for (const _ of apps.judge(sceneWith([SOMEBODY]), atMs)) {
        raised.set('A001', atMs)
        raisedAtS.push(Math.floor(atMs / 1000))
      }
    }
  }
  connect(100)
  connect(120)
  const duringSnooze = [...raisedAtS]
  connect(180)

  expect(duringSnooze).toHaveLength(1)
  expect(raisedAtS).toHaveLength(2)
})
