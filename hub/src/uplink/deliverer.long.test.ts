import { HUB_BATCH_MAX } from '@mimamori/contract/fleet/hub.ts'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClock } from '#platform/clock.ts'
import { FAKE_KEY, type FakeError, FakeService } from '#platform/testing/fake-service.ts'
import { alertRaised, CAMERA_ID, manualClock, temporaryFolder, until } from '#platform/testing/hub-parts.ts'
import { Deliverer } from './deliverer.ts'
import { Spool } from './spool/spool.ts'
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

  test('HUB-04 a hub whose call failed finds the service again by its next heartbeat', async () => {
    const clock = manualClock()
    service.nowMs = clock.now
    const states: string[] = []
    const uplink = makeUplink({ clock, onConnection: ({ state }) => states.push(state) })
    uplink.start()
    await until(() => uplink.socket.isOpen && service.asked.length > 0)
    service.errorOf = (path) => (path === 'hub/reported' ? 'refuse-connection' : null)
    await expect(uplink.client.call('hub.report', { body: { cameras: [] } })).rejects.toThrow()
    expect(states).toEqual(['connected', 'unreachable'])
    await clock.advance(100)
    await until(() => states.length === 3)
    expect(states.at(-1)).toBe('connected')
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

  const input = () => {
    const { alertId, cameraId, occurredAt } = alertRaised()
    return { type: 'input-raised' as const, alertId, cameraId, occurredAt, hasFootage: true }
  }
  test.each([
    ['HUB-04 a critical alert', () => ({ ...alertRaised(), severity: 'critical' as const })],
    ['REACH-63 an input of a camera', input],
  ])('%s overtakes a backlog and is stored once, the others in order', async (_, create) => {
    const clock = manualClock()
    service.nowMs = clock.now
    const uplink = makeUplink({ clock })
    let isAway = true
    let tries = 0
    service.errorOf = (path) => {
      if (path !== 'hub/events') return null
      tries++
      return isAway ? { status: 503 } : null
    }
    const old = Array.from({ length: 3 * HUB_BATCH_MAX }, () => ({ ...alertRaised(), severity: 'high' as const }))
    for (const event of old) uplink.spool.append(event)
    uplink.start()
    await until(() => tries > 0)
    isAway = false
    const fresh = create()
    uplink.spool.append(fresh)
    while (uplink.spool.waiting > 0) {
      await clock.advance(500)
      await new Promise((resolve) => setImmediate(resolve))
    }

    const stored = service.stored.map((event) => 'alertId' in event && event.alertId)
    expect(stored).toEqual([fresh.alertId, ...old.map(({ alertId }) => alertId)])
  })

  test('HUB-04 a critical alert ends a pause, a second after the last try at the earliest', async () => {
    const clock = manualClock()
    const uplink = makeUplink({ clock })
    let tries = 0
    service.errorOf = (path) => {
      if (path !== 'hub/events') return null
      tries++
      return { status: 500 }
    }
    raise(uplink, 1)
    uplink.start()
    while (tries < 8) {
      await clock.advance(1_000)
      await new Promise((resolve) => setImmediate(resolve))
    }
    const before = tries
    service.errorOf = () => null
    const fresh = { ...alertRaised(), severity: 'critical' as const }
    uplink.spool.append(fresh)
    await clock.advance(1_000)
    await until(() => uplink.spool.waiting === 0)

    expect(before).toBe(8)
    expect(service.alertIds()).toContain(fresh.alertId)
  })

  test('HUB-04 a lost response, an error and a refused connection lose and duplicate nothing', async () => {
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

  test('a clock that is set back by an hour makes a pause no longer', async () => {
    const clock = manualClock()
    const uplink = makeUplink({ clock })
    nextErrors({ status: 503, key: 'unavailable', retryAfterSeconds: 7 })
    const raised = raise(uplink, 1)
    uplink.start()
    await until(() => clock.pauses.includes(7000))
    const beganMs = clock.monotonicMs()
    clock.correct(clock.now() - 3_600_000, clock.now())
    while (service.stored.length < 2) {
      await clock.advance(100)
      await new Promise((resolve) => setImmediate(resolve))
      if (service.stored.length === raised.length) raised.push(...raise(uplink, 1))
    }

    expect(service.alertIds()).toEqual(raised.slice(0, 2))
    expect(clock.monotonicMs() - beganMs).toBeLessThan(30_000)
  })

  test.each([
    { status: 429, key: 'too-many-requests', retryAfterSeconds: 4, waitMs: 4000 },
    { status: 503, key: 'unavailable', retryAfterSeconds: 3, waitMs: 3000 },
    { status: 503, key: 'unavailable', retryAfterSeconds: 600, waitMs: 5000 },
  ])('a critical alert waits $waitMs ms after $status with Retry-After: $retryAfterSeconds', async (refused) => {
    const { waitMs, ...error } = refused
    const clock = manualClock()
    service.nowMs = clock.now
    const uplink = makeUplink({ clock })
    let tries = 0
    service.errorOf = (path) => (path === 'hub/events' && ++tries === 1 ? error : null)
    raise(uplink, 1)
    uplink.start()
    await until(() => tries === 1 && clock.pauses.includes(error.retryAfterSeconds * 1000))
    const fresh = { ...alertRaised(), severity: 'critical' as const }
    uplink.spool.append(fresh)
    await clock.advance(waitMs - 100)
    expect(tries).toBe(1)
    await clock.advance(200)
    await until(() => service.alertIds().includes(fresh.alertId))
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

test('a service that never answers is left after 5 s, and the next try brings the events', async () => {
  let calls = 0
  const spool = new Spool({ dir: folder.path, clock: manualClock(), log: () => {} })
  const client = {
    call: async (
      _key: string,
      { body }: { body: { fromSequence: number; events: unknown[] } },
      signal: AbortSignal,
    ) => {
      calls++
      if (calls === 1) return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      return { cursor: body.fromSequence + body.events.length - 1 }
    },
  }
  const deliverer = new Deliverer({
    spool,
    client: client as never,
    clock: createClock(),
    log: () => {},
    random: () => 0,
  })
  deliverer.start()
  spool.append(alertRaised())
  await until(() => calls >= 2 && spool.waiting === 0)
  await deliverer.stop()
  spool.close()
}, 12_000)
