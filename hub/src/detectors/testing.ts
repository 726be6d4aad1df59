// People in tests: who is where, frame by frame, five frames a second.
import type { Person } from '#vision/body/person.ts'
import type { PeopleFrame } from './people-frame.ts'

export const FRAME_MS = 200

/** A person of the resident's size at the right side of the bed, with changes. */
export function someone(changes: Partial<Person> = {}): Person {
  return {
    id: 1,
    posture: 'standing',
    box: { x: 0.4, y: 0.3, width: 0.1, height: 0.4 },
    x: 1.2,
    y: 1,
    heightM: 1.56,
    fitShare: 0.8,
    isSeen: true,
    stirShare: 0.5,
    bedShare: 0,
    leftShare: 0,
    rightShare: 1,
    isFromBed: false,
    ...changes,
  }
}

/** Upright on the mattress. */
export const sittingInBed = (changes: Partial<Person> = {}): Person =>
  someone({ posture: 'in-bed', bedShare: 1, rightShare: 0, heightM: 1.32, isFromBed: true, ...changes })

export type Look = Partial<Omit<PeopleFrame, 'atMs'>>

/** Plays views for a number of seconds each, from 0 ms on; returns the incidents' times and each change of reason. */
export function play<State extends { reason: string }>(
  start: State,
  step: (state: State, frame: PeopleFrame) => { state: State; incidents: { occurredAtMs: number }[] },
  looks: readonly (readonly [seconds: number, look: Look])[],
) {
  let state = start
  let atMs = 0
  const datedMs: number[] = []
  const raisedMs: number[] = []
  const reasons: string[] = []
  for (const [seconds, look] of looks) {
    for (let i = 0; i < Math.round(seconds * 5); i++, atMs += FRAME_MS) {
      const next = step(state, { atMs, isReliable: true, people: [], figures: [], movingShare: 0, ...look })
      state = next.state
      datedMs.push(...next.incidents.map(({ occurredAtMs }) => occurredAtMs))
      raisedMs.push(...next.incidents.map(() => atMs))
      if (reasons.at(-1) !== state.reason) reasons.push(state.reason)
    }
  }
  return { datedMs, raisedMs, reasons }
}
