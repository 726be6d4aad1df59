import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hubAppSettings } from '@mimamori/contract/camera/app-settings.ts'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import type { AlertRaised } from '@mimamori/contract/fleet/hub-event.ts'
import type { Detection } from '@mimamori/contract/shared/geometry.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClock, uuidV7 } from '#platform/clock.ts'
import { FAKE_KEY, FakeService } from '#platform/testing/fake-service.ts'
import { anyId, CAMERA_ID, desiredCamera, temporaryFolder, until } from '#platform/testing/hub-parts.ts'
import { LOGIN, OnvifDevice } from './control/rpc/testing/onvif-device.ts'
import { PullPoint } from './control/rpc/testing/pull-point.ts'
import { createHub, type Hub } from './hub.ts'
import type { HubOptions, WorkerSurroundings } from './hub-options.ts'
import type { CameraStatus, WorkerEvent } from './pipeline/worker-message.ts'
import { RUNTIME_FOLDER } from './testing/installed-runtime.ts'

let service: FakeService
let folder: ReturnType<typeof temporaryFolder>
const DETECTIONS: Detection[] = [{ label: 'motion', box: { x: 0.1, y: 0.2, width: 0.3, height: 0.4 } }]
const NOT_BEGUN = { code: 'not-begun', params: {} } as const

let hub: Hub
let workers: WorkerSurroundings
let acts: [act: string, of: unknown, more?: unknown][] = []
let said: string[]

beforeEach(async () => {
  folder = temporaryFolder()
  service = await new FakeService().start()
  service.cameras = [desiredCamera()]
  acts = []
  said = []
  makeHub()
})
afterEach(async () => {
  await hub.stop()
  await service.stop()
  folder.remove()
})

function makeHub(fallModel?: HubOptions['fallModel'], clock = createClock()): void {
  hub = createHub({
    ...(fallModel && { fallModel }),
    environment: process.env,
    isLoopbackAllowed: true,
    service: service.address,
    key: FAKE_KEY,
    version: '0',
    dataDir: folder.path,
    clock,
    log: () => {},
    say: (line) => said.push(line),
    makeWorkers: (callbacks) => {
      workers = callbacks
      return {
        configure: (cameras: DesiredCamera[]) => void acts.push(['configure', cameras.map(({ version }) => version)]),
        lookAway: (cameraIds) => void acts.push(['look-away', cameraIds]),
        modelChanged: () => void acts.push(['model-changed', null]),
        liveStart: (cameraId, rendition) => void acts.push(['live-start', cameraId, rendition]),
        liveStop: (cameraId) => void acts.push(['live-stop', cameraId]),
        footage: ({ alertId }) => void acts.push(['footage', alertId]),
        ask: async ({ cameraId }) => ({ error: { code: 'failed', params: { detail: cameraId } } }),
        stop: async () => void acts.push(['stop', null]),
      }
    },
  })
}

/** The camera is a device on loopback whose input 1 is read. */
async function watchedInput(): Promise<OnvifDevice> {
  const device = await new OnvifDevice().start()
  device.events = new PullPoint().add('1')
  const extraConfig = JSON.stringify({ onvifPort: device.httpPort })
  const input = { token: '', isNormallyClosed: false }
  service.cameras = [desiredCamera({ streamUrl: 'rtsp://127.0.0.1/stream', ...LOGIN, extraConfig, input })]
  return device
}

const status = (more: Partial<CameraStatus> = {}): CameraStatus => ({
  cameraId: CAMERA_ID,
  state: 'online',
  reason: null,
  fps: 10,
  width: 1280,
  height: 720,
  codec: 'h264',
  ...more,
})

