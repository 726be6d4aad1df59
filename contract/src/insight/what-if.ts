/** Replays other settings over the last nights, from the feature log second by second. Requirement APP-06. */
import { z } from 'zod'
import { appSettings, type HubAppSettings } from '../camera/app-settings.ts'
import { PEOPLE_APP_CODES } from '../camera/app-thresholds.ts'
import { notBackWeek } from '../camera/not-back.ts'
import { schedule } from '../camera/schedule.ts'
import type { Week } from '../camera/week.ts'
import { gateOf } from '../camera/week-clock.ts'
import { alertAppCode } from '../shared/apps.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ADMINS } from '../shared/roles.ts'
import { BED_STATES, type ReplayBlock, SHARE_UNIT } from './measurement-block.ts'
import { markOf } from './measurement-mark.ts'

export const WHAT_IF_DAYS = 14

/** Settings that cannot be replayed, or not exactly; the console has a text for each as `what-if-<key>`. */
const whatIfLimit = z.enum([
  /** The log depends on the regions and sides that were in force at that time. */
  'regions',
  'sides',
  'model',
  /** A fall during a snooze is raised at its end if the person still lies there, which is not in the log. */
  'pause-of-falls',
  /** A part of the time was not measured. */
  'gaps',
])

const number = z.number().int().min(0)
const judged = z.object({ count: number, real: number, falseAlarms: number, open: number })

export const whatIf = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /** The share of this time that was measured, 0 to 1. */
  measuredShare: z.number().min(0).max(1),
  wouldRaise: z.object({ count: number, newest: z.array(z.iso.datetime()).max(50) }),
  /** Alerts raised in the measured time, and their verdicts. */
  raised: judged,
  /** Those that would have been raised as well. */
  retained: judged,
  /** Number that would have been raised in addition. */
  added: number,
  limits: z.array(whatIfLimit),
})
export type WhatIf = z.infer<typeof whatIf>

export const whatIfEndpoints = {
  'cameraApp.whatIf': endpoint({
    method: 'POST',
    path: 'camera/app/tryout/nights/:cameraId/:appCode',
    access: ADMINS,
    whileBound: 'within-units',
    summary:
      'What an app of a camera would have raised in the last 14 days with these settings, against what was raised.',
    params: z.strictObject({ cameraId: z.uuid(), appCode: alertAppCode }),
    body: z.strictObject({
      settings: appSettings,
      /** Null: always. */
      schedule: schedule.nullable(),
    }),
    response: whatIf,
    lasting: true,
  }),
}

/** `schedule`: by the wall clock of `timezone`; null: always on. */
export type WhatIfRule = { settings: HubAppSettings; schedule: Week | null; timezone: string }

/** Takes blocks in order of time, and returns the second in which each alert would have begun; of a bed exit that waits, when it began. */
export type Replay = (block: ReplayBlock) => number[]

/** The replay of an app. Settings that are not in the log are taken as they were. */
export function replayOf({ settings, schedule, timezone }: WhatIfRule): Replay {
  const isOn = gateOf(schedule, timezone)
  if (settings.appCode === 'A003') return motionReplay(settings, isOn)
  if (settings.appCode === 'A006' && settings.notBackWithinMinutes > 0) return notBackReplay(settings, isOn, timezone)
  const app = PEOPLE_APP_CODES.find((code) => code === settings.appCode)!
  const mark = markOf(app, settings.sensitivity)
  let raisedSecond = Number.NEGATIVE_INFINITY
  return ({ firstSecond, count, marks }) => {
    const raised: number[] = []
    for (let index = 0; index < count; index++) {
      if (!(marks[index]! & mark)) continue
      const second = firstSecond + index
      if (!isOn(second * 1000) || second - raisedSecond < settings.snoozeSeconds) continue
      raisedSecond = second
      raised.push(second)
    }
    return raised
  }
}

/** Time in the bed after which the resident is back, as in hub/src/detectors/not-back.ts. */
const BACK_SECONDS = 20
/** The state of a reliable second with somebody in the bed. */
const IN_BED = 1 + 2 * BED_STATES.indexOf('occupied')

