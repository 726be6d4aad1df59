/** A003 motion detector: something moves in the watched region for long enough. Pure: frames in, incidents out, no clock, no I/O. */
import type { Box } from '@mimamori/contract/shared/geometry.ts'

/** One analysed frame. `atMs`: capture time, ms since the epoch. The rest as in `RegionView`. */
export type MotionFrame = {
  atMs: number
  isReliable: boolean
  changedShare: number
  movingShare: number
  boxes: readonly Box[]
}

export type MotionSettings = {
  /** Share of the region's pixels that must differ from the background, in per cent. */
  pixelChangePercent: number
  /** Seconds of uninterrupted motion before it counts. */
  motionDurationSeconds: number
  /** No second incident within this time. */
  snoozeSeconds: number
}

/** Result of the last frame; a stable key for logs, tests and the incident's reason. */
export type MotionReason =
  /** Its schedule is off. */
  | 'not-scheduled'
  /** The background is being learned. */
  | 'view-not-reliable'
  /** Less change than the threshold. */
  | 'quiet'
  /** Enough pixels differ, but nothing has moved since the last episode: an object was put there. */
  | 'still'
  /** It moves, but not yet long enough. */
  | 'too-short'
  /** Long enough, but an incident was raised a moment ago. */
  | 'snoozed'
  /** Part of an episode that was already raised. */
  | 'already-raised'
  /** Raised with this frame. */
  | 'motion-confirmed'

export type MotionState = {
  /** Start of the current motion; null without motion. */
  beganAtMs: number | null
  /** The last frame with enough change. */
  changedAtMs: number
  /** The last frame in which something moved. */
  movedAtMs: number
  isRaised: boolean
  /** When the last incident was raised; null before the first. */
  raisedAtMs: number | null
  reason: MotionReason
}

export type MotionIncident = {
  appCode: 'A003'
  reason: 'motion-confirmed'
  /** When the motion began, not when it had lasted long enough. */
  occurredAtMs: number
  boxes: readonly Box[]
}

export const motionStart: MotionState = {
  beganAtMs: null,
  changedAtMs: 0,
  movedAtMs: 0,
  isRaised: false,
  raisedAtMs: null,
  reason: 'quiet',
}

/** A gap this long ends the motion; shorter ones are a frame or two in which a person blends with the wall. */
export const GAP_MS = 1000
/** Time without movement after which a figure counts as an object, until it moves again. */
const STILL_MS = 60_000
/** Minimum moving share of the region; less is noise. */
const MOVING_SHARE_MIN = 0.001

/**
 * Raises one incident for each episode of motion: from the first frame with enough change until `GAP_MS` without change, or
 * `STILL_MS` without movement. An episode that outlasts the snooze of the one before is raised then.
 */
export function stepMotion(
  before: MotionState,
  settings: MotionSettings,
  frame: MotionFrame,
): { state: MotionState; incidents: MotionIncident[] } {
  const judged = judge(before, settings, frame)
  if (judged.reason !== 'motion-confirmed') return { state: judged, incidents: [] }
  const occurredAtMs = judged.beganAtMs ?? frame.atMs
  const incident: MotionIncident = { appCode: 'A003', reason: judged.reason, occurredAtMs, boxes: frame.boxes }
  return { state: { ...judged, isRaised: true, raisedAtMs: frame.atMs }, incidents: [incident] }
}

function judge(before: MotionState, settings: MotionSettings, frame: MotionFrame): MotionState {
  if (!frame.isReliable) return { ...before, beganAtMs: null, isRaised: false, reason: 'view-not-reliable' }

  const isChanged = frame.changedShare * 100 >= settings.pixelChangePercent
  const isMoving = frame.movingShare >= MOVING_SHARE_MIN
  const changedAtMs = isChanged ? frame.atMs : before.changedAtMs
  const movedAtMs = isChanged && isMoving ? frame.atMs : before.movedAtMs
  const state = { ...before, changedAtMs, movedAtMs }

  const isOver = frame.atMs - changedAtMs > GAP_MS
  const isStill = frame.atMs - movedAtMs > STILL_MS
  const begins = before.beganAtMs === null && isChanged && isMoving
  if (isOver || isStill || (before.beganAtMs === null && !begins)) {
    return { ...state, beganAtMs: null, isRaised: false, reason: isChanged ? 'still' : 'quiet' }
  }

  const beganAtMs = before.beganAtMs ?? frame.atMs
  return { ...state, beganAtMs, reason: reasonFor({ ...state, beganAtMs }, settings, frame, isChanged) }
}

function reasonFor(
  state: MotionState & { beganAtMs: number },
  settings: MotionSettings,
  frame: MotionFrame,
  isChanged: boolean,
): MotionReason {
  if (state.isRaised) return 'already-raised'
  if (frame.atMs - state.beganAtMs < settings.motionDurationSeconds * 1000 || !isChanged) return 'too-short'
  const isSnoozed = state.raisedAtMs !== null && frame.atMs - state.raisedAtMs < settings.snoozeSeconds * 1000
  return isSnoozed ? 'snoozed' : 'motion-confirmed'
}
