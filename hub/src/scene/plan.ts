/** What happens in a room and when: a plan that depends on seed, room and time alone, so any moment can be asked for. */
import { pick, shareOf } from './chance.ts'
import { clockIn } from './light-level.ts'
import { CARERS, RESIDENTS } from './look.ts'
import { bedFrame, type Room } from './room.ts'
import { type Activity, asleep, type Cast, COVER, type Rest, restPose, type Story, StoryWriter } from './story.ts'
import { type StoryKind, tell } from './story-list.ts'
import type { Moment } from './track.ts'
import { smooth } from './vector.ts'

/** Each room has a story every six minutes; the rooms take turns, so that somewhere somebody walks in every minute. */
const ROUND_MS = 6 * 60_000
/** The first walk of a story begins this long after the room's minute began. */
const FIRST_WALK_S = 24
/** A restless moment in bed comes this long after the minute began. */
const RESTLESS_S = 205

export type Actor = Moment & { role: 'resident' | 'carer'; who: string }
/** A room at a moment. `stillKey`: while it stays the same, nothing has moved; null while somebody moves. */
export type SceneState = { actors: Actor[]; blanketTopM: number; stillKey: string | null }
export type Plan = {
  at(atMs: number): SceneState
  /** Beginnings of activities in a stretch of time, in order. */
  eventsBetween(fromMs: number, toMs: number): { activity: Activity; atMs: number }[]
}

type Chapter = { startMs: number; endMs: number; story: Story; from: Rest; to: Rest }
type Round = { main: Chapter; restless: Chapter | null; sides: readonly [number, number] }

/** How each resident spends the time: weights of what they do, and how often they fall (share of their stories). */
const CHARACTERS: Record<string, { stories: Partial<Record<StoryKind, number>>; falls: number; chair: number }> = {
  'room-201': { stories: { stroll: 2, fetch: 3, bathroom: 2, check: 2 }, falls: 0.02, chair: 0.5 },
  'room-202': { stories: { stroll: 1, bathroom: 4, check: 2 }, falls: 0.03, chair: 0.35 },
  'room-203': { stories: { stroll: 2, fetch: 1, bathroom: 3, check: 2 }, falls: 0.1, chair: 0.55 },
  'room-205': { stories: { stroll: 1, fetch: 1, bathroom: 2, check: 3 }, falls: 0.03, chair: 0.3 },
  'room-206': { stories: { stroll: 2, fetch: 3, bathroom: 1, check: 2 }, falls: 0.04, chair: 0.5 },
  'room-207': { stories: { stroll: 4, fetch: 2, bathroom: 3, check: 1 }, falls: 0.02, chair: 0.45 },
}

