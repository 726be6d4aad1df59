import { inflateRawSync } from 'node:zlib'
import { type MeasuredSecond, unpackBlock } from '@mimamori/contract/insight/measurement-block.ts'
import { replayOf, retainedOf } from '@mimamori/contract/insight/what-if.ts'
import { describe, expect, test } from 'vitest'
import { settingsFrom, toHubSettings } from '#shared/desired-rules.ts'
import { minuteOf } from '#shared/measured.ts'
import { minuteFrom } from '../insight/measurement/measurement.rules.ts'
import { pastAlerts } from './demo-history.ts'
import { pastHours } from './demo-nights.ts'
import { ORGANISATIONS } from './demo-plan.ts'
import { settingsOf } from './demo-rows.ts'
import { pastBlocks } from './demo-seconds.ts'

const NOW = new Date('2026-11-20T01:00:00Z')
const FROM_MS = NOW.getTime() - 14 * 86_400_000
const { cameras } = ORGANISATIONS[0]!.sites[0]!
const staff = [{ userId: 'a', name: 'A', shift: '夜勤 Night' }]
const watched = cameras.filter(({ isDemo }) => isDemo)
const byCamera = new Map(
  watched.map((camera) => {
    const alerts = pastAlerts({ seed: 'a', now: NOW, cameras: [camera], staff })
    const hours = pastHours({ seed: 'a', now: NOW, camera, alerts })
    const blocks = pastBlocks({ seed: 'a', now: NOW, camera, alerts, hours }).map(
      ({ body }) => unpackBlock(inflateRawSync(Buffer.from(body, 'base64')))!,
    )
    const latest = alerts.filter(({ occurredAt }) => occurredAt.getTime() > FROM_MS)
    return [camera, { latest, hours, blocks, rows: blocks.flatMap(({ rows }) => rows) }]
  }),
)
const codes = ['A001', 'A003', 'A004', 'A005', 'A006'] as const

function near(rows: readonly MeasuredSecond[], at: Date, until: number): MeasuredSecond[] {
  const second = Math.floor(at.getTime() / 1000)
  return rows.filter((row) => row.second >= second && row.second <= second + until)
}

describe('METRIC-03 the seconds of the demo', () => {
  test('every alert of the last two weeks was raised by its app within seconds in the log', () => {
    for (const { latest, rows } of byCamera.values()) {
      expect(latest.length).toBeGreaterThan(20)
      const missing = latest.filter(
        ({ appCode, occurredAt }) => !near(rows, occurredAt, 3).some(({ gates }) => gates[appCode] === 'raised'),
      )
      expect(missing).toEqual([])
    }
  })

  test('the log marks nothing as raised that was not', () => {
    for (const { latest, rows } of byCamera.values()) {
      const raised = rows.reduce((sum, { gates }) => sum + codes.filter((code) => gates[code] === 'raised').length, 0)
      expect(raised).toBe(latest.length)
    }
  })

  test('make the minutes that are stored', () => {
    for (const { hours, rows } of byCamera.values()) {
      const bySecond = new Map(rows.map((row) => [row.second, row]))
      const minutes = hours.flatMap((hour) =>
        Array.from({ length: 60 }, (_, minute) => {
          const from = hour.startsAt.getTime() / 1000 + minute * 60
          return { stored: minuteOf(hour, minute), from }
        }),
      )
      const sampledMinutes = minutes.filter(({ from }) => bySecond.has(from))
      expect(sampledMinutes.length).toBeGreaterThan(100)
      expect(sampledMinutes.map(({ stored }) => stored)).toEqual(
        sampledMinutes.map(({ from }) => minuteFrom(bySecond, from)),
      )
    }
  })

  test('APP-06 replayed with the settings in force raise the alerts that were raised', () => {
    for (const [camera, { latest, blocks }] of byCamera) {
      for (const appCode of codes.filter((code) => latest.some((alert) => alert.appCode === code))) {
        const settings = toHubSettings(settingsFrom(appCode, settingsOf(camera, appCode)), {
          pixelChangePercent: 1.5,
          motionDurationSeconds: 2,
        })
        const replay = replayOf({ settings, schedule: null, timezone: 'Asia/Tokyo' })
        const replayed = blocks.flatMap(({ rows }) =>
          replay({
            firstSecond: rows[0]!.second,
            count: rows.length,
            states: Uint16Array.from(rows, () => 1),
            changedShare: Uint16Array.from(rows, (row) => row.changedShare),
            movingShare: Uint16Array.from(rows, (row) => row.movingShare),
            marks: Uint16Array.from(rows, (row) => row.marks),
          }),
        )
        const raised = latest
          .filter((alert) => alert.appCode === appCode)
          .map(({ occurredAt }) => Math.floor(occurredAt.getTime() / 1000))
        const { isRetained, added } = retainedOf(raised, replayed)
        expect({ lost: isRetained.filter((retained) => !retained).length, added }).toEqual({ lost: 0, added: 0 })
      }
    }
  })
})
