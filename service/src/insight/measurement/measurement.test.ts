import { randomUUID } from 'node:crypto'
import {
  BED_STATES,
  emptySecond,
  GATES,
  type LoggedApp,
  type MeasuredSecond,
  packBlock,
  unpackBlock,
} from '@mimamori/contract/insight/measurement-block.ts'
import { alertAppCode } from '@mimamori/contract/shared/apps.ts'
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertHub, raised, type TestHub } from '#service/fleet/hub/testing.ts'
import { minutesOf, readMeasuredHours } from '#shared/measured.ts'
import { startService, type TestService, type TestTenant, type TestUser } from '#testing/service.ts'
import { forgetMeasurements } from './measurement.jobs.ts'
import { closeBlock, secondsFrom } from './testing.ts'

let service: TestService
let tenant: TestTenant
let hub: TestHub
let nurse: TestUser
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  tenant = await service.tenant()
  hub = await insertHub(service, { tenant })
  nurse = await service.user({ role: 'USER', tenant })
})

const START = new Date('2026-11-20T00:00:00.000Z')
const after = (seconds: number) => new Date(START.getTime() + seconds * 1000)

async function put(rows: MeasuredSecond[], id: string = randomUUID(), apps: LoggedApp[] = []) {
  const request = { params: { id }, query: { cameraId: hub.cameraIds[0]! }, bytes: closeBlock({ apps, rows }) }
  const { status } = await service.call(hub.token, 'measurement.putBlock', {
    ...request,
    contentType: 'application/octet-stream',
  })
  expect(status).toBe(200)
}

/** As stored, without those of which nothing was measured. */
async function minutes(from = START, to = after(3600)) {
  const asked = { tenantIds: [tenant.id], cameraIds: [hub.cameraIds[0]!], from, to }
  const hours = await service.database.asPlatform('test', (db) => readMeasuredHours(db, asked))
  return minutesOf(hours, from, to).flatMap((minute, at) =>
    minute ? [{ at: new Date(from.getTime() + at * MINUTE_MS).toISOString(), ...minute }] : [],
  )
}

const share = fc.integer({ min: 0, max: 10_000 })
const byte = fc.integer({ min: 0, max: 255 })
const gate = fc.constantFrom(...GATES)
const look = fc.record({
  frames: byte,
  gapTenths: byte,
  isReliable: fc.boolean(),
  bed: fc.constantFrom(...BED_STATES),
  people: fc.integer({ min: 0, max: 3 }),
  insideShare: share,
  outsideShare: share,
  changedShare: share,
  movingShare: share,
  blobHeightPercent: fc.integer({ min: 0, max: 100 }),
  blobAspectTenths: byte,
  gates: fc.record(Object.fromEntries(alertAppCode.options.map((code) => [code, gate]))),
  marks: fc.integer({ min: 0, max: 4095 }),
})
/** Intervals of similar seconds, with pauses of the hub between them. */
const interval = fc.record({ pause: fc.integer({ min: 0, max: 90 }), length: fc.integer({ min: 1, max: 300 }), look })

