/** Runs A003 within its schedule, for live frames and for replays alike, so that a replay repeats exactly what was raised. Pure. */
import type { Week } from '@mimamori/contract/camera/week.ts'
import { gateOf } from '@mimamori/contract/camera/week-clock.ts'
import {
  type MotionFrame,
  type MotionIncident,
  type MotionSettings,
  type MotionState,
  motionStart,
  stepMotion,
} from './motion.ts'

/** `schedule`: by the wall clock of `timezone`; null: always on. */
export type MotionWatch = {
  settings: MotionSettings
  schedule: Week | null
  timezone: string
  /** Converts a frame's time to wall-clock time, for frames with their own clock. */
  toWall?: (atMs: number) => number
}
export type MotionJudge = (
  state: MotionState,
  frame: MotionFrame,
) => { state: MotionState; incidents: MotionIncident[] }

/** Consecutive frames without a restart of the app, and the state before the first. */
export type MotionRun = { before: MotionState; frames: readonly MotionFrame[] }

/** Evaluates frame by frame. Ignores motion outside the schedule; motion that lasts into it begins with it. */
export function judgeOf({ settings, schedule, timezone, toWall = (atMs) => atMs }: MotionWatch): MotionJudge {
  const isOn = gateOf(schedule, timezone)
  return (state, frame) =>
    isOn(toWall(frame.atMs))
      ? stepMotion(state, settings, frame)
      : { state: { ...motionStart, reason: 'not-scheduled' }, incidents: [] }
}

/**
 * The incidents that this watch would have raised; with the settings then in force, exactly those that were raised.
 * The first run may begin inside an episode: its state knows whether that was raised.
 */
export function replayMotion(runs: Iterable<MotionRun>, watch: MotionWatch): MotionIncident[] {
  const judge = judgeOf(watch)
  const incidents: MotionIncident[] = []
  for (const { before, frames } of runs) {
    let state = before
    for (const frame of frames) {
      const step = judge(state, frame)
      state = step.state
      incidents.push(...step.incidents)
    }
  }
  return incidents
}
