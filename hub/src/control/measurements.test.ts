import { join } from 'node:path'
import { inflateRawSync } from 'node:zlib'
import { CallError } from '@mimamori/contract/client.ts'
import { emptySecond, type LoggedApp, unpackBlock } from '@mimamori/contract/insight/measurement-block.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CAMERA_ID, type ManualClock, manualClock, temporaryFolder, until } from '#platform/testing/hub-parts.ts'
import { Measurements } from './measurements.ts'

/** A full five minutes. */
const START = Date.UTC(2026, 10, 20) / 1000
const APPS: LoggedApp[] = [{ appCode: 'A005', sensitivity: 'medium', snoozeSeconds: 60 }]

let folder: ReturnType<typeof temporaryFolder>
let clock: ManualClock
let sent: { id: string; seconds: number[] }[]
let answer: 'taken' | 'offline' | 'lost-answer' | 'not-found'
let open: Measurements[]

beforeEach(() => {
  folder = temporaryFolder()
  clock = manualClock(START * 1000)
  sent = []
  answer = 'taken'
  open = []
})
afterEach(async () => {
  for (const measurements of open.splice(0)) await measurements.stop()
  folder.remove()
})

async function take(
  _: string,
  { params }: { params: { id: string } },
  { bytes }: { bytes: Uint8Array },
): Promise<void> {
  if (answer === 'offline') throw new CallError(0, { key: 'offline', message: 'no service' })
  if (answer === 'not-found') throw new CallError(404, { key: 'not-found', message: 'no camera' })
  const block = unpackBlock(inflateRawSync(bytes))!
  sent.push({ id: params.id, seconds: block.rows.map(({ second }) => second) })
  if (answer === 'lost-answer') throw new CallError(0, { key: 'offline', message: 'no answer' })
}

function start(): Measurements {
  const path = join(folder.path, 'measurements.sqlite')
  const measurements = new Measurements({ path, client: { put: take as never }, clock, log: () => {} })
  measurements.start()
  open.push(measurements)
  return measurements
}

/** Sends a worker's measurements of `seconds` seconds from `from` on, ten at a time. */
function tell(measurements: Measurements, from: number, seconds: number, apps = APPS): void {
  for (let at = from; at < from + seconds; at += 10) {
    const rows = Array.from({ length: Math.min(10, from + seconds - at) }, (_, index) => emptySecond(at + index))
    measurements.heard({ cameraId: CAMERA_ID, apps, rows })
  }
}
const range = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)
const seconds = () => sent.flatMap(({ seconds }) => seconds)

describe('HUB-04 the feature log on its way', () => {
  test('METRIC-02 five minutes are one block, and other settings or a pause begin another', async () => {
    const measurements = start()
    tell(measurements, START, 320)
    await until(() => sent.length === 1)
    expect(sent[0]!.seconds).toEqual(range(START, 300))
    tell(measurements, START + 320, 10, [{ ...APPS[0]!, sensitivity: 'high' }])
    tell(measurements, START + 500, 10)
    tell(measurements, START + 600, 10)
    clock.advance(1_000)
    await until(() => sent.length >= 2)
    for (let i = 0; i < 5; i++) await clock.advance(1_000)
    await until(() => sent.length === 4)
    expect(sent.slice(1).map(({ seconds }) => seconds.length)).toEqual([20, 10, 10])
  })

  test('METRIC-03 an alert sends its last seconds at once, at most every 30 s per camera', async () => {
    const measurements = start()
    const raise = (at: number) => {
      const row = emptySecond(at)
      row.gates.A005 = 'raised'
      measurements.heard({ cameraId: CAMERA_ID, apps: APPS, rows: [row] })
    }
    tell(measurements, START, 10)
    raise(START + 10)
    await until(() => sent.length === 1)
    expect(sent[0]!.seconds).toEqual(range(START, 11))
    raise(START + 11)
    for (let i = 0; i < 29; i++) await clock.advance(1_000)
    tell(measurements, START + 12, 10)
    expect(measurements.waiting).toBe(0)
    for (let i = 0; i < 2; i++) await clock.advance(1_000)
    tell(measurements, START + 22, 10)
    await until(() => sent.length === 2)
    expect(sent[1]!.seconds).toEqual(range(START + 11, 21))
  })

  test('nothing is lost while the service is away and the hub is started anew', async () => {
    answer = 'offline'
    const before = start()
    tell(before, START, 650)
    await before.stop()
    answer = 'taken'
    const after = start()
    expect(after.waiting).toBe(3)
    while (sent.length < 3) {
      clock.advance(1_000)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(seconds()).toEqual(range(START, 650))
    await until(() => after.waiting === 0)
  })

  test('a block whose answer was lost comes again under the same id', async () => {
    answer = 'lost-answer'
    const measurements = start()
    tell(measurements, START, 310)
    await until(() => sent.length === 1)
    answer = 'taken'
    measurements.resume()
    await until(() => sent.length === 2)
    expect(sent[1]).toEqual(sent[0])
  })

  test('a camera that is not this hub’s any more holds up nothing', async () => {
    answer = 'not-found'
    const measurements = start()
    tell(measurements, START, 310)
    await until(() => measurements.waiting === 0)
    expect(sent).toEqual([])
  })

  test.each([0, -3_600_000, -86_400_000])(
    'a silent camera is packed after a minute, also when the time moved %i ms',
    async (ms) => {
      const measurements = start()
      tell(measurements, START, 30)
      clock.correct(clock.now() + ms, clock.now())
      clock.advance(61_000)
      await until(() => sent.length === 1)
      expect(seconds()).toEqual(range(START, 30))
    },
  )
})
