/** Runs the apps about people within their schedules, for live frames and for replays alike. Pure. */

import type { HubAppSettings } from '@mimamori/contract/camera/app-settings.ts'
import { notBackWeek } from '@mimamori/contract/camera/not-back.ts'
import type { Week } from '@mimamori/contract/camera/week.ts'
import { gateOf } from '@mimamori/contract/camera/week-clock.ts'
import { APPS } from '@mimamori/contract/shared/app-catalogue.ts'
import { lookInStart, stepLookIn } from './look-in.ts'
import { notBackStart, stepNotBack, type WaitingExit } from './not-back.ts'
import type { PeopleFrame, PeopleIncident, PeopleReason, Step } from './people-frame.ts'
import { personStart, stepPerson } from './person.ts'
import { posedWakeUpStart, stepPosedWakeUp } from './pose-wake-up.ts'

export type PeopleSettings = Exclude<HubAppSettings, { appCode: 'A003' }>

/**
 * `schedule`: by the wall clock of `timezone`; null: always on. `raisedAtMs`: the last incident under earlier settings, whose
 * snooze goes on; none when left out.
 */
export type PeopleRule = {
  settings: PeopleSettings
  schedule: Week | null
  timezone: string
  raisedAtMs?: number | null
  /** A bed exit that waits for the resident's return, from earlier settings or an earlier connection. */
  waiting?: WaitingExit | null
  /** What the wall clock says of a frame's time, where frames have a clock of their own. */
  toWall?: (atMs: number) => number
}

/**
 * Judges the frames of one app on one bed, or on the whole image, in their order. `wantsLook`: inference by the operator's
 * own model on this frame would help; `wantsPose`: by the pose model.
 */
export type PeopleJudge = (frame: PeopleFrame) => {
  incidents: PeopleIncident[]
  reason: PeopleReason
  wantsLook: boolean
  wantsPose: boolean
  waiting: WaitingExit | null
}

/** Every app but A003, which judges pixels and not people. */
export const isAboutPeople = (settings: HubAppSettings): settings is PeopleSettings => settings.appCode !== 'A003'

/** Whether an app watches one bed of the camera at a time. */
export const isAboutBed = ({ appCode }: PeopleSettings): boolean => APPS[appCode].isAboutBed

/** Its state is reset whenever the schedule turns off. */
export function judgeOfPeople(rule: PeopleRule): PeopleJudge {
  const { schedule, timezone, toWall = asItIs } = rule
  const isOn = gateOf(schedule, timezone)
  let judge = steps(rule)
  return (frame) => {
    if (isOn(toWall(frame.atMs))) return judge(frame)
    judge = steps({ ...rule, waiting: null })
    return { incidents: [], reason: 'not-scheduled', wantsLook: false, wantsPose: false, waiting: null }
  }
}

const asItIs = (atMs: number) => atMs

function steps({ settings, timezone, raisedAtMs = null, waiting = null, toWall = asItIs }: PeopleRule): PeopleJudge {
  switch (settings.appCode) {
    case 'A001':
      return walk({ ...personStart, raisedAtMs }, (state, frame) => stepPerson(state, settings, frame))
    case 'A004':
      return walk(posedWakeUpStart(raisedAtMs), (state, frame) => stepPosedWakeUp(state, settings, frame))
    case 'A005':
      return walk(lookInStart(raisedAtMs), (state, frame) => stepLookIn(state, settings, frame))
    case 'A006': {
      const isHour = gateOf(notBackWeek(settings.notBackFromMinute, settings.notBackToMinute), timezone)
      return walk(notBackStart(raisedAtMs, waiting), (state, frame) =>
        stepNotBack(state, settings, frame, isHour(toWall(frame.atMs))),
      )
    }
  }
}

type Stepped = { reason: PeopleReason; wantsLook?: boolean; wantsPose?: boolean; waiting?: WaitingExit | null }

function walk<State extends Stepped>(
  start: State,
  step: (state: State, frame: PeopleFrame) => Step<State, PeopleIncident>,
): PeopleJudge {
  let state = start
  return (frame) => {
    const next = step(state, frame)
    state = next.state
    const { reason, wantsLook = false, wantsPose = false, waiting = null } = state
    return { incidents: next.incidents, reason, wantsLook, wantsPose, waiting }
  }
}