const incident = (more: Partial<AlertRaised> = {}): WorkerEvent => ({
  type: 'incident',
  raisedAtMs: Date.UTC(2026, 10, 20, 1, 0, 2),
  alert: {
    type: 'alert-raised',
    alertId: uuidV7(Date.UTC(2026, 10, 20)),
    cameraId: CAMERA_ID,
    appCode: 'A003',
    severity: 'low',
    occurredAt: new Date(Date.UTC(2026, 10, 20, 1)).toISOString(),
    detections: DETECTIONS,
    thumbnail: Buffer.from('jpeg').toString('base64'),
    blurredThumbnail: null,
    people: 'clear',
    hasClip: true,
    hasBlurredClip: false,
    ...more,
  },
})
const report = (one: CameraStatus) => workers.emit({ type: 'status', ...one })

describe('the hub', () => {
  test('HUB-04 logs a damaged spool at its start, and reports it in heartbeats', async () => {
    await hub.stop()
    writeFileSync(join(folder.path, 'spool', 'spool.sqlite'), 'not a database any more '.repeat(400))
    makeHub()
    await hub.stop()
    expect(said).toContain('The file of the spool was damaged: it was moved aside, and a new one begins.')
    makeHub()
    hub.start()
    await until(() => service.heartbeats.length > 0)
    expect(service.heartbeats[0]!.damagedStores).toEqual([{ store: 'spool', at: expect.any(String) }])
  })

  test('HUB-03 prints its steps: registered, settings received, cameras online', async () => {
    hub.start()
    await until(() => acts.length > 0)
    report(status())
    await until(() => said.length === 3)

    expect(said).toEqual([
      `Registered at ${service.address}.`,
      'Settings received: 1 camera.',
      'Cameras online: 1 of 1.',
    ])
    expect(acts).toEqual([['configure', [1]]])
  })

  test('CAM-09 an incident becomes an alert at the service; its clip and the blurred copy follow', async () => {
    hub.start()
    const alertId = anyId()
    workers.emit(incident({ alertId, hasBlurredClip: true }))
    await until(() => service.stored.length === 1)
    const path = join(workers.spoolDir, 'clips', `${alertId}.mp4`)
    writeFileSync(path, 'clip')
    const clip = { type: 'clip', alertId, cameraId: CAMERA_ID, path, byteLength: 4, startedAtMs: 0 } as const
    const times = { durationMs: 15_000, alertAtMs: 5_000 }
    workers.emit({ ...clip, ...times, isBlurred: false })
    await until(() => service.stored.length === 2)
    const copy = join(workers.spoolDir, 'clips', `${alertId}-blurred.mp4`)
    writeFileSync(copy, 'copy')
    workers.emit({ ...clip, ...times, path: copy, isBlurred: true })
    await until(() => service.stored.length === 3)

    expect(service.stored[0]).toEqual({
      type: 'alert-raised',
      alertId,
      cameraId: CAMERA_ID,
      appCode: 'A003',
      severity: 'low',
      occurredAt: '2026-11-20T01:00:00.000Z',
      detections: DETECTIONS,
      thumbnail: Buffer.from('jpeg').toString('base64'),
      blurredThumbnail: null,
      people: 'clear',
      hasClip: true,
      hasBlurredClip: true,
    })
    const [[mediaId, bytes], [copyId, copyBytes]] = [...service.uploads] as [[string, Buffer], [string, Buffer]]
    const ready = { type: 'clip-ready', alertId, durationMs: 15_000, alertAtMs: 5_000 }
    expect(service.stored.slice(1)).toEqual([
      { ...ready, mediaId, isBlurred: false },
      { ...ready, mediaId: copyId, isBlurred: true },
    ])
    expect([String(bytes), String(copyBytes)]).toEqual(['clip', 'copy'])
  })

  test('a failed clip does not stop its alert, and its error reaches the service', async () => {
    hub.start()
    const alertId = anyId()
    workers.emit(incident({ alertId, thumbnail: null }))
    workers.emit({ type: 'clip-failed', alertId, error: { code: 'no-images', params: {} }, isBlurred: false })
    await until(() => service.stored.length === 2)

    expect(service.stored).toMatchObject([
      { alertId, thumbnail: null },
      { type: 'clip-failed', alertId, error: { code: 'no-images' } },
    ])
  })

  test('CAM-05 a camera that goes offline is reported at once, with the reason', async () => {
    hub.start()
    await until(() => acts.length > 0)
    report(status())
    await until(() => service.heartbeats.some(({ cameras }) => cameras[0]?.isOnline === true))
    report(status({ state: 'offline', reason: NOT_BEGUN }))
    await until(() => service.heartbeats.at(-1)?.cameras[0]?.isOnline === false)

    expect(service.heartbeats.at(-1)!.cameras[0]).toMatchObject({ reason: NOT_BEGUN })
  })

  test('CAM-15 a machine with a wrong clock is named as such, and no camera is', async () => {
    await hub.stop()
    makeHub(
      undefined,
      createClock(() => Date.now() - 3_600_000),
    )
    hub.start()
    await until(() => acts.length > 0)
    report(status())
    await until(() => service.heartbeats.some(({ cameras }) => cameras[0]?.reason?.code === 'hub-clock'))
    const { reason } = service.heartbeats.at(-1)!.cameras[0]!
    expect(Number((reason!.params as { seconds: string }).seconds)).toBeCloseTo(3600, -1)
  })

  test('LIVE-01 live video starts and stops on request, and stops when the connection is lost', async () => {
    hub.start()
    await until(() => service.socketCount === 1 && acts.length > 0)
    service.order({ type: 'live-start', cameraId: CAMERA_ID, rendition: 'clear' })
    await until(() => acts.some(([act]) => act === 'live-start'))
    const of = { cameraId: CAMERA_ID, rendition: 'clear' as const }
    workers.emit({ type: 'live-init', ...of, codec: 'avc1', width: 1, height: 1, init: Buffer.from('i') })
    workers.emit({ type: 'live', ...of, isKey: true, capturedAtMs: 1, parts: [Buffer.from('k')] })
    await until(() => service.liveMessages.length === 2)
    await service.stop()
    await until(() => acts.some(([act]) => act === 'live-stop'))
    service = await new FakeService().start()
  })

  test('REACH-63 an input of a camera is stored in the spool at once, and its footage is requested', async () => {
    const device = await watchedInput()
    hub.start()
    await until(() => device.events!.subscriptions > 0)
    report(status())
    await until(() => service.heartbeats.some(({ cameras }) => cameras[0]?.isOnline === true))
    device.events!.set('1', true)
    await until(() => service.stored.length === 1)
    const [event] = service.stored
    expect(event).toMatchObject({ type: 'input-raised', cameraId: CAMERA_ID, hasFootage: true })
    expect(acts).toContainEqual(['footage', 'alertId' in event! && event.alertId])
    await device.stop()
  })

  test('REACH-63 an input whose events do not arrive for two minutes is the reason of its camera', async () => {
    let aheadMs = 0
    const clock = createClock()
    await hub.stop()
    makeHub(undefined, Object.assign(Object.create(clock), { monotonicMs: () => clock.monotonicMs() + aheadMs }))
    const device = await watchedInput()
    device.events = null
    hub.start()
    report(status())
    await until(() => service.heartbeats.some(({ cameras }) => cameras[0]?.isOnline === true))
    expect(service.heartbeats.at(-1)!.cameras[0]!.reason).toBeNull()
    aheadMs = 121_000
    report(status({ state: 'offline', reason: NOT_BEGUN }))
    report(status())
    await until(() => service.heartbeats.at(-1)!.cameras[0]?.reason?.code === 'input-lost')
    await device.stop()
  })

  test('ROOM-01 a footage request of the service reaches the camera’s worker', async () => {
    hub.start()
    await until(() => service.socketCount === 1 && acts.length > 0)
    const wanted = {
      cameraId: CAMERA_ID,
      appCode: 'A005',
      alertId: anyId(),
      severity: 'high',
      since: '2026-11-20T01:00:00.000Z',
    } as const
    service.order({ type: 'footage-wanted', ...wanted })
    await until(() => acts.some(([act]) => act === 'footage'))
    expect(acts).toContainEqual(['footage', wanted.alertId])
  })

  test('HUB-04 a hub that finds no service starts its cameras with the settings it knows', async () => {
    hub.start()
    await until(() => service.reported.length > 0)
    await hub.stop()
    await service.stop()
    acts = []
    said = []
    makeHub()
    hub.start()
    workers.emit(incident({ alertId: anyId() }))
    await until(() => said.length > 0)

    expect(acts).toEqual([['configure', [1]]])
    expect(said).toEqual([expect.stringContaining('cannot be reached')])
    service = await new FakeService().start()
  })

  test('CAM-06 settings that the hub cannot apply are an error, also while the camera is online', async () => {
    const settings = hubAppSettings.parse({ appCode: 'A006' })
    service.cameras = [desiredCamera({ apps: [{ appCode: 'A006', severity: 'high', settings, schedule: null }] })]
    hub.start()
    await until(() => service.reported.length > 0)
    report(status())
    await until(() => service.heartbeats.some(({ cameras }) => cameras[0]?.isOnline === true))

    expect(service.reported.at(-1)).toMatchObject({
      errors: [{ code: 'bed-missing', params: { appCode: 'A006' } }],
    })
  })

  test('APP-05 a hub without a fall model file reports it, and uses the standard model', async () => {
    const settings = hubAppSettings.parse({ appCode: 'A005', model: 'advanced' })
    service.cameras = [desiredCamera({ apps: [{ appCode: 'A005', severity: 'critical', settings, schedule: null }] })]
    hub.start()
    await until(() => service.reported.length > 0)

    expect(service.reported.at(-1)).toMatchObject({ errors: [{ code: 'model-file-missing', params: {} }] })
  })

  test('APP-05 an invalid model file is reported while the camera is online, and alerts go on', async () => {
    await hub.stop()
    const file = join(folder.path, 'model.onnx')
    writeFileSync(file, 'no model')
    makeHub({ file, runtimeFolder: RUNTIME_FOLDER })
    const settings = hubAppSettings.parse({ appCode: 'A005', model: 'advanced' })
    service.cameras = [desiredCamera({ apps: [{ appCode: 'A005', severity: 'critical', settings, schedule: null }] })]
    hub.start()
    await until(() => service.reported.some(({ errors }) => errors.length > 0))
    report(status())
    await until(() => service.heartbeats.some(({ cameras }) => cameras[0]?.isOnline === true))

    expect(service.reported.at(-1)!.errors).toMatchObject([{ code: 'model-not-onnx' }])
    expect(workers.inference?.isReady).toBe(false)
    workers.emit(incident({ alertId: anyId(), appCode: 'A005' }))
    await until(() => service.stored.length === 1)
  })

  test('CAM-09 a camera with privacy is reported as protected, and live video names its rendition', async () => {
    service.cameras = [desiredCamera({ privacy: { level: 'blur', masks: [] } })]
    hub.start()
    await until(() => service.reported.length > 0)

    expect(service.reported.at(-1)).toMatchObject({ errors: [], settings: { privacy: { level: 'blur', masks: [] } } })
    await until(() => service.socketCount === 1)
    service.order({ type: 'live-start', cameraId: CAMERA_ID, rendition: 'blurred' })
    await until(() => acts.some(([act]) => act === 'live-start'))
    expect(acts.find(([act]) => act === 'live-start')).toEqual(['live-start', CAMERA_ID, 'blurred'])
    expect(JSON.stringify(service.reported)).not.toContain('password')
  })

  test('a wrong key is reported with its remedy', async () => {
    service.isKeyGood = false
    hub.start()
    await until(() => said.length === 2)

    expect(said.join(' ')).toContain('does not accept this hub key. Copy the key again')
  })
})
