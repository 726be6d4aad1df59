/** Facts that hubs of this and of a newer version send. CAM-06, CAM-15. */

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import { toClipError, toHubError, toSettingsErrors, toStatusReason } from './hub.facts.ts'
import { beat, insertHub } from './testing.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('facts that a hub sends', () => {
  test('CAM-15 a code of a newer hub is shown with its words', async () => {
    const tenant = await service.tenant()
    const [hub, admin] = [await insertHub(service, { tenant }), await service.user({ role: 'ADMIN', tenant })]
    const [cameraId] = hub.cameraIds as [string]
    const read = () => service.call(admin.token, 'camera.get', { params: { id: cameraId } })
    const expectShown = async (reason: { code: string; params: Record<string, string> }, expected: object) => {
      const report = { cameraId, isOnline: false, reason, lastFrameAt: null, running: 'Error', image: null } as const
      await beat(service, hub, { cameras: [report] })
      await vi.waitFor(async () => expect((await read()).body.statusReason).toEqual(expected), 10_000)
    }
    const later = { code: 'lens-dirty', params: { side: 'left' } }
    await expectShown(later, { code: 'other', params: { text: 'lens-dirty left' } })
  })

  test('CAM-06 codes of a newer hub are stored as words, and no login is stored', () => {
    const detail = 'rtsp://nurse:p@ss@10.0.0.9/live failed'
    expect(toSettingsErrors([{ code: 'lens-cap', params: { side: 'left' } }])).toEqual([
      { code: 'other', params: { text: 'lens-cap left' } },
    ])
    expect(toStatusReason({ code: 'failed', params: { detail } })).toEqual({
      code: 'failed',
      params: { detail: 'rtsp://10.0.0.9/live failed' },
    })
  })

  test('CAM-12 HUB-04 errors of a newer hub are stored as words', () => {
    expect(toClipError({ code: 'no-tape', params: {} })).toEqual({ code: 'other', params: { text: 'no-tape' } })
    expect(toHubError({ code: 'lens-cap', params: {} })).toEqual({ code: 'failed', params: { detail: 'lens-cap' } })
  })
})
