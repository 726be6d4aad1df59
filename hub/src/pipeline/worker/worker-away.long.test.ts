// A camera that a person turned elsewhere: nothing of what it shows is judged until it is back.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClock } from '#platform/clock.ts'
import { Heard, sorted } from '#testing/heard.ts'
import { wantedCamera } from '#testing/wanted-camera.ts'
import type { RoomMessage } from '../room/room-watch.ts'
import type { IncidentMessage, LiveEvent } from '../worker-message.ts'
import { WorkerGroup } from './worker-group.ts'

let folder: string
let group: WorkerGroup
let incidents: Heard<IncidentMessage>
let rooms: Heard<RoomMessage>
let live: Heard<LiveEvent>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mimamori-away-'))
  incidents = new Heard()
  rooms = new Heard()
  live = new Heard()
  group = new WorkerGroup({
    spoolDir: folder,
    emit: sorted({ incident: incidents.put, room: rooms.put, live: live.put }),
    log: () => {},
    clock: createClock(),
    environment: process.env,
    sources: { endless: new URL('../../testing/endless-source.ts', import.meta.url).href },
    limits: { heartbeatMs: 100, retryMinMs: 100 },
  })
})
afterEach(async () => {
  await group.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 3 })
})

const of =
  (cameraId: string) =>
  ({ alert }: IncidentMessage) =>
    alert.cameraId === cameraId
const countOf = (cameraId: string) => incidents.all.filter(of(cameraId)).length
/** As long as other alerts would take. */
async function threeOfControl(): Promise<void> {
  for (let count = 0; count < 3; count++) await incidents.next(of('control'))
}

test('REAL-09 a camera that looks elsewhere raises nothing, and its frames go on', async () => {
  const cameras = (username: string) => [
    wantedCamera('turned', 'endless:turned', { username }, { snoozeSeconds: 0 }),
    wantedCamera('control', 'endless:control', { username }, { snoozeSeconds: 0 }),
  ]
  group.configure(cameras('first'))
  group.liveStart('turned', 'clear')
  await incidents.first(of('turned'))
  const isElsewhere = ({ cameraId, reason }: RoomMessage) => cameraId === 'turned' && reason === 'looks-elsewhere'
  const elsewhere = rooms.next(isElsewhere)
  group.lookAway(['turned'])
  await elsewhere
  await live.next(({ type }) => type === 'live')
  const before = countOf('turned')
  await threeOfControl()
  expect(countOf('turned')).toBe(before)
  // Also where its stream is opened anew meanwhile.
  group.configure(cameras('second'))
  await threeOfControl()
  expect(countOf('turned')).toBe(before)
  group.lookAway([])
  await incidents.next(of('turned'))
  expect(
    rooms.all.filter(({ cameraId }) => cameraId === 'control').some(({ reason }) => reason === 'looks-elsewhere'),
  ).toBe(false)
}, 120_000)
