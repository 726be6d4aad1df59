import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { HUB_BATCH_MAX } from '@mimamori/contract/fleet/hub.ts'
import type { ClipEvent } from '@mimamori/contract/fleet/hub-event.ts'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClock } from '#platform/clock.ts'
import { FAKE_KEY, type FakeError, FakeService } from '#platform/testing/fake-service.ts'
import { alertRaised, anyId, CAMERA_ID, manualClock, temporaryFolder, until } from '#platform/testing/hub-parts.ts'
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

/** Errors for the next requests with events, one each; then none. */
function nextErrors(...errors: (FakeError | null)[]): void {
  service.errorOf = (path) => (path === 'hub/events' ? (errors.shift() ?? null) : null)
}

describe('delivery', () => {
  test('an alert is sent the moment it is raised: no time passes, and no round is waited for', async () => {
    const clock = manualClock()
    service.nowMs = clock.now
    let [isOnline, delivered] = [false, 0]
    const uplink = makeUplink({ clock, onOnline: () => (isOnline = true), onDelivered: () => delivered++ })
    uplink.start()
    await until(() => isOnline)
    const raised = raise(uplink, 1)
    await clock.advance(40)
    await until(() => delivered === 1)
    // From here on it rests: 40 ms lie between two requests, and everything is sent and confirmed.
    await clock.advance(40)
    raised.push(...raise(uplink, 1))
    await until(() => service.stored.length === 2)

    expect(service.alertIds()).toEqual(raised)
  })

  test('HUB-04 alerts of an outage arrive in order and once, in batches, also after a hub restart', async () => {
    const gone = await new FakeService().start()
    await gone.stop()
    const before = makeUplink({ service: gone.address })
    before.start()
    const raised = raise(before, 150)
    await before.stop()
    open.splice(0)
    const after = makeUplink()
    raised.push(...raise(after, 100))
    after.start()
    await until(() => after.spool.waiting === 0)

    expect(service.alertIds()).toEqual(raised)
    expect(Math.max(...service.batches.map(({ count }) => count))).toBe(HUB_BATCH_MAX)
  })

  test('HUB-04 a lost answer, an error and a refused connection make nothing double and nothing lost', async () => {
    const clock = manualClock()
    const uplink = makeUplink({ clock })
    nextErrors('drop', { status: 500 }, 'refuse-connection', { status: 503 }, 'drop')
    const raised = raise(uplink, 3)
    uplink.start()
    while (uplink.spool.waiting > 0) {
      await clock.advance(1_000)
      await new Promise((resolve) => setImmediate(resolve))
    }

    expect(service.alertIds()).toEqual(raised)
    expect(uplink.spool.waiting).toBe(0)
  })

  test('HUB-04 the service gets every alert once and in order, whatever it does in between', async () => {
    const errors = fc.array(
      fc.constantFrom<FakeError | 'forget' | null>(
        'drop',
        'refuse-connection',
        { status: 500 },
        { status: 401 },
        'forget',
        null,
      ),
      { maxLength: 12 },
    )
    await fc.assert(
      fc.asyncProperty(errors, fc.integer({ min: 1, max: 230 }), async (script, count) => {
        const round = temporaryFolder()
        const one = await new FakeService().start()
        const clock = manualClock()
        const uplink = makeUplink({ service: one.address, dataDir: round.path, clock })
        one.errorOf = (path) => {
          if (path !== 'hub/events') return null
          const next = script.shift() ?? null
          if (next !== 'forget') return next
          // Restored from a backup: the last events are not there any more.
          for (const [epoch, cursor] of one.cursors) {
            one.cursors.set(epoch, Math.floor(cursor / 2))
            one.stored.length = Math.min(one.stored.length, Math.floor(cursor / 2))
          }
          return null
        }
        const raised = raise(uplink, count)
        uplink.start()
        while (uplink.spool.waiting > 0 || script.length > 0) {
          if (uplink.spool.waiting === 0) raised.push(...raise(uplink, 1))
          await clock.advance(500)
          await new Promise((resolve) => setImmediate(resolve))
        }
        const arrived = one.alertIds()
        await uplink.stop()
        open.splice(open.indexOf(uplink), 1)
        await one.stop()
        round.remove()
        expect(arrived).toEqual(raised)
      }),
      { numRuns: 15 },
    )
  })

  test('PROOF-01 a test incident passes spool and uplink at its place between alerts', async () => {
    const uplink = makeUplink()
    const [first] = raise(uplink, 1)
    const raisedAt = '2026-11-23T12:00:00.000Z'
    const proof = { type: 'path-proof' as const, cameraId: CAMERA_ID, raisedAt }
    uplink.spool.append(proof)
    const [last] = raise(uplink, 1)
    uplink.start()
    await until(() => uplink.spool.waiting === 0)

    expect(service.stored.map((event) => (event.type === 'path-proof' ? event : event.alertId))).toEqual([
      first,
      proof,
      last,
    ])
  })

  test('a service that is too busy is left alone for as long as it asks', async () => {
    const clock = manualClock()
    const uplink = makeUplink({ clock })
    nextErrors({ status: 429, key: 'too-many-requests', retryAfterSeconds: 90 })
    raise(uplink, 1)
    uplink.start()
    await until(() => clock.pauses.some((pauseMs) => pauseMs >= 90_000))
    await clock.advance(80_000)
    expect(service.stored).toEqual([])
    await clock.advance(11_000)
    await until(() => service.stored.length === 1)
  })

  test('an event that the service will never take does not hold up the others', async () => {
    const uplink = makeUplink()
    const bad = alertRaised({ severity: 'absurd' as 'low', thumbnail: 'AAAA' })
    const raised = raise(uplink, 5)
    uplink.spool.append(bad)
    raised.push(...raise(uplink, 5))
    uplink.start()
    await until(() => uplink.spool.waiting === 0)

    expect(service.alertIds()).toEqual(raised)
  })

  test('another web server at this address makes the hub wait and drop nothing', async () => {
    const uplink = makeUplink()
    nextErrors({ status: 404 }, { status: 403 }, { status: 413 })
    const raised = raise(uplink, 2)
    uplink.start()
    await until(() => service.batches.length === 0 && uplink.client.connection.state === 'connected')

    expect(uplink.spool.waiting).toBe(2)
    service.errorOf = () => null
    await until(() => uplink.spool.waiting === 0)
    expect(service.alertIds()).toEqual(raised)
  })
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
