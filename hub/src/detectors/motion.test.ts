import { describe, expect, test } from 'vitest'
import { type MotionFrame, type MotionIncident, type MotionReason, motionStart, stepMotion } from './motion.ts'

const settings = { pixelChangePercent: 2, motionDurationSeconds: 1, snoozeSeconds: 10 }
const FRAME_MS = 200
const box = { x: 0.4, y: 0.3, width: 0.1, height: 0.4 }

type Look = Omit<MotionFrame, 'atMs'>
const empty: Look = { isReliable: true, changedShare: 0, movingShare: 0, boxes: [] }
const walking: Look = { isReliable: true, changedShare: 0.05, movingShare: 0.02, boxes: [box] }
const standing: Look = { ...walking, movingShare: 0 }
const tooSmall: Look = { ...walking, changedShare: 0.019 }
const learning: Look = { ...empty, isReliable: false }

/** Plays each look for its number of seconds, five frames a second from 0 on. */
function play(scenes: [seconds: number, look: Look][], with_ = settings) {
  let state = motionStart
  let atMs = 0
  const incidents: MotionIncident[] = []
  const reasons: MotionReason[] = []
  for (const [seconds, look] of scenes) {
    for (let i = 0; i < seconds * 5; i++, atMs += FRAME_MS) {
      const step = stepMotion(state, with_, { atMs, ...look })
      state = step.state
      incidents.push(...step.incidents)
      if (reasons.at(-1) !== state.reason) reasons.push(state.reason)
    }
  }
  return { raisedFor: incidents.map((incident) => incident.occurredAtMs), incidents, reasons }
}

describe('A003 motion', () => {
  test('a person walking in is one alert, dated when the motion began, with its place', () => {
    const { incidents, reasons } = play([
      [2, empty],
      [5, walking],
      [2, empty],
    ])
    expect(incidents).toEqual([{ appCode: 'A003', reason: 'motion-confirmed', occurredAtMs: 2000, boxes: [box] }])
    expect(reasons).toEqual(['quiet', 'too-short', 'motion-confirmed', 'already-raised', 'quiet'])
  })

  test('motion shorter than asked for does not count', () => {
    expect(
      play([
        [2, empty],
        [0.8, walking],
        [5, empty],
      ]).raisedFor,
    ).toEqual([])
  })

  test('two short motions with a pause between them do not add up', () => {
    expect(
      play([
        [0.8, walking],
        [2, empty],
        [0.8, walking],
        [2, empty],
      ]).raisedFor,
    ).toEqual([])
  })

  test('a gap of half a second does not interrupt a motion', () => {
    expect(
      play([
        [0.8, walking],
        [0.4, empty],
        [2, walking],
      ]).raisedFor,
    ).toEqual([0])
  })

  test('change below the threshold is quiet, change equal to it counts', () => {
    expect(play([[5, tooSmall]])).toMatchObject({ raisedFor: [], reasons: ['quiet'] })
    expect(play([[5, { ...walking, changedShare: 0.02 }]]).raisedFor).toEqual([0])
  })

  test('without a minimum duration the first frame raises the alert', () => {
    expect(play([[1, walking]], { ...settings, motionDurationSeconds: 0 }).raisedFor).toEqual([0])
  })

  test('a person standing still for half a minute stays the same alert', () => {
    expect(
      play([
        [3, walking],
        [30, standing],
        [3, walking],
      ]).raisedFor,
    ).toEqual([0])
  })

  test('a visit within the snooze is not raised unless it outlasts the snooze', () => {
    expect(
      play([
        [2, walking],
        [2, empty],
        [3, walking],
        [20, empty],
      ]).raisedFor,
    ).toEqual([0])
    const { raisedFor, reasons } = play([
      [2, walking],
      [2, empty],
      [20, walking],
    ])
    expect(raisedFor).toEqual([0, 4000])
    expect(reasons).toContain('snoozed')
  })

  test('a second visit after the snooze is a second alert', () => {
    expect(
      play([
        [2, walking],
        [15, empty],
        [2, walking],
      ]).raisedFor,
    ).toEqual([0, 17_000])
  })

  test('a moved chair ends its episode after a minute, and the next person is detected', () => {
    const { raisedFor, reasons } = play([
      [3, walking],
      [70, standing],
      [3, walking],
    ])
    expect(raisedFor).toEqual([0, 73_000])
    expect(reasons).toContain('still')
  })

  test('nothing is raised while the background is learned, and earlier motion does not count', () => {
    const { raisedFor, reasons } = play([
      [0.8, walking],
      [1, learning],
      [0.8, walking],
      [2, empty],
    ])
    expect(raisedFor).toEqual([])
    expect(reasons).toContain('view-not-reliable')
  })
})
