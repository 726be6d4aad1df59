/**
 * The feature log of the demo's cameras around their latest alerts: blocks as a hub sends them, and the resulting
 * minutes.
 */

import { deflateRawSync } from 'node:zlib'
import {
  emptySecond,
  type LoggedApp,
  type MeasuredSecond,
  packBlock,
} from '@mimamori/contract/insight/measurement-block.ts'
import { alertAppCode } from '@mimamori/contract/shared/apps.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { settingsFrom, toHubSettings } from '#shared/desired-rules.ts'
import { type MeasuredHour, minuteOf, setMinute, sumOfMinutes } from '#shared/measured.ts'
import { minuteFrom } from '../insight/measurement/measurement.rules.ts'
import { type Chance, chanceOf, seededId } from './chance.ts'
import type { PastAlert } from './demo-history.ts'
import type { PastHour } from './demo-nights.ts'
import type { CameraPlan } from './demo-parts.ts'
import { appsOf, settingsOf } from './demo-rows.ts'
import { writeStory } from './demo-stories.ts'

/** As far as What if looks back. */
const DAYS_OF_SECONDS = 14
/** Full minutes before and after the minute of an alert. */
const AROUND_MINUTES = 2
/** Length of a block. */
const BLOCK_MINUTES = 5
/** The camera's defaults for apps: the columns' defaults. */
const CAMERA_OWN = { pixelChangePercent: 1.5, motionDurationSeconds: 2 }

/** `body` in base64. */
type PastBlock = { id: string; startsAt: Date; endsAt: Date; body: string }
type Options = {
  seed: string
  now: Date
  camera: CameraPlan
  /** Alerts of this camera. */
  alerts: readonly PastAlert[]
  /** Minutes with seconds are replaced by the sums of these seconds. */
  hours: readonly PastHour[]
}

/** Oldest first. Minutes without measurements have no seconds. */
export function pastBlocks({ seed, now, camera, alerts, hours }: Options): PastBlock[] {
  const chance = chanceOf(seed, 'seconds', camera.key)
  const apps = loggedAppsOf(camera)
  const latest = alerts.filter(({ occurredAt }) => occurredAt.getTime() > now.getTime() - DAYS_OF_SECONDS * DAY_MS)
  const byStart = new Map(hours.map((hour) => [hour.startsAt.getTime(), hour]))
  const seconds = new Map<number, MeasuredSecond>()
  for (const minuteMs of minutesAround(latest)) {
    const hour = byStart.get(minuteMs - (minuteMs % HOUR_MS))
    if (hour) writeMinute(seconds, { hour, minuteMs, camera, apps, chance })
  }
  for (const alert of latest) {
    writeStory({ alert, at: Math.floor(alert.occurredAt.getTime() / 1000), seconds, apps, chance })
  }
  for (const hour of hours) rollUp(hour, seconds)
  return blocksOf([...seconds.values()]).map((rows) => {
    const startsAt = new Date(rows[0]!.second * 1000)
    const body = deflateRawSync(packBlock({ apps, rows })).toString('base64')
    const endsAt = new Date((rows.at(-1)!.second + 1) * 1000)
    return { id: seededId(startsAt, seed, 'block', camera.key), startsAt, endsAt, body }
  })
}

/** The settings on its hub, in order of the codes. */
function loggedAppsOf(camera: CameraPlan): LoggedApp[] {
  return alertAppCode.options
    .filter((code) => appsOf(camera).includes(code))
    .map((code) => {
      const settings = toHubSettings(settingsFrom(code, settingsOf(camera, code)), CAMERA_OWN)
      const { appCode, sensitivity, snoozeSeconds } = settings
      if (settings.appCode === 'A006')
        return { appCode, sensitivity, snoozeSeconds, crossPercent: settings.crossPercent }
      if (settings.appCode !== 'A003') return { appCode, sensitivity, snoozeSeconds }
      const { pixelChangePercent, motionDurationSeconds } = settings
      return { appCode, sensitivity, snoozeSeconds, pixelChangePercent, motionDurationSeconds }
    })
}

/** Full minutes, ascending, without duplicates. */
function minutesAround(alerts: readonly PastAlert[]): number[] {
  const minutes = new Set<number>()
  for (const { occurredAt } of alerts) {
    const minuteMs = occurredAt.getTime() - (occurredAt.getTime() % MINUTE_MS)
    for (let away = -AROUND_MINUTES; away <= AROUND_MINUTES; away++) minutes.add(minuteMs + away * MINUTE_MS)
  }
  return [...minutes].sort((a, b) => a - b)
}

type Minute = { hour: PastHour; minuteMs: number; camera: CameraPlan; apps: readonly LoggedApp[]; chance: Chance }

/** A minute without detections: somebody lies still, or nobody is there. */
function writeMinute(seconds: Map<number, MeasuredSecond>, { hour, minuteMs, camera, apps, chance }: Minute): void {
  const measured = minuteOf(hour, (minuteMs % HOUR_MS) / MINUTE_MS)
  if (measured.secondsObserved === 0) return
  const isInBed = measured.secondsInBed * 2 > measured.secondsBedKnown
  const insideMean = measured.motionInside / 60
  for (let second = minuteMs / 1000; second < minuteMs / 1000 + 60; second++) {
    const row = emptySecond(second)
    row.frames = 5
    row.gapTenths = 2
    row.isReliable = true
    row.bed = camera.resident ? (isInBed ? 'occupied' : 'empty') : 'unknown'
    row.insideShare = isInBed ? Math.round(insideMean * chance.between(0.4, 1.6)) : 0
    row.outsideShare = Math.round(chance.between(0, 2))
    for (const { appCode } of apps) row.gates[appCode] = 'quiet'
    seconds.set(second, row)
  }
}

function rollUp(hour: PastHour, seconds: ReadonlyMap<number, MeasuredSecond>): void {
  const from = hour.startsAt.getTime() / 1000
  for (let minute = 0; minute < 60; minute++) {
    if (seconds.has(from + minute * 60)) setMinute(hour, minute, minuteFrom(seconds, from + minute * 60))
  }
  Object.assign(hour, sumOfMinutes(hour) satisfies Partial<MeasuredHour>)
}

/** Consecutive rows, at most five minutes of them. */
function blocksOf(rows: readonly MeasuredSecond[]): MeasuredSecond[][] {
  const blocks: MeasuredSecond[][] = []
  for (const row of rows) {
    const last = blocks.at(-1)
    if (last?.at(-1)?.second === row.second - 1 && last.length < BLOCK_MINUTES * 60) last.push(row)
    else blocks.push([row])
  }
  return blocks
}
