/**
 * What would keep an alert from arriving tonight: rules without a database. Requirement PROOF-01; domain.md "Proof of
 * the alert path".
 */
import type { CoverageProblem } from '@mimamori/contract/alerting/coverage.ts'
import type { Schedule } from '@mimamori/contract/camera/schedule.ts'
import { VIEW_ERRORS, type ViewError } from '@mimamori/contract/camera/view-lists.ts'
import { weekOf } from '@mimamori/contract/camera/week.ts'
import { gateOf } from '@mimamori/contract/camera/week-clock.ts'
import { HUB_OFFLINE_AFTER_SECONDS } from '@mimamori/contract/fleet/heartbeat.ts'
import type { Reachable } from './coverage.queries.ts'

const MINUTE_MS = 60_000
/** Time without a passed test incident that counts as a gap. */
export const GAP_MS = 120 * MINUTE_MS
/** The night by the site's clock, minutes of the day. */
const NIGHT = { startMinute: 22 * 60, endMinute: 6 * 60 }
const DAY_MINUTES = 24 * 60
const NIGHTS = weekOf([
  { startMinute: 0, endMinute: NIGHT.endMinute },
  { startMinute: NIGHT.startMinute, endMinute: DAY_MINUTES },
])
const STEP_MS = 15 * MINUTE_MS
/** The end of the next night is always within this time. */
const LOOK_AHEAD_MS = 36 * 60 * MINUTE_MS

export type PathFacts = {
  isOn: boolean
  status: string
  reasonCode: string | null
  roomReason: string | null
  /** Its process on the hub was lost within a day. */
  isWorkerLost: boolean
  heardAt: Date | null
  passedAt: Date | null
  timezone: string
  /** An active detection has no bed region. */
  awaitsBed: boolean
  /** Schedules of the active detections; null: always on. */
  schedules: readonly (Schedule | null)[]
  recipients: number
  people: readonly (Pick<Reachable, 'hasProvenDevice' | 'hasRefused' | 'shifts'> & { hasPush: boolean })[]
  /** The site has people in shifts. */
  hasShifts: boolean
}

/** The most serious first. */
export function problemsOf(facts: PathFacts, now: Date): CoverageProblem[] {
  return [...signalProblems(facts, now), ...peopleProblems(facts)].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))
}

const ORDER: readonly CoverageProblem[] = [
  ...(['camera-off', 'hub-away', 'no-picture', 'app-off', 'no-subscriber', 'bed-missing', 'not-proven'] as const),
  ...VIEW_ERRORS,
  'pose-late',
  'worker-lost',
  ...(['out-of-schedule', 'nobody-on-duty', 'push-refused', 'no-push', 'device-not-proven'] as const),
]

/** Problems between the camera and the service. A camera that is off has no other problem. */
function signalProblems(facts: PathFacts, now: Date): CoverageProblem[] {
  if (!facts.isOn) return ['camera-off']
  const heardMs = facts.heardAt?.getTime() ?? Number.NEGATIVE_INFINITY
  const isAway = now.getTime() - heardMs > HUB_OFFLINE_AFTER_SECONDS * 1_000
  const isStale = facts.passedAt === null || now.getTime() - facts.passedAt.getTime() >= GAP_MS
  return [
    ...(isAway ? (['hub-away'] as const) : facts.status === 'Online' ? [] : (['no-picture'] as const)),
    ...(isStale ? (['not-proven'] as const) : []),
    ...VIEW_ERRORS.filter((code) => isAbout(code, facts)),
    ...(facts.reasonCode === 'pose-late' ? (['pose-late'] as const) : []),
    ...(facts.isWorkerLost ? (['worker-lost'] as const) : []),
    ...(facts.awaitsBed ? (['bed-missing'] as const) : []),
    ...(facts.schedules.length === 0 ? (['app-off'] as const) : []),
    ...(facts.schedules.length > 0 && !coversNight(facts, now) ? (['out-of-schedule'] as const) : []),
  ]
}

/** A room is briefly dark every evening; the camera's own status follows after half a minute. */
function isAbout(code: ViewError, { reasonCode, roomReason }: PathFacts): boolean {
  // A camera that did not return after somebody had turned it.
  if (code === 'view-changed' && reasonCode === 'home-failed') return true
  return reasonCode === code || roomReason === code
}

/** Problems between the service and the people. */
function peopleProblems({ recipients, people, hasShifts }: PathFacts): CoverageProblem[] {
  if (recipients === 0) return ['no-subscriber']
  if (people.length === 0) return ['no-push', 'device-not-proven']
  const hasPush = people.some((person) => person.hasPush)
  const isRefused = people.some(({ hasRefused }) => hasRefused)
  return [
    ...(hasShifts && !people.some(({ shifts }) => shifts.some(isAtNight)) ? (['nobody-on-duty'] as const) : []),
    ...(hasPush ? [] : isRefused ? (['push-refused'] as const) : (['no-push'] as const)),
    ...(people.some(({ hasProvenDevice }) => hasProvenDevice) ? [] : (['device-not-proven'] as const)),
  ]
}

/** Whether at least one detection runs at each moment of the current or next night. */
function coversNight({ schedules, timezone }: PathFacts, now: Date): boolean {
  if (schedules.includes(null)) return true
  const isNight = gateOf(NIGHTS, timezone)
  const gates = schedules.map((schedule) => gateOf(schedule, timezone))
  let hasBegun = false
  for (let atMs = now.getTime(); atMs < now.getTime() + LOOK_AHEAD_MS; atMs += STEP_MS) {
    if (isNight(atMs)) {
      hasBegun = true
      if (!gates.some((isOn) => isOn(atMs))) return false
    } else if (hasBegun) return true
  }
  return true
}

/** An end at or before the start is on the next day. */
function isAtNight({ startMinute, endMinute }: { startMinute: number; endMinute: number }): boolean {
  const end = endMinute <= startMinute ? endMinute + DAY_MINUTES : endMinute
  const nights = [NIGHT.startMinute - DAY_MINUTES, NIGHT.startMinute]
  return nights.some((from) => startMinute < from + 8 * 60 && end > from)
}
