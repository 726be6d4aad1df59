/** Runs the apps about people within their schedules, for live frames and for replays alike. Pure. */

import type { HubAppSettings } from '@mimamori/contract/camera/app-settings.ts'
import type { Week } from '@mimamori/contract/camera/week.ts'
import { gateOf } from '@mimamori/contract/camera/week-clock.ts'
import { APPS } from '@mimamori/contract/shared/app-catalogue.ts'
import type { PeopleFrame, PeopleIncident, PeopleReason, Step } from './people-frame.ts'
import { personStart, stepPerson } from './person.ts'
import { posedBedExitStart, stepPosedBedExit } from './pose-bed-exit.ts'
import { posedFallStart, stepPosedFall } from './pose-fall.ts'
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
  /** What the wall clock says of a frame's time, where frames have a clock of their own. */
  toWall?: (atMs: number) => number
}

/**
 * Judges the frames of one app on one bed, or on the whole picture, in their order. `wantsLook`: inference by the operator's
 * own model on this frame would help; `wantsPose`: by the pose model.
 */
export type PeopleJudge = (frame: PeopleFrame) => {
  incidents: PeopleIncident[]
  reason: PeopleReason
  wantsLook: boolean
  wantsPose: boolean
}

/** Every app but A003, which judges pixels and not people. */
export const isAboutPeople = (settings: HubAppSettings): settings is PeopleSettings => settings.appCode !== 'A003'

/** Whether an app watches one bed of the camera at a time. */
export const isAboutBed = ({ appCode }: PeopleSettings): boolean => APPS[appCode].isAboutBed

/** Its state is reset whenever the schedule turns off. */
export function judgeOfPeople({
  settings,
  schedule,
  timezone,
  raisedAtMs = null,
  toWall = asItIs,
}: PeopleRule): PeopleJudge {
  const isOn = gateOf(schedule, timezone)
  let judge = steps(settings, raisedAtMs)
  return (frame) => {
    if (isOn(toWall(frame.atMs))) return judge(frame)
    judge = steps(settings, raisedAtMs)
    return { incidents: [], reason: 'not-scheduled', wantsLook: false, wantsPose: false }
  }
}

const asItIs = (atMs: number) => atMs

function steps(settings: PeopleSettings, raisedAtMs: number | null): PeopleJudge {
  switch (settings.appCode) {
    case 'A001':
      return walk({ ...personStart, raisedAtMs }, (state, frame) => stepPerson(state, settings, frame))
    case 'A004':
      return walk(posedWakeUpStart(raisedAtMs), (state, frame) => stepPosedWakeUp(state, settings, frame))
    case 'A005':
      return walk(posedFallStart(raisedAtMs), (state, frame) => stepPosedFall(state, settings, frame))
    case 'A006':
      return walk(posedBedExitStart(raisedAtMs), (state, frame) => stepPosedBedExit(state, settings, frame))
  }
}

function walk<State extends { reason: PeopleReason; wantsLook?: boolean; wantsPose?: boolean }>(
  start: State,
  step: (state: State, frame: PeopleFrame) => Step<State, PeopleIncident>,
): PeopleJudge {
  let state = start
  return (frame) => {
    const next = step(state, frame)
    state = next.state
    const { reason, wantsLook = false, wantsPose = false } = state
    return { incidents: next.incidents, reason, wantsLook, wantsPose }
  }
}