type BedExit = Extract<HubAppSettings, { appCode: 'A006' }>

/** Exits of which the resident was not back in time. The log has every exit, and each second in bed. */
function notBackReplay(settings: BedExit, isOn: (atMs: number) => boolean, timezone: string): Replay {
  const mark = markOf('A006', settings.sensitivity)
  const waitSeconds = settings.notBackWithinMinutes * 60
  const isHour = gateOf(notBackWeek(settings.notBackFromMinute, settings.notBackToMinute), timezone)
  let waiting: number | null = null
  let inBed = 0
  let raisedSecond = Number.NEGATIVE_INFINITY
  return ({ firstSecond, count, states, marks }) => {
    const raised: number[] = []
    const raise = (exit: number, second: number) => {
      if (second - raisedSecond < settings.snoozeSeconds) return
      raisedSecond = second
      raised.push(exit)
    }
    for (let index = 0; index < count; index++) {
      const second = firstSecond + index
      const isFound = (marks[index]! & mark) !== 0 && isOn(second * 1000)
      inBed = states[index] === IN_BED && !isFound ? inBed + 1 : 0
      if (inBed >= BACK_SECONDS) waiting = null
      if (waiting !== null && second - waiting >= waitSeconds) {
        raise(waiting, second)
        waiting = null
      }
      if (!isFound || waiting !== null) continue
      if (isHour(second * 1000)) waiting = second
      else raise(second, second)
    }
    return raised
  }
}

/**
 * As in hub/src/detectors/motion.ts in ms, here in full seconds: durations between two seconds are rounded either way.
 */
const GAP_SECONDS = 1
const STILL_SECONDS = 60
const MOVING_UNITS = 0.001 * SHARE_UNIT

function motionReplay(settings: Extract<HubAppSettings, { appCode: 'A003' }>, isOn: (atMs: number) => boolean): Replay {
  const { pixelChangePercent, motionDurationSeconds, snoozeSeconds } = settings
  const changedUnits = (pixelChangePercent / 100) * SHARE_UNIT
  let began: number | null = null
  let changed = 0
  let moved = 0
  let isRaised = false
  let raisedSecond = Number.NEGATIVE_INFINITY
  return ({ firstSecond, count, states, changedShare, movingShare }) => {
    const raised: number[] = []
    for (let index = 0; index < count; index++) {
      const second = firstSecond + index
      const isChanged = changedShare[index]! >= changedUnits
      const isMoving = movingShare[index]! >= MOVING_UNITS
      if (isChanged) changed = second
      if (isChanged && isMoving) moved = second
      const isBroken = states[index]! % 2 === 0 || !isOn(second * 1000)
      const isOver = second - changed > GAP_SECONDS || second - moved > STILL_SECONDS
      if (isBroken || isOver || (began === null && !(isChanged && isMoving))) {
        began = null
        isRaised = false
        continue
      }
      began ??= second
      const isLong = isChanged && second - began >= motionDurationSeconds
      if (isRaised || !isLong || second - raisedSecond < snoozeSeconds) continue
      isRaised = true
      raisedSecond = second
      raised.push(began)
    }
    return raised
  }
}

/** An alert and a replayed one within this many seconds are the same. */
const SAME_SECONDS = 10

/** Which of the alerts (seconds, ascending) would have been raised too; each replayed one matches one alert. */
export function retainedOf(
  raised: readonly number[],
  replayed: readonly number[],
): { isRetained: boolean[]; added: number } {
  const isRetained: boolean[] = []
  let next = 0
  for (const second of raised) {
    while (next < replayed.length && replayed[next]! < second - SAME_SECONDS) next++
    const isSame = next < replayed.length && replayed[next]! <= second + SAME_SECONDS
    isRetained.push(isSame)
    if (isSame) next++
  }
  return { isRetained, added: replayed.length - isRetained.filter(Boolean).length }
}
