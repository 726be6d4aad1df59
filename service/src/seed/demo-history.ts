/** 90 days of alerts in the rhythm of a care home, from chance alone: no rows, no clock. */

import { APPS } from '@mimamori/contract/shared/app-catalogue.ts'
import type { AlertAppCode, AlertSeverity } from '@mimamori/contract/shared/apps.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import type { Detection } from '@mimamori/contract/shared/geometry.ts'
import { type Chance, chanceOf, seededId } from './chance.ts'
import type { CameraPlan, Resident } from './demo-parts.ts'
import { pauseSecondsOf, SHIFTS } from './demo-plan.ts'

export const HISTORY_DAYS = 90
/** Japan has had no summer time since 1952, and the demo's sites are all there. */
const JAPAN_OFFSET_MS = 9 * HOUR_MS
const SERVICE_DELAY_MS = 700

export type StaffMember = { userId: string; name: string; shift: string }

export type PastAlert = {
  id: string
  cameraKey: string
  appCode: AlertAppCode
  severity: AlertSeverity
  occurredAt: Date
  createdAt: Date
  detections: readonly Detection[]
  /** Whether the room was dark, for its image. */
  isNight: boolean
  seen: { by: StaffMember; at: Date } | null
  verdict: { of: 'real' | 'false-alarm' | 'unsure'; at: Date } | null
  archivedAt: Date | null
}

type Moment = { appCode: AlertAppCode; at: Date }
type HistoryOptions = {
  seed: string
  now: Date
  cameras: readonly CameraPlan[]
  staff: readonly StaffMember[]
}

