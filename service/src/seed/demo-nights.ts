/** What the demo's cameras measured in the past two months: nights of residents with characters, days, and a hub that was away. */

import type { Measured } from '@mimamori/contract/insight/measurement.ts'
import { HOUR_MS, MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { emptyMinutes, setMinute, sumOfMinutes } from '#shared/measured.ts'
import { type Chance, chanceOf } from './chance.ts'
import { isHubAway, midnight, type PastAlert } from './demo-history.ts'
import type { CameraPlan, Resident } from './demo-parts.ts'

/** This month and the one before it. */
export const MEASURED_DAYS = 62
const HOUR_MINUTES = 60
/** Days over which a resident's nights get worse. */
const WORSE_DAYS = 35

export type PastHour = Measured & { startsAt: Date; minutes: Uint8Array }
type Options = { seed: string; now: Date; camera: CameraPlan; alerts: readonly PastAlert[] }

const OUT = 0
const ASLEEP = 1
const AWAKE = 2

/** Hours with their minutes, oldest first. */
export function pastHours({ seed, now, camera, alerts }: Options): PastHour[] {
  const chance = chanceOf(seed, 'nights', camera.key)
  const fromMs = midnight(now, MEASURED_DAYS)
  const untilMs = now.getTime() - (now.getTime() % MINUTE_MS)
  const states = new Uint8Array((untilMs - fromMs) / MINUTE_MS)
  const own = alerts.filter(({ cameraKey }) => cameraKey === camera.key)
  if (camera.resident) {
    for (let daysAgo = MEASURED_DAYS - 1; daysAgo >= 0; daysAgo--) {
      sleep(states, fromMs, { resident: camera.resident, alerts: own, now, daysAgo, chance })
    }
  }
  const hours: PastHour[] = []
  for (let startsAtMs = fromMs; startsAtMs < untilMs; startsAtMs += HOUR_MS) {
    const minutes = emptyMinutes()
    let isMeasured = false
    for (let minute = 0; minute < HOUR_MINUTES; minute++) {
      const atMs = startsAtMs + minute * MINUTE_MS
      if (atMs >= untilMs || isHubAway(now, atMs)) continue
      isMeasured = true
      const state = states[(atMs - fromMs) / MINUTE_MS]!
      setMinute({ minutes }, minute, minuteOf(state, camera, (atMs - fromMs) / MINUTE_MS, chance))
    }
    if (!isMeasured) continue
    hours.push({ startsAt: new Date(startsAtMs), ...sumOfMinutes({ minutes }), minutes })
  }
  return hours
}

type Night = { resident: Resident; alerts: readonly PastAlert[]; now: Date; daysAgo: number; chance: Chance }

/** The night that ends on the morning of that day, and the nap after lunch, consistent with the alerts. */
function sleep(states: Uint8Array, fromMs: number, { resident, alerts, now, daysAgo, chance }: Night): void {
  const dayMs = midnight(now, daysAgo)
  const { bedsAt = 21, restless = 0, isGettingWorse = false } = resident
  const worse = isGettingWorse ? Math.max(0, 1 - daysAgo / WORSE_DAYS) : 0
  const set = (from: number, to: number, state: number) =>
    states.fill(
      state,
      Math.max(0, Math.round((from - fromMs) / MINUTE_MS)),
      Math.max(0, Math.round((to - fromMs) / MINUTE_MS)),
    )
  const at = (appCode: string, from: number, to: number) =>
    alerts.filter((one) => one.appCode === appCode && one.occurredAt.getTime() >= from && one.occurredAt.getTime() < to)

  const bedMs = dayMs + (bedsAt - 24 + chance.around(1.2 * worse, 0.3)) * HOUR_MS
  const woken = at('A004', dayMs + 3 * HOUR_MS, dayMs + 10.5 * HOUR_MS)[0]
  const wakeMs = woken?.occurredAt.getTime() ?? dayMs + resident.wakesAt * HOUR_MS
  const upMs = wakeMs + chance.between(4, 22) * MINUTE_MS
  const onsetMs = bedMs + chance.aboutMedian(13 * (1 + 3 * worse), 0.35) * MINUTE_MS
  set(bedMs, upMs, AWAKE)
  set(onsetMs, wakeMs, ASLEEP)
  for (let left = chance.count(0.6 + 3 * restless + 7 * worse); left > 0; left--) {
    const from = chance.between(onsetMs, wakeMs)
    set(from, Math.min(from + chance.between(6, 24) * MINUTE_MS, upMs), AWAKE)
  }
  for (const { occurredAt } of at('A006', bedMs, upMs)) {
    const backMs = Math.min(occurredAt.getTime() + chance.between(3, 11) * MINUTE_MS, upMs)
    set(backMs, Math.min(backMs + chance.between(3, 9) * MINUTE_MS, upMs), AWAKE)
    set(occurredAt.getTime(), backMs, OUT)
  }
  const nap = at('A004', dayMs + 13 * HOUR_MS, dayMs + 16 * HOUR_MS)[0]
  if (nap) set(nap.occurredAt.getTime() - chance.between(35, 70) * MINUTE_MS, nap.occurredAt.getTime(), ASLEEP)
}

/** Nights are quiet but for turning over; rounds, meals and visits move the rest of the room. */
function minuteOf(state: number, camera: CameraPlan, minute: number, chance: Chance): Measured {
  const hour = (minute / HOUR_MINUTES) % 24
  const secondsPerson = personSeconds(state, camera, minute, hour, chance)
  const isInBed = state !== OUT
  const turns = state === AWAKE ? 0.55 : 0.025 + 0.03 * (camera.resident?.restless ?? 0)
  const mean = chance.happens(turns) ? chance.between(12, 120) : chance.between(1.6, 3.2)
  const motionInside = Math.round(60 * (isInBed ? mean : 0.8 + (secondsPerson > 20 ? chance.between(0, 25) : 0)))
  return {
    secondsObserved: 60,
    secondsBedKnown: camera.resident ? 60 : 0,
    secondsInBed: isInBed ? 60 : 0,
    secondsPerson,
    motionInside,
    motionOutside: Math.round(secondsPerson * chance.between(20, 90) + 30 * chance.share()),
    motionInBed: isInBed ? motionInside : 0,
  }
}

const MEALS = [7.5, 12, 15, 18]
/** Staff look in at these hours, for a minute or two. */
const ROUNDS = [22.5, 1.5, 4.5]

function personSeconds(state: number, { resident }: CameraPlan, minute: number, hour: number, chance: Chance): number {
  const isRound = ROUNDS.some((round) => hour >= round && hour < round + 2 / 60)
  if (state !== OUT) return isRound ? Math.round(chance.between(20, 55)) : 0
  const isMeal = MEALS.some((meal) => Math.abs(meal - hour) < 0.6)
  const isBusy = hour >= 6 && hour < 21
  // In intervals of ten minutes somebody is there or not; residents eat in the dining room.
  const isThere = (Math.imul(Math.floor(minute / 10) + 7, 2_654_435_761) >>> 8) % 100 < (isBusy ? 55 : 12)
  if (resident ? isMeal || !isThere : !isThere && !isMeal) return 0
  return Math.round(chance.between(8, 60))
}
