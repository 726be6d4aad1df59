/**
 * What would keep an alert from arriving tonight: rules without a database. Requirement PROOF-01; domain.md "Proof of
 * the alert path".
 */

import type { CoverageProblem } from '@mimamori/contract/alerting/coverage.ts'
import { VIEW_ERRORS, type ViewError } from '@mimamori/contract/camera/camera-lists.ts'
import type { Schedule } from '@mimamori/contract/camera/schedule.ts'
import { weekOf } from '@mimamori/contract/camera/week.ts'
import { gateOf } from '@mimamori/contract/camera/week-clock.ts'
import { HUB_OFFLINE_AFTER_SECONDS } from '@mimamori/contract/fleet/heartbeat.ts'
import { DAY_MINUTES } from '@mimamori/contract/shared/duration.ts'
import type { Person } from '../notice.person.ts'
import type { Reachable } from './coverage.queries.ts'

const MINUTE_MS = 60_000
/** Time without a passed test incident that counts as a gap. */
export const GAP_MS = 120 * MINUTE_MS
/** The night by the site's clock, minutes of the day. */
const NIGHT = { startMinute: 22 * 60, endMinute: 6 * 60 }
const NIGHTS = weekOf([
  { startMinute: 0, endMinute: NIGHT.endMinute },
  { startMinute: NIGHT.startMinute, endMinute: DAY_MINUTES },
])
const STEP_MS = 15 * MINUTE_MS

type Span = { startMs: number; endMs: number }

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
  /** Falls are counted here and call nobody. */
  measuresFalls: boolean
  /** A contact of the nurse call for its room does not follow. */
  isContactFailing: boolean
  /** Schedules of the active detections; null: always on. */
  schedules: readonly (Schedule | null)[]
  recipients: number
  /** One of them has a device or gets e-mail. */
  isReachable: boolean
  /** Number of people whom the last round of an unanswered alarm reaches. */
  lastRound: number
  people: readonly (Pick<Reachable, 'hasProvenDevice' | 'hasRefused' | 'isRingerFailing'> &
    Pick<Person, 'hasPush' | 'hasRinger'> & { duties: readonly Span[] })[]
  /** The site has people in shifts. */
  hasShifts: boolean
}

/** The most serious first. */
export function problemsOf(facts: PathFacts, now: Date): CoverageProblem[] {
  return [...signalProblems(facts, now), ...peopleProblems(facts, now)].sort(
    (a, b) => ORDER.indexOf(a) - ORDER.indexOf(b),
  )
}

const ORDER: readonly CoverageProblem[] = [
  ...(['camera-off', 'hub-away', 'no-image', 'app-off', 'no-subscriber', 'nobody-reachable'] as const),
  ...(['bed-missing', 'not-proven'] as const),
  ...VIEW_ERRORS,
  'falls-measured',
  ...(['pose-missing', 'pose-late', 'worker-lost', 'out-of-schedule', 'chain-empty', 'nobody-on-duty'] as const),
  ...(['ringer-failing', 'contact-failing', 'input-lost', 'push-refused', 'no-push', 'device-not-proven'] as const),
]

/** Problems between the camera and the service. A camera that is off has no other problem. */
function signalProblems(facts: PathFacts, now: Date): CoverageProblem[] {
  if (!facts.isOn) return ['camera-off']
  const heardMs = facts.heardAt?.getTime() ?? Number.NEGATIVE_INFINITY
  const isAway = now.getTime() - heardMs > HUB_OFFLINE_AFTER_SECONDS * 1_000
  const isStale = facts.passedAt === null || now.getTime() - facts.passedAt.getTime() >= GAP_MS
  return [
    ...(isAway ? (['hub-away'] as const) : facts.status === 'Online' ? [] : (['no-image'] as const)),
    ...(isStale ? (['not-proven'] as const) : []),
    ...VIEW_ERRORS.filter((code) => isAbout(code, facts)),
    ...(facts.reasonCode === 'pose-missing' ? (['pose-missing'] as const) : []),
    ...(['pose-late', 'hub-slow'].includes(facts.reasonCode ?? '') ? (['pose-late'] as const) : []),
    ...(facts.isWorkerLost ? (['worker-lost'] as const) : []),
    ...(facts.measuresFalls ? (['falls-measured'] as const) : []),
    ...(facts.isContactFailing ? (['contact-failing'] as const) : []),
    ...(facts.reasonCode === 'input-lost' ? (['input-lost'] as const) : []),
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
function peopleProblems(facts: PathFacts, now: Date): CoverageProblem[] {
  const { recipients, isReachable, lastRound, people, hasShifts, timezone } = facts
  const chain: CoverageProblem[] = lastRound === 0 ? ['chain-empty'] : []
  if (recipients === 0) return ['no-subscriber', ...chain]
  if (!isReachable) return ['nobody-reachable', ...chain]
  if (people.length === 0) return ['no-push', 'device-not-proven', ...chain]
  const hasPush = people.some((person) => person.hasPush || person.hasRinger)
  const isRefused = people.some(({ hasRefused }) => hasRefused)
  const night = nightOf(timezone, now)
  const isTonight = ({ startMs, endMs }: Span) => startMs < night.endMs && endMs > night.startMs
  return [
    ...chain,
    ...(people.some(({ isRingerFailing }) => isRingerFailing) ? (['ringer-failing'] as const) : []),
    ...(hasShifts && !people.some(({ duties }) => duties.some(isTonight)) ? (['nobody-on-duty'] as const) : []),
    ...(hasPush ? [] : isRefused ? (['push-refused'] as const) : (['no-push'] as const)),
    ...(people.some(({ hasProvenDevice }) => hasProvenDevice) ? [] : (['device-not-proven'] as const)),
  ]
}

/** Whether at least one detection runs at each moment of the current or next night. */
function coversNight({ schedules, timezone }: PathFacts, now: Date): boolean {
  if (schedules.includes(null)) return true
  const gates = schedules.map((schedule) => gateOf(schedule, timezone))
  const { startMs, endMs } = nightOf(timezone, now)
  for (let atMs = startMs; atMs < endMs; atMs += STEP_MS) if (!gates.some((isOn) => isOn(atMs))) return false
  return true
}

/** What is left of the current night, or the next one, to the step. */
function nightOf(timezone: string, now: Date): Span {
  const isNight = gateOf(NIGHTS, timezone)
  let startMs = now.getTime()
  while (!isNight(startMs)) startMs += STEP_MS
  let endMs = startMs
  while (isNight(endMs)) endMs += STEP_MS
  return { startMs, endMs }
}
