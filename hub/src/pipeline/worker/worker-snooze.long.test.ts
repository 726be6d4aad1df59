// A snooze outlives the connection to the camera and the process that watches it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClock } from '#platform/clock.ts'
import { Heard, sorted } from '#testing/heard.ts'
import { wantedCamera } from '#testing/wanted-camera.ts'
import type { CameraStatus, IncidentMessage } from '../worker-message.ts'
import { WorkerGroup } from './worker-group.ts'

const nothing = () => {}

let folder: string
let group: WorkerGroup
let incidents: Heard<IncidentMessage>
let statuses: Heard<CameraStatus>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mimamori-snooze-'))
  incidents = new Heard()
  statuses = new Heard()
  group = new WorkerGroup({
    spoolDir: folder,
    emit: sorted({ status: statuses.put, incident: incidents.put }),
    log: nothing,
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
const isOpen = (status: CameraStatus) => status.cameraId === 'snoozed' && status.state === 'online'
/** The control sees the same frames and is hardly snoozed. */
const cameras = (username: string) => [
  wantedCamera('snoozed', 'endless:snoozed', { username }, { snoozeSeconds: 600 }),
  wantedCamera('control', 'endless:control', { username }, { snoozeSeconds: 0 }),
]
/** As long as another alert would take: the first of them may have begun before. */
async function threeOfControl(): Promise<void> {
  for (let count = 0; count < 3; count++) await incidents.next(of('control'))
}

test('A003 a snooze goes on when the camera is opened anew and when its worker is replaced', async () => {
  group.configure(cameras('first'))
  await incidents.first(of('snoozed'))
  const opened = statuses.next(isOpen)
  group.configure(cameras('second'))
  await opened
  await threeOfControl()
  const lost = statuses.next(({ reason }) => reason?.code === 'worker-lost')
  process.kill(group.workers[0]!.pid!, 'SIGKILL')
  await lost
  await threeOfControl()
  expect(incidents.all.filter(of('snoozed'))).toHaveLength(1)
}, 90_000)
