import { hubAppSettings } from '@mimamori/contract/camera/app-settings.ts'
import { packBlock, unpackForReplay } from '@mimamori/contract/insight/measurement-block.ts'
import { replayOf } from '@mimamori/contract/insight/what-if.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type MotionSettings, motionStart } from '#detectors/motion.ts'
import { judgeOf } from '#detectors/motion-watch.ts'
import { desiredCamera } from '#platform/testing/hub-parts.ts'
import type { LoggedFrame, SecondsMessage } from './second-log.ts'
import { SecondLog } from './second-log.ts'

const START = 1_790_000_000
const motionApp = (pixelChangePercent: number) => ({
  appCode: 'A003' as const,
  severity: 'low' as const,
  schedule: null,
  settings: hubAppSettings.parse({ appCode: 'A003', pixelChangePercent, motionDurationSeconds: 2 }),
})

function frameAt(second: number, more: Partial<LoggedFrame> = {}): LoggedFrame {
  return {
    atMs: second * 1000,
    isReliable: true,
    bed: 'occupied',
    people: 0,
    insideShare: 0.02,
    outsideShare: 0.001,
    motion: { changedShare: 0.03, movingShare: 0.01 },
    blob: { width: 30, height: 60 },
    imageHeight: 180,
    gates: new Map([['A003', 'quiet']]),
    marks: 0,
    ...more,
  }
}

function logOf(percent = 2) {
  const messages: SecondsMessage[] = []
  const log = new SecondLog('camera', (message) => messages.push(message))
  log.configure(desiredCamera({ apps: [motionApp(percent)] }))
  return { log, messages, rows: () => messages.flatMap(({ rows }) => rows) }
}

describe('METRIC-02 the seconds of a camera', () => {
  test('the distance beyond the bed is logged with its app, for the explanation page', () => {
    const { log, messages } = logOf()
    const settings = hubAppSettings.parse({ appCode: 'A006', crossPercent: 45 })
    log.configure(desiredCamera({ apps: [{ appCode: 'A006', severity: 'high', schedule: null, settings }] }))
    log.add(frameAt(START))
    log.end()
    expect(messages[0]?.apps).toMatchObject([{ appCode: 'A006', sensitivity: 'medium', crossPercent: 45 }])
  })

  test('a second holds the mean of its frames, the maxima that apps decide on, and their gates', () => {
    const { log, rows } = logOf()
    log.add(frameAt(START))
    log.add(frameAt(START + 0.4, { insideShare: 0.04, gates: new Map([['A003', 'too-short']]), marks: 4 }))
    log.add(frameAt(START + 0.8, { motion: { changedShare: 0.05, movingShare: 0 }, marks: 1, people: 2 }))
    log.end()
    expect(rows()).toEqual([
      {
        second: START,
        frames: 3,
        gapTenths: 4,
        isReliable: true,
        bed: 'occupied',
        people: 2,
        insideShare: 267,
        outsideShare: 10,
        changedShare: 500,
        movingShare: 100,
        blobHeightPercent: 33,
        blobAspectTenths: 20,
        gates: { A001: 'off', A003: 'too-short', A004: 'off', A005: 'off', A006: 'off' },
        marks: 5,
      },
    ])
  })

  test('seconds without a frame count, and every ten seconds are handed over', () => {
    const { log, messages, rows } = logOf()
    log.add(frameAt(START))
    log.tick((START + 25) * 1000)
    expect(messages.map((message) => message.rows.length)).toEqual([10, 10])
    log.add(frameAt(START + 26))
    log.end()
    expect(rows().map(({ second }) => second)).toEqual(Array.from({ length: 27 }, (_, index) => START + index))
    expect(rows()[5]).toMatchObject({ frames: 0, isReliable: false, gates: { A003: 'no-frames', A006: 'off' } })
    expect(rows().at(-1)).toMatchObject({ frames: 1, gapTenths: 255 })
  })

  test('METRIC-03 the second of an alert is handed over with earlier ones as soon as it is over', () => {
    const { log, rows } = logOf()
    log.add(frameAt(START))
    log.add(frameAt(START + 1))
    log.add(frameAt(START + 2.5, { gates: new Map([['A003', 'raised']]) }))
    expect(rows()).toEqual([])
    log.add(frameAt(START + 3))
    expect(rows().map(({ second }) => second - START)).toEqual([0, 1, 2])
  })

  test('a jump of the clock starts a new block, and each row carries the settings of its time', () => {
    const { log, messages } = logOf(2)
    log.add(frameAt(START))
    log.add(frameAt(START - 3600))
    log.configure(desiredCamera({ apps: [motionApp(9)] }))
    log.add(frameAt(START - 3599))
    log.end()
    const logged = messages.map(({ apps, rows }) => [apps[0]?.pixelChangePercent, rows.map(({ second }) => second)])
    expect(logged).toEqual([
      [2, [START]],
      [9, [START - 3600, START - 3599]],
    ])
  })
})

/** Full seconds with motion or without, as frames of the app. */
const interval = fc.record({
  seconds: fc.integer({ min: 1, max: 8 }),
  changedShare: fc.constantFrom(0, 0.01, 0.03, 0.2),
})

test('APP-06 replaying A003 from the log with the same settings raises the same alerts', () => {
  const app = motionApp(2)
  const settings = { ...app.settings, snoozeSeconds: 10 }
  fc.assert(
    fc.property(fc.array(interval, { minLength: 1, maxLength: 40 }), (intervals) => {
      const { log, rows } = logOf()
      const judge = judgeOf({ settings: settings as MotionSettings, schedule: null, timezone: 'UTC' })
      const raised: number[] = []
      let state = motionStart
      let atMs = START * 1000
      for (const { seconds, changedShare } of intervals) {
        for (let i = 0; i < seconds * 5; i++, atMs += 200) {
          const motion = { changedShare, movingShare: changedShare / 2 }
          log.add(frameAt(atMs / 1000, { motion }))
          const step = judge(state, { atMs, isReliable: true, boxes: [], ...motion })
          state = step.state
          raised.push(...step.incidents.map(({ occurredAtMs }) => Math.floor(occurredAtMs / 1000)))
        }
      }
      log.end()
      const replay = replayOf({ settings, schedule: null, timezone: 'UTC' })
      expect(replay(unpackForReplay(packBlock({ apps: [], rows: rows() }))!)).toEqual(raised)
    }),
    { numRuns: 60 },
  )
})