/** Alerts of the cameras in the 90 days before `now`, oldest first. */
export function pastAlerts({ seed, now, cameras, staff }: HistoryOptions): PastAlert[] {
  return cameras
    .filter((camera) => camera.state?.lastSeenHoursAgo !== null)
    .flatMap((camera) => {
      const chance = chanceOf(seed, 'alerts', camera.key)
      const endsAt = new Date(now.getTime() - (camera.state?.lastSeenHoursAgo ?? 0) * HOUR_MS)
      return momentsOf(camera, now, chance)
        .filter(({ at }) => at < endsAt && at.getTime() > now.getTime() - HISTORY_DAYS * DAY_MS)
        .filter(({ at }) => !camera.isDemo || !isHubAway(now, at.getTime()))
        .map((moment, index) => toAlert(camera, moment, { seed, now, staff, chance, index }))
    })
    .sort((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime())
}

/** The night in which the line of the demo's hub was down: no alert, nothing measured. Hours after midnight. */
const AWAY = { daysAgo: 9, fromHour: -2.3, toHour: 4.9 } as const

/** Whether the demo's hub was away at that time. */
export function isHubAway(now: Date, atMs: number): boolean {
  const day = midnight(now, AWAY.daysAgo)
  return atMs >= day + AWAY.fromHour * HOUR_MS && atMs < day + AWAY.toHour * HOUR_MS
}

/** Midnight in Japan, `daysAgo` days before the day of `now`. */
export function midnight(now: Date, daysAgo: number): number {
  const local = now.getTime() + JAPAN_OFFSET_MS
  return local - (local % DAY_MS) - JAPAN_OFFSET_MS - daysAgo * DAY_MS
}

/** Minutes since midnight in Japan. */
export function minuteOfDay(at: Date): number {
  return Math.floor(((((at.getTime() + JAPAN_OFFSET_MS) % DAY_MS) + DAY_MS) % DAY_MS) / MINUTE_MS)
}

function momentsOf(camera: CameraPlan, now: Date, chance: Chance): Moment[] {
  const moments: Moment[] = []
  for (let daysAgo = HISTORY_DAYS; daysAgo >= 0; daysAgo--) {
    const day = midnight(now, daysAgo)
    const add = (appCode: AlertAppCode, hour: number) => moments.push({ appCode, at: new Date(day + hour * HOUR_MS) })
    if (camera.resident) dayOfRoom(camera.resident, daysAgo, chance, add)
    else if (camera.locationType !== 'ROOM') dayOfCorridor(chance, add)
  }
  const latest = camera.isDemo ? latestOf(camera.key, now) : []
  return withoutRepeats(camera, [...moments.filter(({ at }) => isBeforeLatest(at, now)), ...latest])
}

/** All older alerts have been read by then, at the latest when somebody marked all as read. */
export const LATEST_MS = HOUR_MS
/** What a visitor finds first: the last hour is written by hand, and the fall in it waits for somebody. */
const LATEST: readonly (readonly [cameraKey: string, appCode: AlertAppCode, minutesAgo: number])[] = [
  ['room-203', 'A005', 6],
  ['room-206', 'A006', 19],
  ['room-203', 'A006', 41],
  ['room-201', 'A004', 27],
  ['hallway-2f', 'A001', 12],
  ['hallway-2f', 'A003', 34],
  ['room-207', 'A003', 48],
]

function latestOf(key: string, now: Date): Moment[] {
  return LATEST.filter(([cameraKey]) => cameraKey === key).map(([, appCode, minutesAgo]) => ({
    appCode,
    at: new Date(now.getTime() - minutesAgo * MINUTE_MS - 17_000),
  }))
}

function isBeforeLatest(at: Date, now: Date): boolean {
  return at.getTime() < now.getTime() - LATEST_MS
}

type Add = (appCode: AlertAppCode, hour: number) => void

/** Who falls at night left the bed a moment before. */
const FROM_BED_HOURS = 28 / 3600

function dayOfRoom(resident: Resident, daysAgo: number, chance: Chance, add: Add): void {
  const wake = chance.around(resident.wakesAt, 0.45)
  add('A004', wake)
  // Nights are cut at midnight: most of the restlessness is before the day begins.
  for (let left = chance.count(resident.exitsPerNight); left > 0; left--) {
    add('A006', chance.happens(0.75) ? chance.between(0, wake - 0.2) : chance.between(21.5, 24))
  }
  if (chance.happens(0.12)) add('A004', chance.between(13.5, 15.5))
  // Care rounds, meals, visits: somebody moves in the room.
  for (let left = chance.count(2.6); left > 0; left--) add('A003', daytime(chance))
  if (resident.fallDaysAgo.includes(daysAgo)) {
    const isFromBed = chance.happens(0.6)
    const hour = isFromBed ? chance.between(1, 5.5) : chance.between(9, 20)
    add('A005', hour)
    if (isFromBed) add('A006', hour - FROM_BED_HOURS)
  }
}

function dayOfCorridor(chance: Chance, add: Add): void {
  for (let left = chance.count(11); left > 0; left--) add('A003', daytime(chance))
  for (let left = chance.count(9); left > 0; left--) add('A001', daytime(chance))
  for (let left = chance.count(2.5); left > 0; left--) add('A001', chance.between(0, 5))
}

/** Around the times at which a home is busy: morning care, lunch, tea, supper. */
function daytime(chance: Chance): number {
  const centre = chance.pick([7.6, 9.8, 12, 15, 18])
  return Math.min(23.5, Math.max(5, chance.around(centre, 0.8)))
}

/** A pause begins when an alert is raised, a few seconds after its moment. */
const PAUSE_MARGIN_MS = 5_000

/** An app raises no second alert within its snooze. */
function withoutRepeats({ locationType }: CameraPlan, moments: readonly Moment[]): Moment[] {
  const lastByApp = new Map<AlertAppCode, number>()
  return moments
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
    .filter(({ appCode, at }) => {
      const last = lastByApp.get(appCode) ?? Number.NEGATIVE_INFINITY
      if (at.getTime() - last < 1000 * pauseSecondsOf(locationType, appCode) + PAUSE_MARGIN_MS) return false
      lastByApp.set(appCode, at.getTime())
      return true
    })
}

type Telling = { seed: string; now: Date; staff: readonly StaffMember[]; chance: Chance; index: number }

function toAlert(camera: CameraPlan, { appCode, at }: Moment, { seed, now, staff, chance, index }: Telling): PastAlert {
  const hour = minuteOfDay(at) / 60
  const seen = answerOf(appCode, at, { now, staff, chance })
  const isOld = at.getTime() < now.getTime() - 7 * DAY_MS
  return {
    id: seededId(at, seed, camera.key, index),
    cameraKey: camera.key,
    appCode,
    severity: APPS[appCode].severity,
    occurredAt: at,
    createdAt: new Date(at.getTime() + chance.aboutMedian(SERVICE_DELAY_MS, 0.3)),
    detections: [detectionOf(appCode, chance)],
    isNight: hour < 5.5 || hour > 20.5,
    seen,
    verdict: seen && verdictOf(appCode, seen.at, chance),
    archivedAt: seen && isOld && chance.happens(handlingOf(appCode).archived) ? new Date(at.getTime() + DAY_MS) : null,
  }
}

/**
 * `archived`: share of the older alerts that were put away. `answerMinutes`: how long staff take to look, median. `judged`:
 * share that people judge, and `wrong` of those the share that were false.
 */
type Handling = { archived: number; answerMinutes: number; judged: number; wrong: number }
const USUAL: Handling = { archived: 0.05, answerMinutes: 34, judged: 0.02, wrong: 0.1 }
const HANDLING: Partial<Record<AlertAppCode, Handling>> = {
  A003: { archived: 0.05, answerMinutes: 40, judged: 0.03, wrong: 0.2 },
  A004: { archived: 0.04, answerMinutes: 8, judged: 0.15, wrong: 0.08 },
  A005: { archived: 0.1, answerMinutes: 1.3, judged: 0.95, wrong: 0.15 },
  A006: { archived: 0.06, answerMinutes: 2.8, judged: 0.35, wrong: 0.1 },
}
const handlingOf = (appCode: AlertAppCode): Handling => HANDLING[appCode] ?? USUAL

function answerOf(appCode: AlertAppCode, at: Date, { now, staff, chance }: Omit<Telling, 'seed' | 'index'>) {
  const isLatest = !isBeforeLatest(at, now)
  const takenMs = chance.aboutMedian(handlingOf(appCode).answerMinutes, 0.6) * MINUTE_MS
  const lastMs = now.getTime() - (isLatest ? 0 : LATEST_MS)
  const seenAt = new Date(Math.min(at.getTime() + takenMs, lastMs))
  const onDuty = staff.filter(({ shift }) => isOnShift(shift, minuteOfDay(seenAt)))
  const by = chance.pick(onDuty.length > 0 ? onDuty : staff)
  return isLatest && appCode !== 'A004' ? null : { by, at: seenAt }
}

function isOnShift(name: string, minute: number): boolean {
  const shift = SHIFTS.find((each) => each.name === name)
  if (!shift) return false
  const { startMinute, endMinute } = shift
  return startMinute < endMinute
    ? minute >= startMinute && minute < endMinute
    : minute >= startMinute || minute < endMinute
}

function verdictOf(appCode: AlertAppCode, seenAt: Date, chance: Chance): PastAlert['verdict'] {
  const { judged, wrong } = handlingOf(appCode)
  if (!chance.happens(judged)) return null
  const roll = chance.share()
  const of = roll < wrong ? 'false-alarm' : roll < wrong + 0.05 ? 'unsure' : 'real'
  return { of, at: new Date(seenAt.getTime() + chance.aboutMedian(50_000, 0.5)) }
}

/** A typical box of such a detection, if no image defines it. */
function detectionOf(appCode: AlertAppCode, chance: Chance): Detection {
  const height = appCode === 'A005' ? 0.24 : 0.46
  const width = appCode === 'A005' ? 0.36 : 0.2
  const box = {
    x: chance.between(0.25, 0.55),
    y: appCode === 'A005' ? 0.62 : chance.between(0.22, 0.34),
    width,
    height,
  }
  return { box, label: appCode === 'A003' ? 'motion' : 'person', score: chance.between(0.72, 0.98) }
}
