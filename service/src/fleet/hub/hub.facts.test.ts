/** Facts of hubs of now, of before and of later. CAM-06, CAM-15. */

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { toClipError, toHubError, toSettingsErrors, toStatusReason } from './hub.facts.ts'
import { insertHub } from './testing.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const host = '192.168.1.20:554'
const REASONS = [
  ['The hub is connecting to it.', { code: 'connecting', params: {} }],
  [`${host} cannot be reached (EHOSTUNREACH).`, { code: 'unreachable', params: { host, detail: 'EHOSTUNREACH' } }],
  [`The camera at ${host} has no stream at /live.`, { code: 'not-found', params: { host, path: '/live' } }],
  [`${host} refuses the connection: no camera listens there.`, { code: 'refused', params: { host } }],
  ['The stream failed: EIO', { code: 'failed', params: { detail: 'EIO' } }],
  ['Lens cap is on.', { code: 'other', params: { text: 'Lens cap is on.' } }],
] as const
const STANDARD = 'falls are judged by the standard one.'
const ERRORS = [
  [
    `This version of the hub cannot run A004, A006. The advanced fall model failed (at (a). Then b): ${STANDARD}`,
    [
      { code: 'app-unknown', params: { appCodes: ['A004', 'A006'] } },
      { code: 'model-failing', params: { detail: 'at (a). Then b' } },
    ],
  ],
  ['A006 needs a region with the four corners of the bed.', [{ code: 'bed-missing', params: { appCode: 'A006' } }]],
  [
    `The advanced fall model did not answer in time: ${STANDARD} The advanced fall model used more than 400 MB of memory: ${STANDARD}`,
    [
      { code: 'model-too-slow', params: {} },
      { code: 'model-too-hungry', params: { detail: '400 MB' } },
    ],
  ],
  [
    'This hub does not understand apps.0: too big',
    [{ code: 'not-understood', params: { path: 'apps.0', detail: 'too big' } }],
  ],
  [
    'A scene: address works only on a hub that was started for the demo (--demo-scenes).',
    [{ code: 'scene-not-demo', params: {} }],
  ],
  ['Disk quota exceeded', [{ code: 'other', params: { text: 'Disk quota exceeded' } }]],
] as const

describe('facts that a hub sends', () => {
  test('CAM-15 a hub of before sends a sentence, and the console gets its code and values', async () => {
    const tenant = await service.tenant()
    const [hub, admin] = [await insertHub(service, { tenant }), await service.user({ role: 'ADMIN', tenant })]
    const [cameraId] = hub.cameraIds as [string]
    const load = { cpuShare: null, memoryBytes: null, diskFreeBytes: null, spooledEvents: 0 }
    const read = () => service.call(admin.token, 'camera.get', { params: { id: cameraId } })
    const expectShown = async (reason: string | { code: string; params: Record<string, string> }, expected: object) => {
      const cameras = [{ cameraId, isOnline: false, reason, lastFrameAt: null, picture: null }]
      await service.call(hub.token, 'hub.heartbeat', { body: { ...load, cameras } })
      await vi.waitFor(async () => expect((await read()).body.statusReason).toEqual(expected), 10_000)
    }
    for (const [sentence, expected] of REASONS) await expectShown(sentence, expected)
    const later = { code: 'lens-dirty', params: { side: 'left' } }
    await expectShown(later, { code: 'other', params: { text: 'lens-dirty left' } })
  })

  test.each(REASONS)('CAM-15 of before: %s', (sentence, expected) => {
    expect(toStatusReason(sentence)).toEqual(expected)
  })

  test.each(ERRORS)('CAM-06 of before: %s', (error, expected) => {
    expect(toSettingsErrors({ error })).toEqual(expected)
    expect(toSettingsErrors({ error: null })).toEqual([])
  })

  test('CAM-06 codes of a later hub are stored as words, and no login is stored', () => {
    const detail = 'rtsp://nurse:p@ss@10.0.0.9/live failed'
    expect(toSettingsErrors({ errors: [{ code: 'lens-cap', params: { side: 'left' } }] })).toEqual([
      { code: 'other', params: { text: 'lens-cap left' } },
    ])
    expect(toStatusReason({ code: 'failed', params: { detail } })).toEqual({
      code: 'failed',
      params: { detail: 'rtsp://10.0.0.9/live failed' },
    })
  })

  test('CAM-12 an answer of a hub of before becomes a code, with its words where no code stands for them', () => {
    expect(toHubError({ key: 'refused', text: 'It refuses.' })).toEqual({ code: 'refused', params: {} })
    expect(toHubError({ key: 'not-installed', text: 'fall is not installed on the camera.' })).toEqual({
      code: 'not-installed',
      params: { application: 'fall' },
    })
    expect(toHubError({ key: 'failed', text: 'EPIPE' })).toEqual({ code: 'failed', params: { detail: 'EPIPE' } })
    expect(toHubError({ code: 'lens-cap', params: {} })).toEqual({ code: 'failed', params: { detail: 'lens-cap' } })
  })
})

const CLIPS = [
  ['The camera gave no pictures around the alert.', { code: 'no-pictures', params: {} }],
  ['The clip could not be stored: the disk of the hub is full.', { code: 'disk-full', params: {} }],
  ['The disk of the hub was full.', { code: 'disk-full', params: {} }],
  ['The clip could not be stored (EACCES).', { code: 'not-stored', params: { detail: 'EACCES' } }],
  ['Out of tape.', { code: 'other', params: { text: 'Out of tape.' } }],
] as const

test.each(CLIPS)('HUB-04 of before: %s', (reason, expected) => {
  expect(toClipError({ reason })).toEqual(expected)
})