describe('the feature log', () => {
  test('METRIC-02 a block unpacks to exactly the packed rows, and invalid bytes are rejected', () => {
    fc.assert(
      fc.property(fc.array(look, { minLength: 1, maxLength: 60 }), (looks) => {
        const rows = looks.map((one, index) => ({ ...emptySecond(1_790_000_000 + index), ...one })) as MeasuredSecond[]
        const apps = [
          { appCode: 'A003' as const, sensitivity: 'low' as const, snoozeSeconds: 60, pixelChangePercent: 2 },
        ]
        const bytes = packBlock({ apps, rows })
        expect(unpackBlock(bytes)).toEqual({ apps, rows })
        expect(unpackBlock(bytes.subarray(0, bytes.length - 1))).toBeNull()
      }),
      { numRuns: 50 },
    )
    expect(unpackBlock(new Uint8Array(40).fill(9))).toBeNull()
  })

  test('METRIC-02 minutes, hours and days sum their seconds in any order of blocks and with repeats', async () => {
    const plan = fc.record({
      intervals: fc.array(interval, { minLength: 3, maxLength: 12 }),
      order: fc.infiniteStream(fc.nat()),
    })
    await fc.assert(
      fc.asyncProperty(plan, async ({ intervals, order }) => {
        hub = await insertHub(service, { tenant })
        const blocks: { id: string; rows: MeasuredSecond[] }[] = []
        let at = 0
        for (const { pause, length, look } of intervals) {
          at += pause
          blocks.push({ id: randomUUID(), rows: secondsFrom(after(at), length, look as Partial<MeasuredSecond>) })
          at += length
        }
        const sent = [...blocks, ...blocks.slice(0, 2)].map((block) => ({ block, rank: order.next().value! }))
        for (const { block } of sent.toSorted((a, b) => a.rank - b.rank)) await put(block.rows, block.id)

        const rows = blocks.flatMap((block) => block.rows).filter(({ isReliable }) => isReliable)
        const sums = (of: MeasuredSecond[]) => ({
          secondsObserved: of.length,
          secondsBedKnown: of.filter(({ bed }) => bed !== 'unknown').length,
          secondsInBed: of.filter(({ bed }) => bed === 'occupied').length,
          secondsPerson: of.filter(({ people }) => people > 0).length,
          motionInside: of.reduce((sum, { insideShare }) => sum + insideShare, 0),
          motionOutside: of.reduce((sum, { outsideShare }) => sum + outsideShare, 0),
          motionInBed: of.reduce((sum, { bed, insideShare }) => sum + (bed === 'occupied' ? insideShare : 0), 0),
        })
        const byMinute = Map.groupBy(rows, ({ second }) => second - (second % 60))
        const expected = [...byMinute].map(([second, of]) => ({
          at: new Date(second * 1000).toISOString(),
          ...sums(of),
        }))
        expect(await minutes(START, after(3 * 3600))).toEqual(expected)

        const [hour] = await service.sql`
          select coalesce(sum(seconds_observed), 0)::int as observed, coalesce(sum(motion_in_bed), 0)::bigint::text as motion,
            (select coalesce(sum(seconds_observed), 0)::int from measured_day where camera_id = ${hub.cameraIds[0]!}) as "ofDays"
          from measured_hour where camera_id = ${hub.cameraIds[0]!}`
        const all = sums(rows)
        const observed = all.secondsObserved
        expect(hour).toEqual({ observed, motion: String(all.motionInBed), ofDays: observed })
      }),
      { numRuns: 6 },
    )
  })

  test('METRIC-03 the explanation has the ordered seconds, the apps’ settings, and the raised alerts', async () => {
    const gates = { ...emptySecond(0).gates, A003: 'too-short' as const }
    const apps = [
      { appCode: 'A003' as const, sensitivity: 'medium' as const, snoozeSeconds: 60, pixelChangePercent: 2 },
    ]
    await put(secondsFrom(after(30), 60, { isReliable: true, changedShare: 300, gates }), undefined, apps)
    await put(secondsFrom(START, 30, { isReliable: true }), undefined, apps)
    const alert = raised(hub.cameraIds[0]!, after(40))
    const events = { epoch: randomUUID(), fromSequence: 1, events: [alert] }
    await service.call(hub.token, 'hub.events', { body: events })
    const query = { cameraId: hub.cameraIds[0]!, from: after(20).toISOString(), to: after(50).toISOString() }
    const { body } = await service.call(nurse.token, 'measurement.why', { query })
    expect(body.seconds.map(({ second }) => second)).toEqual(
      Array.from({ length: 30 }, (_, i) => +after(20 + i) / 1000),
    )
    expect(body.seconds[20]).toMatchObject({ changedShare: 300, gates: { A003: 'too-short', A005: 'off' } })
    expect(body.alerts).toEqual([{ id: alert.alertId, activity: 'A003', occurredAt: alert.occurredAt, verdict: null }])
    expect(body).toMatchObject({ apps, retainedDays: 30, unitName: expect.any(String) })
    await service.call(nurse.token, 'measurement.why', { query })
    const looks = await service.sql`
      select action, object_id as id from audit where actor_user_id = ${nurse.id} and object_type = 'camera'`
    expect(looks).toEqual([{ action: 'measurement.view', id: hub.cameraIds[0]! }])
    const later = { ...query, from: after(600).toISOString(), to: after(700).toISOString() }
    const { body: nothing } = await service.call(nurse.token, 'measurement.why', { query: later })
    expect([nothing.apps, nothing.seconds, nothing.alerts]).toEqual([[], [], []])
  })

  test('a second in two blocks counts once, as the hub sent it first', async () => {
    const calm = secondsFrom(START, 60, { isReliable: true, insideShare: 1 })
    const busy = secondsFrom(after(30), 60, { isReliable: true, insideShare: 100 })
    await put(busy, 'ffffffff-0000-7000-8000-000000000000')
    await put(calm, '00000000-0000-7000-8000-000000000000')
    expect((await minutes()).map(({ motionInside }) => motionInside)).toEqual([60, 3000])
  })

  test('seconds expire after the site’s days, minutes stay, and late repeats change nothing', async () => {
    const dayBefore = after(-86_400)
    const rows = secondsFrom(dayBefore, 60, { isReliable: true, insideShare: 5 })
    await put(rows)
    const before = await minutes(dayBefore, START)
    await service.sql`update tenant set measurement_days = 1 where id = ${tenant.id}`
    const forget = () => service.database.asPlatform('test', (db) => forgetMeasurements.batch(db, service.clock.now()))
    expect(await forget()).toBe(1)
    expect(await forget()).toBe(0)
    await put(rows.slice(0, 20))
    expect(await minutes(dayBefore, START)).toEqual(before)
    expect(before).toMatchObject([{ secondsObserved: 60, motionInside: 300 }])
  })

  test('invalid blocks and impossible times are rejected', async () => {
    const refused = async (bytes: Buffer) => {
      const request = { params: { id: randomUUID() }, query: { cameraId: hub.cameraIds[0]! }, bytes }
      const answer = await service.refused(hub.token, 'measurement.putBlock', {
        ...request,
        contentType: 'application/octet-stream',
      })
      return answer.body.key
    }
    expect(await refused(Buffer.from('nothing'))).toBe('invalid-request')
    expect(await refused(closeBlock({ apps: [], rows: secondsFrom(new Date('2036-01-01'), 5, {}) }))).toBe(
      'invalid-request',
    )
    expect(await refused(Buffer.alloc(70_000))).toBe('too-large')
    expect(await minutes()).toEqual([])
  })
})

