import { hubAppSettings } from '@mimamori/contract/camera/app-settings.ts'
import type { SentRoom } from '@mimamori/contract/care/room.ts'
import type { RoomState, RoomUnknown } from '@mimamori/contract/care/room-state.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { desiredCamera, type ManualClock, manualClock } from '#platform/testing/hub-parts.ts'
import { REPEAT_MS, RoomStates, WAITING_MAX } from './room-states.ts'

const ROOMS = ['01977c5e-0000-7000-8000-0000000000c1', '01977c5e-0000-7000-8000-0000000000c2'] as const
const FALL = hubAppSettings.parse({ appCode: 'A005' })
const camera = (cameraId: string = ROOMS[0]) =>
  desiredCamera({ cameraId, apps: [{ appCode: 'A005', severity: 'critical', settings: FALL, schedule: null }] })

let clock: ManualClock
let isOpen: boolean
let sent: SentRoom[][]
let rooms: RoomStates
beforeEach(() => {
  clock = manualClock(1_000_000)
  isOpen = true
  sent = []
  rooms = new RoomStates({
    clock,
    send(some) {
      if (isOpen) sent.push(some)
      return isOpen
    },
  })
  run(ROOMS.map(camera))
})

function run(cameras: ReturnType<typeof camera>[], stopped: readonly string[] = []) {
  rooms.run(cameras.filter(({ cameraId }) => !stopped.includes(cameraId)))
  rooms.configure(cameras)
}
function turn(state: RoomState, cameraId: string = ROOMS[0], reason: RoomUnknown | null = null) {
  rooms.heard({ cameraId, state, reason, sinceMs: clock.now() - 2000, atMs: clock.now() })
}
const words = () => sent.map((some) => some.map(({ state, reason }) => reason?.code ?? state))
const status = (state: 'online' | 'offline') =>
  ({ cameraId: ROOMS[0], state, reason: null, fps: null, width: null, height: null, codec: null }) as const

describe('ROOM-01 the room states of a hub', () => {
  test('a change leaves within a tenth of a second, with since; together what changes together', async () => {
    turn('up')
    turn('away', ROOMS[1])
    await clock.advance(100)
    const at = new Date(1_000_000).toISOString()
    const since = new Date(998_000).toISOString()
    expect(sent).toEqual([
      [
        { cameraId: ROOMS[0], state: 'up', reason: null, since, at },
        { cameraId: ROOMS[1], state: 'away', reason: null, since, at },
      ],
    ])
  })

  test('however often rooms change, a hub speaks of them twice a second at most', async () => {
    for (let ms = 0; ms < 10_000; ms += 20) {
      turn(ms % 40 === 0 ? 'up' : 'sitting-up')
      await clock.advance(20)
    }
    expect(sent.length).toBeLessThanOrEqual(21)
    expect(sent.length).toBeGreaterThan(15)
  })

  test('changes wait without a connection, and follow the present states on the next one', async () => {
    isOpen = false
    turn('up')
    await clock.advance(5000)
    turn('on-floor')
    await clock.advance(5000)
    isOpen = true
    rooms.resume()
    expect(words()).toEqual([['up', 'on-floor'], ['on-floor']])
    expect(sent[1]![0]).toMatchObject({
      at: new Date(1_010_000).toISOString(),
      since: new Date(1_003_000).toISOString(),
    })
    await clock.advance(REPEAT_MS)
    expect(words().slice(2)).toEqual([['on-floor']])
  })

  test('the queue is bounded, and drops the oldest first', async () => {
    isOpen = false
    for (let n = 0; n < WAITING_MAX + 10; n++) {
      turn(n < 10 ? 'away' : 'up')
      await clock.advance(1)
    }
    isOpen = true
    rooms.resume()
    expect(words().flat()).not.toContain('away')
    expect(words().flat()).toHaveLength(WAITING_MAX + 1)
  })

  test('a camera without a frame, stopped, without an app about people or switched off says so', async () => {
    turn('in-bed')
    rooms.statusChanged(status('offline'))
    await clock.advance(100)
    run(ROOMS.map(camera), [ROOMS[0]])
    await clock.advance(500)
    run([{ ...camera(), isEnabled: false }])
    await clock.advance(500)
    run([{ ...camera(), apps: [] }])
    await clock.advance(500)
    expect(words()).toEqual([['in-bed', 'no-image'], ['app-off'], ['camera-off'], ['app-off']])
  })

  test('a camera that is gone is not reported any more', async () => {
    turn('in-bed')
    run([camera(ROOMS[1])])
    turn('up')
    await clock.advance(1000)
    rooms.resume()
    expect(words().flat()).toEqual([])
  })
})