/** The plan of a room with a bed. `turn`: its minute within the round, 0 to 5. */
export function roomPlan(room: Room, turn: number, seed: number, zone: string): Plan {
  const bed = bedFrame(room)!
  const clock = clockIn(zone)
  const character = CHARACTERS[room.key]!
  const share = (round: number) => (name: string) => shareOf(seed, room.key, round, name)
  const cast = (round: number): Cast => {
    const roll = share(round)
    return {
      room,
      bed,
      resident: RESIDENTS[room.key]!,
      carer: CARERS[Math.floor(roll('carer') * CARERS.length)]!,
      share: roll,
    }
  }
  const startOf = (round: number) => round * ROUND_MS + turn * 60_000
  /** Where the resident rests before the story of a round. */
  const restBefore = (round: number): Rest => {
    const hour = clock(startOf(round)).dayMs / 3_600_000
    const roll = shareOf(seed, room.key, round, 'rest')
    if (hour < 6.5 || hour >= 20) return roll < 0.94 ? 'bed' : 'away'
    return roll < character.chair ? 'chair' : roll < 0.86 ? 'bed' : 'away'
  }
  const side = (round: number, half: number) => Math.floor(shareOf(seed, room.key, round, half, 'side') * 3) - 1

  const rounds = new Map<number, Round>()
  const roundOf = (round: number): Round => {
    const known = rounds.get(round)
    if (known) return known
    if (rounds.size > 8) rounds.clear()
    const made = writeRound(round)
    rounds.set(round, made)
    return made
  }

  function writeRound(round: number): Round {
    const [from, to] = [restBefore(round), restBefore(round + 1)]
    const sides = [side(round, 0), side(round, 1)] as const
    const story = tell(kindOf(round, from, to), cast(round), from, to, [sides[0], sides[1]])
    const startMs = startOf(round) + (FIRST_WALK_S - story.leadS) * 1000
    const main = { startMs, endMs: startMs + story.endS * 1000, story, from, to }
    const nextSide = side(round + 1, 0)
    const stirs = to === 'bed' && (nextSide !== sides[1] || shareOf(seed, room.key, round, 'stirs') < 0.25)
    return { main, sides, restless: stirs ? restlessIn(round, sides[1], nextSide) : null }
  }

  function restlessIn(round: number, before: number, after: number): Chapter {
    const writer = new StoryWriter(cast(round)).begin('bed', before)
    if (shareOf(seed, room.key, round, 'sits up') < 0.3) writer.sitUp().lieDown(after)
    else writer.turnOver(before, after)
    const story = writer.finish()
    const startMs = startOf(round) + RESTLESS_S * 1000
    return { startMs, endMs: startMs + story.endS * 1000, story, from: 'bed', to: 'bed' }
  }

  function kindOf(round: number, from: Rest, to: Rest): StoryKind {
    const roll = share(round)
    if (from === 'away' && to === 'away') return 'check'
    if (from === 'away') return 'return'
    if (to === 'away') return 'outing'
    if (roll('falls') < character.falls) return 'fall'
    if (from !== to) return roll('direct') < 0.6 ? (to === 'bed' ? 'to-bed' : 'to-chair') : 'stroll'
    return pick(character.stories, roll('kind'))
  }

  function at(atMs: number): SceneState {
    const round = Math.floor((atMs - turn * 60_000 + 30_000) / ROUND_MS)
    // A story may begin before its round's minute and end in the next: ask the neighbours too.
    for (const number of [round, round - 1, round + 1]) {
      const { main, restless } = roundOf(number)
      for (const chapter of [main, restless]) {
        if (chapter && atMs >= chapter.startMs && atMs < chapter.endMs) return playing(chapter, atMs, cast(number))
      }
    }
    return resting(atMs, round)
  }

  function resting(atMs: number, guess: number): SceneState {
    const past = [guess + 1, guess, guess - 1].find((number) => roundOf(number).main.endMs <= atMs)!
    const { main, restless, sides } = roundOf(past)
    const lastSide = restless && atMs >= restless.endMs ? side(past + 1, 0) : sides[1]
    return atRest(cast(past), main.to, lastSide, atMs)
  }

  function eventsBetween(fromMs: number, toMs: number) {
    const first = Math.floor((fromMs - turn * 60_000) / ROUND_MS) - 1
    const last = Math.ceil((toMs - turn * 60_000) / ROUND_MS) + 1
    const found: { activity: Activity; atMs: number }[] = []
    for (let round = first; round <= last; round++) {
      const { main, restless } = writeRound(round)
      for (const chapter of [main, restless]) {
        for (const event of chapter?.story.events ?? [])
          found.push({ activity: event.activity, atMs: chapter!.startMs + event.atS * 1000 })
      }
    }
    return found.filter(({ atMs }) => atMs >= fromMs && atMs < toMs).toSorted((a, b) => a.atMs - b.atMs)
  }
  return { at, eventsBetween }
}

function atRest(cast: Cast, rest: Rest, side: number, atMs: number): SceneState {
  const atS = (atMs / 1000) % 3600
  const body = restPose(cast, rest, side, atS)
  const blanketTopM = rest === 'bed' ? COVER.asleep : COVER.off
  if (!body) return { actors: [], blanketTopM, stillKey: 'empty' }
  const stillKey = `${rest} ${side} ${body.chest.join()} ${body.nose.join()}`
  return {
    actors: [
      {
        role: 'resident',
        who: cast.room.key,
        body,
        posture: rest === 'bed' ? 'lying' : 'sitting',
        inBed: rest === 'bed',
      },
    ],
    blanketTopM,
    stillKey,
  }
}

function playing({ story, startMs, from, to }: Chapter, atMs: number, cast: Cast): SceneState {
  const atS = (atMs - startMs) / 1000
  const actors: Actor[] = []
  const resident = story.resident.at(atS) ?? restAfter(story, atS, to, from)
  if (resident) actors.push({ ...resident, role: 'resident', who: cast.room.key })
  const carer = story.carer?.at(atS)
  if (carer) actors.push({ ...carer, role: 'carer', who: String(CARERS.indexOf(story.carerLook)) })
  let blanketTopM: number = from === 'bed' ? COVER.asleep : COVER.off
  for (const step of story.blanket)
    blanketTopM += (step.topM - blanketTopM) * smooth(atS, step.atS, step.atS + step.seconds)
  return { actors, blanketTopM, stillKey: null }
}

/** While a carer is still about, a resident who is done rests. */
function restAfter({ resident }: Story, atS: number, to: Rest, from: Rest): Moment | null {
  if (
    resident.parts.length === 0 ||
    atS < resident.parts[0]!.fromS ||
    to === 'away' ||
    (from === 'away' && atS < resident.endS)
  )
    return null
  const { posture, inBed } = resident.parts.at(-1)!
  return { body: resident.last(), posture: inBed ? 'lying' : posture === 'standing' ? 'sitting' : posture, inBed }
}

/** Asleep at a second: what tests compare the plan with. */
export const sleeping = asleep
