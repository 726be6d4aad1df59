// A fall that the service raised from the state of a room gets its frame and clip from the camera's worker.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SIGNAL } from '@mimamori/contract/shared/app-catalogue.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createClock } from '#platform/clock.ts'
import { Heard, sorted } from '#testing/heard.ts'
import { wantedCamera } from '#testing/wanted-camera.ts'
import type { CameraStatus, ClipMessage, IncidentMessage } from '../worker-message.ts'
import { WorkerGroup } from './worker-group.ts'

const CAMERA = '01977c5e-0000-7000-8000-0000000000c1'
const ALERT = '01977c5e-0000-7000-8000-0000000000a1'

let folder: string
let group: WorkerGroup
let incidents: Heard<IncidentMessage>
let statuses: Heard<CameraStatus>
let clips: Heard<ClipMessage>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mimamori-footage-'))
  incidents = new Heard()
  statuses = new Heard()
  clips = new Heard()
  group = new WorkerGroup({
    spoolDir: folder,
    emit: sorted({ status: statuses.put, incident: incidents.put, clip: clips.put }),
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

test('ROOM-01 footage for an alert of the service has its id, a frame, and a clip from before', async () => {
  group.configure([wantedCamera(CAMERA, 'endless:room', { clipBeforeSeconds: 1, clipAfterSeconds: 1 })])
  await statuses.first(({ state }) => state === 'online')
  const isAsked = ({ alert }: IncidentMessage) => alert.alertId === ALERT
  const asked = incidents.next(isAsked)
  const cut = clips.next(({ alertId }) => alertId === ALERT)
  const since = new Date().toISOString()
  group.footage({ cameraId: CAMERA, appCode: 'A005', alertId: ALERT, severity: 'critical', since })
  const { alert } = await asked
  const { startedAtMs, isBlurred } = await cut
  expect(alert).toMatchObject({ appCode: 'A005', severity: 'critical', hasClip: true, cameraId: CAMERA })
  expect(alert.detections).toMatchObject([{ isPossible: true }])
  expect(Buffer.from(alert.thumbnail!, 'base64').subarray(0, 2)).toEqual(Buffer.from('ffd8', 'hex'))
  expect([startedAtMs <= Date.parse(since), isBlurred]).toEqual([true, false])
  expect(incidents.all.filter(isAsked)).toHaveLength(1)
}, 90_000)

test('REACH-54 a signal gets image and clip of a camera without apps, and no detections', async () => {
  group.configure([wantedCamera(CAMERA, 'endless:room', { apps: [], clipBeforeSeconds: 1, clipAfterSeconds: 1 })])
  await statuses.first(({ state }) => state === 'online')
  const asked = incidents.next(({ alert }) => alert.alertId === ALERT)
  const cut = clips.next(({ alertId }) => alertId === ALERT)
  const since = new Date().toISOString()
  group.footage({ cameraId: CAMERA, appCode: SIGNAL, alertId: ALERT, severity: 'high', since })
  const { alert } = await asked
  expect(alert).toMatchObject({ appCode: SIGNAL, detections: [], hasClip: true, occurredAt: since })
  expect(alert.thumbnail).not.toBeNull()
  const { startedAtMs, alertAtMs } = await cut
  expect([startedAtMs <= Date.parse(since), Math.abs(startedAtMs + alertAtMs - Date.parse(since)) <= 1]).toEqual([
    true,
    true,
  ])
}, 90_000)
