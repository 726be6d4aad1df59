/** Bed occupancy for the feature log. Pure: frames in, state out. A still person leaves the foreground, and only the track is left. */

import { AWAY_M, metresFromBed, type Person, STIR_SHARE } from '#vision/body/person.ts'
import { SECOND_MS, SURE_FRAMES } from '#vision/frame-pace.ts'
import { FORGET_MS, UP_MS } from '#vision/people/pose-limits.ts'
import { IN_BED_MS, type PeopleFrame } from './people-frame.ts'
import { BED_SHARE } from './standing.ts'

export type BedPresence = {
  /** Null: unknown so far. */
  isOccupied: boolean | null
  /** The track that was at the bed in the last frames, and when: one lost there lies down. */
  atBed: { id: number; atMs: number } | null
  /** When a person from the bed was first seen away from it; null: nobody is. */
  awaySinceMs: number | null
  /** The last frame with somebody out of bed. */
  seenAtMs: number | null
  /** Stirring in the bed with nobody beside it: the last time, and how many separate seconds of late. */
  stirredAtMs: number | null
  stirs: number
  /** Since when frames could be judged. */
  sinceMs: number | null
}

export const bedPresenceStart: BedPresence = {
  isOccupied: null,
  atBed: null,
  awaySinceMs: null,
  seenAtMs: null,
  stirredAtMs: null,
  stirs: 0,
  sinceMs: null,
}

/** Distance from the bed within which somebody sits on it, meters. */
const AT_BED_M = 0.4
/** Stirs that show somebody in the bed; a blanket that slips does so once. */
const STIRS = SURE_FRAMES
const STIRS_WITHIN_MS = 60_000
/** Nobody lies without any movement for this long: then occupancy is unknown. */
const STILL_MAX_MS = 3 * 3_600_000
/** Time from the start without any movement after which the bed is empty. */
const EMPTY_MS = 45 * 60_000

/** `insideShare`: of the bed's pixels, those that moved. While the view is unreliable the last state holds. */
export function stepBedPresence(before: BedPresence, frame: PeopleFrame, insideShare: number): BedPresence {
  if (!frame.isReliable) return { ...before, atBed: null, awaySinceMs: null, stirs: 0 }
  const { atMs, people } = frame
  const state = stirred({ ...before, sinceMs: before.sinceMs ?? atMs }, frame, insideShare)
  const onBed = people.find(isOnBed)
  if (onBed) return { ...state, isOccupied: true, atBed: { id: onBed.id, atMs }, awaySinceMs: null, seenAtMs: atMs }

  const away = people.find((person) => person.isFromBed && isAway(person))
  const awaySinceMs = away ? (before.awaySinceMs ?? atMs) : null
  if (awaySinceMs !== null && atMs - awaySinceMs >= UP_MS) {
    return { ...state, isOccupied: false, awaySinceMs, atBed: null, stirs: 0, seenAtMs: atMs }
  }
  const beside = people.find(isBeside)
  const atBed = beside ? { id: beside.id, atMs } : state.atBed
  const seenAtMs = people.length > 0 ? atMs : state.seenAtMs
  const next = { ...state, awaySinceMs, atBed, seenAtMs }
  const isLost = atBed !== null && people.length === 0 && atMs - atBed.atMs >= FORGET_MS
  if (isLost) return { ...next, isOccupied: true, atBed: null }
  return { ...next, isOccupied: byStirring(next, atMs) }
}

const isOnBed = ({ posture, bedShare }: Person): boolean => posture === 'in-bed' || bedShare >= BED_SHARE
/** Standing beside the bed is out of it, sitting on its edge is not. */
const isAway = ({ x, y, posture }: Person): boolean => posture === 'standing' || metresFromBed(x, y) >= AWAY_M
/** Whether a person is about to lie down; a carer walks away again, in view. */
const isBeside = ({ x, y, posture }: Person): boolean => posture !== 'standing' && metresFromBed(x, y) < AT_BED_M

/** A visitor, or an object they left, also moves the bed: movement counts once nobody has been in view for a while. */
function stirred(state: BedPresence, { atMs, people }: PeopleFrame, insideShare: number): BedPresence {
  const isAlone = people.length === 0 && (state.seenAtMs === null || atMs - state.seenAtMs >= IN_BED_MS)
  if (insideShare < STIR_SHARE || !isAlone) return state
  const apartMs = state.stirredAtMs === null ? Number.POSITIVE_INFINITY : atMs - state.stirredAtMs
  if (apartMs < SECOND_MS) return state
  return { ...state, stirredAtMs: atMs, stirs: apartMs <= STIRS_WITHIN_MS ? state.stirs + 1 : 1 }
}

function byStirring({ isOccupied, stirs, stirredAtMs, sinceMs, seenAtMs }: BedPresence, atMs: number): boolean | null {
  if (stirs >= STIRS) return true
  const lastMs = Math.max(stirredAtMs ?? 0, seenAtMs ?? 0)
  if (isOccupied === true && atMs - Math.max(lastMs, sinceMs ?? atMs) > STILL_MAX_MS) return null
  if (isOccupied === null && lastMs === 0 && atMs - (sinceMs ?? atMs) > EMPTY_MS) return false
  return isOccupied
}
