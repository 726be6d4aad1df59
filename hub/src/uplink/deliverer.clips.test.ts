/** Clips of a hub's spool: uploaded before their events, lost ones reported. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ClipEvent } from '@mimamori/contract/fleet/hub-event.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClock } from '#platform/clock.ts'
import { FAKE_KEY, FakeService } from '#platform/testing/fake-service.ts'
import { alertRaised, anyId, CAMERA_ID, temporaryFolder, until } from '#platform/testing/hub-parts.ts'
import type { ClipOriginal } from './spool/clip-table.ts'
import { Uplink, type UplinkOptions } from './uplink.ts'

let service: FakeService
let folder: ReturnType<typeof temporaryFolder>
const open: Uplink[] = []

beforeEach(async () => {
  folder = temporaryFolder()
  service = await new FakeService().start()
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((uplink) => uplink.stop()))
  await service.stop()
  folder.remove()
})

function makeUplink(more: Partial<UplinkOptions> = {}): Uplink {
  const options = { service: service.address, key: FAKE_KEY, version: '0', dataDir: folder.path, cameras: () => [] }
  const uplink = new Uplink({ ...options, clock: createClock(), log: () => {}, ...more })
  open.push(uplink)
  return uplink
}

const raise = (uplink: Uplink, count: number): string[] =>
  Array.from({ length: count }, () => {
    const event = alertRaised()
    uplink.spool.append(event)
    return event.alertId
  })

describe('clips', () => {
  function addClip(uplink: Uplink, alertId: string, bytes = 300_000, original?: ClipOriginal) {
    const mediaId = anyId()
    const path = join(uplink.spool.clipDir, `${mediaId}.mp4`)
    writeFileSync(path, Buffer.alloc(bytes, 7))
    uplink.spool.putClip({
      alertId,
      isBlurred: false,
      cameraId: CAMERA_ID,
      mediaId,
      path,
      byteLength: bytes,
      durationMs: 15_000,
      alertAtMs: 5_000,
      original,
    })
    return { mediaId, path }
  }
  const clipEvents = () =>
    service.stored.filter((event): event is ClipEvent => event.type === 'clip-ready' || event.type === 'clip-failed')

  test('a clip is uploaded before its event is sent', async () => {
    const uplink = makeUplink()
    const alert = alertRaised({ hasClip: true })
    uplink.spool.append(alert)
    const { mediaId } = addClip(uplink, alert.alertId)
    uplink.start()
    await until(() => clipEvents().length === 1)

    expect(clipEvents()).toEqual([
      { type: 'clip-ready', alertId: alert.alertId, mediaId, durationMs: 15_000, alertAtMs: 5_000, isBlurred: false },
    ])
    expect(service.uploads.get(mediaId)?.byteLength).toBe(300_000)
  })

  test('REAL-07 what the camera sent goes up behind its clip, which stays where that is lost', async () => {
    const uplink = makeUplink()
    const alerts = [alertRaised({ hasClip: true }), alertRaised({ hasClip: true })]
    const originals = alerts.map(({ alertId }, i) => {
      uplink.spool.append(alerts[i]!)
      const original = { mediaId: anyId(), codec: 'hvc1.1.6.L93.B0', path: `${uplink.spool.clipDir}/${i}-original.mp4` }
      if (i === 0) writeFileSync(original.path, Buffer.alloc(2000, 9))
      addClip(uplink, alertId, 3000, { ...original, byteLength: 2000 })
      return original
    })
    uplink.start()
    await until(() => clipEvents().length === 2)

    const [{ mediaId, codec, path }] = originals as [(typeof originals)[0]]
    const found = clipEvents().map((event) => ('original' in event ? event.original : null))
    expect(found).toEqual([{ mediaId, codec }, null])
    expect(service.uploads.get(mediaId)?.byteLength).toBe(2000)
    expect(existsSync(path)).toBe(false)
  })

  test('a new alert does not wait behind an upload', async () => {
    const uplink = makeUplink()
    const upload = Promise.withResolvers<void>()
    let hasBegun = false
    service.beforeUpload = () => {
      hasBegun = true
      return upload.promise
    }
    const alert = alertRaised({ hasClip: true })
    uplink.spool.append(alert)
    addClip(uplink, alert.alertId, 2_000_000)
    uplink.start()
    await until(() => service.stored.length === 1 && hasBegun)
    const [urgent] = raise(uplink, 1)
    await until(() => service.stored.length === 2)

    expect(service.alertIds()).toContain(urgent)
    expect(service.uploads.size).toBe(0)
    upload.resolve()
    await until(() => clipEvents().length === 1)
  })

  test('a clip whose file is gone, and one that the service refuses, are reported as failed', async () => {
    const uplink = makeUplink()
    const alerts = [alertRaised({ hasClip: true }), alertRaised({ hasClip: true })]
    for (const alert of alerts) uplink.spool.append(alert)
    const gone = addClip(uplink, alerts[0]!.alertId)
    const refused = addClip(uplink, alerts[1]!.alertId)
    uplink.spool.clipLost({ alertId: anyId(), isBlurred: false, path: gone.path }, { code: 'disk-full', params: {} })
    service.errorOf = (path) => (path.endsWith(refused.mediaId) ? { status: 413, key: 'too-large' } : null)
    uplink.start()
    await until(() => clipEvents().length === 3)

    const reported = clipEvents().filter((event) => alerts.some(({ alertId }) => alertId === event.alertId))
    expect(reported).toMatchObject([
      { type: 'clip-failed', alertId: alerts[0]!.alertId, error: { code: 'file-gone' } },
      { type: 'clip-failed', alertId: alerts[1]!.alertId },
    ])
  })
})
