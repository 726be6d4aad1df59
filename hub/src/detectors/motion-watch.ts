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
export type MotionWatch = { settings: MotionSettings; schedule: Week | null; timezone: string }
export type MotionJudge = (
  state: MotionState,
  frame: MotionFrame,
) => { state: MotionState; incidents: MotionIncident[] }

/** Frames in a row without the app beginning anew between them, and its state before the first. */
export type MotionRun = { before: MotionState; frames: readonly MotionFrame[] }

/** Judges frame by frame. While the schedule is off nothing counts: motion that lasts until it turns on begins there. */
export function judgeOf({ settings, schedule, timezone }: MotionWatch): MotionJudge {
  const isOn = gateOf(schedule, timezone)
  return (state, frame) =>
    isOn(frame.atMs)
      ? stepMotion(state, settings, frame)
      : { state: { ...motionStart, reason: 'not-scheduled' }, incidents: [] }
}

/**
 * What this watch would have raised. With the one that was in force, exactly what was raised. The first run may begin in
 * the middle of an episode: its state knows what had been raised.
 */
export function replayMotion(runs: Iterable<MotionRun>, watch: MotionWatch): MotionIncident[] {
  const judge = judgeOf(watch)
  const raised: MotionIncident[] = []
  for (const { before, frames } of runs) {
    let state = before
    for (const frame of frames) {
      const step = judge(state, frame)
      state = step.state
      raised.push(...step.incidents)
    }
  }
  return raised
}