describe('APP-06 replaying other thresholds', () => {
  const body = (settings: object) => ({ settings: { appCode: 'A003', ...settings } as never, schedule: null })
  const busy = { isReliable: true, changedShare: 300, movingShare: 100 }

  test('other thresholds are replayed over the log, and compared with alerts and verdicts', async () => {
    const admin = await service.user({ role: 'ADMIN', tenant })
    const at = after(-3600)
    const seconds = (from: number, count: number, of: Partial<MeasuredSecond>) =>
      secondsFrom(new Date(at.getTime() + from * 1000), count, of)
    await put([
      ...seconds(0, 60, { isReliable: true }),
      ...seconds(60, 5, busy),
      ...seconds(65, 60, { isReliable: true }),
    ])
    await put([...seconds(125, 60, { isReliable: true }), ...seconds(185, 5, { ...busy, changedShare: 900 })])
    const alerts = [60, 185].map((from) => raised(hub.cameraIds[0]!, new Date(at.getTime() + from * 1000)))
    const events = { epoch: randomUUID(), fromSequence: 1, events: alerts }
    await service.call(hub.token, 'hub.events', { body: events })
    await service.sql`update alert set verdict = 'false-alarm' where id = ${alerts[0]!.alertId}`
    const params = { cameraId: hub.cameraIds[0]!, appCode: 'A003' as const }
    const ask = async (settings: object) =>
      (await service.call(admin.token, 'cameraApp.whatIf', { params, body: body(settings) })).body
    const usual = { pixelChangePercent: 2, motionDurationSeconds: 1 }
    expect(await ask(usual)).toMatchObject({
      raised: { count: 2, real: 0, falseAlarms: 1, open: 1 },
      retained: { count: 2 },
      added: 0,
      limits: ['gaps'],
    })
    const stricter = await ask({ ...usual, pixelChangePercent: 5 })
    expect(stricter).toMatchObject({
      wouldRaise: { count: 1, newest: [alerts[1]!.occurredAt] },
      retained: { count: 1, falseAlarms: 0, open: 1 },
    })
    expect(stricter.measuredShare).toBeCloseTo(190 / (14 * 86_400), 8)
    const refused = await service.refused(admin.token, 'cameraApp.whatIf', {
      params,
      body: { settings: { appCode: 'A007' }, schedule: null },
    })
    expect(refused.body.key).toBe('invalid-request')
  })
})
