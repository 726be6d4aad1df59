/**
 * What residents do in a busy night, as a sequence that follows from a seed: who leaves the bed, who falls, who is back in bed
 * and when. Requirement NIGHT-07.
 */
import { chanceOf } from '@mimamori/service/seed/chance.ts'

/** Alarms an hour of the whole house. */
const ALARMS_PER_HOUR = 40
const HOUR_MS = 60 * 60_000
const FALL_SHARE = 0.08
const WAKE_UP_SHARE = 0.2
/** Rooms of restless residents: each raises as many alarms as six others. */
const RESTLESS_SHARE = 0.1
const RESTLESS_WEIGHT = 6
/** Falls that follow a bed exit of the same room. */
const FALL_AFTER_EXIT_SHARE = 0.5
/** Residents who find back into bed alone; the others wait for somebody. */
const BACK_ALONE_SHARE = 0.65
const BACK_AFTER_MS = { median: 90_000, spread: 0.6 }
const FALL_AFTER_MS = { least: 10_000, most: 40_000 }

export type NightKind = 'bed-exit' | 'wake-up' | 'fall'

/** One thing that happens. `room`: index. `backAfterMs`: time until the resident is in bed again without help; null: needs help. */
export type Incident = { atMs: number; room: number; kind: NightKind; backAfterMs: number | null }

/**
 * The incidents of a night in order of time, without end; `atMs` counts from its start. The same words give the same night.
 * Intervals are exponential, so that several come at once and there are calm minutes.
 */
export function* nightOf(rooms: number, ...words: string[]): Generator<Incident, never> {
  const chance = chanceOf('night', rooms, ...words)
  const weighted = Array.from({ length: rooms }, (_, room) =>
    Array.from({ length: room < rooms * RESTLESS_SHARE ? RESTLESS_WEIGHT : 1 }, () => (room * 7) % rooms),
  ).flat()
  const upcoming: Incident[] = []
  for (let atMs = 0; ; ) {
    atMs += -Math.log(1 - chance.share()) * (HOUR_MS / ALARMS_PER_HOUR)
    while (upcoming.length > 0 && upcoming[0]!.atMs <= atMs) yield upcoming.shift()!
    const room = chance.pick(weighted)
    const isFall = chance.happens(FALL_SHARE)
    if (isFall && !chance.happens(FALL_AFTER_EXIT_SHARE)) {
      yield { atMs, room, kind: 'fall', backAfterMs: null }
      continue
    }
    const kind = !isFall && chance.happens(WAKE_UP_SHARE) ? 'wake-up' : 'bed-exit'
    const isBack = !isFall && chance.happens(BACK_ALONE_SHARE)
    const backAfterMs = isBack ? Math.round(chance.aboutMedian(BACK_AFTER_MS.median, BACK_AFTER_MS.spread)) : null
    yield { atMs, room, kind, backAfterMs }
    if (!isFall) continue
    const fallAtMs = atMs + chance.between(FALL_AFTER_MS.least, FALL_AFTER_MS.most)
    upcoming.push({ atMs: fallAtMs, room, kind: 'fall', backAfterMs: null })
    upcoming.sort((a, b) => a.atMs - b.atMs)
  }
}
