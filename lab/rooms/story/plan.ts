/** The events of a room with their times: a plan that depends only on seed, room and time, so any moment can be computed. */
import { pick, shareOf } from '../base/chance.ts'
import { smooth } from '../base/vector.ts'
import { CARERS, type Look, RESIDENTS } from '../person/look.ts'
import type { Moment } from '../person/track.ts'
import { clockIn } from '../room/light-level.ts'
import { type BedFrame, bedFrame, type Room } from '../room/room.ts'
import { type Activity, type Cast, COVER, type Rest, restPose, type Story, StoryWriter } from './story.ts'
import { type StoryKind, tell } from './story-list.ts'

/** Each room has a story every six minutes; the rooms alternate, so that somebody enters some room every minute. */
const ROUND_MS = 6 * 60_000
/** Delay of a story's first walk after the room's minute began. */
const FIRST_WALK_S = 24
/** A restless moment in bed comes this long after the minute began. */
const RESTLESS_S = 205

export type Actor = Moment & { role: 'resident' | 'carer'; who: string }
/** A room at a moment. `stillKey`: stays the same while nothing moves; null while a person moves. */
export type SceneState = { actors: Actor[]; blanketTopM: number; stillKey: string | null }
export type Plan = {
  at(atMs: number): SceneState
  /** Starts of activities in a time range, in order. */
  eventsBetween(fromMs: number, toMs: number): { activity: Activity; atMs: number }[]
}

/** How much happens: the share of rounds, by day and by night, with a story, and of those with a restless moment in bed. */
export type Pace = { day: number; night: number; restless: number }
/** The demo's pace: an event in every round. */
const EVERY_ROUND: Pace = { day: 1, night: 1, restless: 1 }

type Chapter = { startMs: number; endMs: number; story: Story; from: Rest; to: Rest }
type Round = { main: Chapter; restless: Chapter | null; sides: readonly [number, number] }

/** How residents spend their time: weights of their stories, and how often they fall (share of their stories). */
const CHARACTERS: Record<string, { stories: Partial<Record<StoryKind, number>>; falls: number; chair: number }> = {
  'room-201': { stories: { stroll: 2, fetch: 3, bathroom: 2, check: 2 }, falls: 0.02, chair: 0.5 },
  'room-202': { stories: { stroll: 1, bathroom: 4, check: 2 }, falls: 0.03, chair: 0.35 },
  'room-203': { stories: { stroll: 2, fetch: 1, bathroom: 3, check: 2 }, falls: 0.1, chair: 0.55 },
  'room-205': { stories: { stroll: 1, fetch: 1, bathroom: 2, check: 3 }, falls: 0.03, chair: 0.3 },
  'room-206': { stories: { stroll: 2, fetch: 3, bathroom: 1, check: 2 }, falls: 0.04, chair: 0.5 },
  'room-207': { stories: { stroll: 4, fetch: 2, bathroom: 3, check: 1 }, falls: 0.02, chair: 0.45 },
}

/** The plan of a room with a bed. `turn`: its minute within the round, 0 to 5. Between stories the resident rests. */
export const roomPlan = (
  room: Room,
  turn: number,
  seed: number,
  zone: string,
  resident: Look = RESIDENTS[room.key]!,
  pace = EVERY_ROUND,
): Plan => new RoomPlan(room, turn, seed, zone, resident, pace)

class RoomPlan implements Plan {
  readonly #room: Room
  readonly #bed: BedFrame
  readonly #resident: Look
  readonly #pace: Pace
  readonly #turnMs: number
  readonly #seed: number
  readonly #clock: ReturnType<typeof clockIn>
  readonly #rounds = new Map<number, Round>()

  constructor(room: Room, turn: number, seed: number, zone: string, resident: Look, pace: Pace) {
    this.#resident = resident
    this.#pace = pace
    this.#room = room
    this.#bed = bedFrame(room)!
    this.#turnMs = turn * 60_000
    this.#seed = seed
    this.#clock = clockIn(zone)
  }

  at(atMs: number): SceneState {
    const round = Math.floor((atMs - this.#turnMs + 30_000) / ROUND_MS)
    // A story may begin before its round's minute and end in the next: include the neighboring rounds.
    for (const number of [round, round - 1, round + 1]) {
      const { main, restless } = this.#round(number)
      for (const chapter of [main, restless]) {
        if (chapter && atMs >= chapter.startMs && atMs < chapter.endMs)
          return playing(chapter, atMs, this.#cast(number))
      }
    }
    const past = [round + 1, round, round - 1].find((number) => this.#round(number).main.endMs <= atMs)!
    const { main, restless, sides } = this.#round(past)
    const lastSide = restless && atMs >= restless.endMs ? this.#side(past + 1) : sides[1]
    return atRest(this.#cast(past), main.to, lastSide, atMs)
  }

  eventsBetween(fromMs: number, toMs: number) {
    const first = Math.floor((fromMs - this.#turnMs) / ROUND_MS) - 1
    const last = Math.ceil((toMs - this.#turnMs) / ROUND_MS) + 1
    const found: { activity: Activity; atMs: number }[] = []
    for (let round = first; round <= last; round++) {
      const { main, restless } = this.#write(round)
      for (const chapter of [main, restless]) {
        for (const { activity, atS } of chapter?.story.events ?? []) {
          found.push({ activity, atMs: chapter!.startMs + atS * 1000 })
        }
      }
    }
    return found.filter(({ atMs }) => atMs >= fromMs && atMs < toMs).toSorted((a, b) => a.atMs - b.atMs)
  }

  #share(round: number, name: string): number {
    return shareOf(this.#seed, this.#room.key, round, name)
  }

  #cast(round: number): Cast {
    const carer = CARERS[Math.floor(this.#share(round, 'carer') * CARERS.length)]!
    const share = (name: string) => this.#share(round, name)
    return { room: this.#room, bed: this.#bed, resident: this.#resident, carer, share }
  }

  #startOf(round: number): number {
    return round * ROUND_MS + this.#turnMs
  }

  #hasStory(round: number): boolean {
    const { day, night } = this.#pace
    const roll = this.#share(round, 'busy')
    if (roll < Math.min(day, night)) return true
    return roll < Math.max(day, night) && roll < (this.#isNight(round) ? night : day)
  }

  #isRestless(round: number): boolean {
    return this.#share(round, 'restless') < this.#pace.restless
  }

  #isNight(round: number): boolean {
    const hour = this.#clock(this.#startOf(round)).dayMs / 3_600_000
    return hour < 6.5 || hour >= 20
  }

  /** Where the resident rests before the story of a round: where the previous one ended. */
  #restBefore(round: number): Rest {
    let led = round
    while (!this.#hasStory(led - 1)) led--
    const roll = this.#share(led, 'rest')
    if (this.#isNight(led)) return roll < 0.94 ? 'bed' : 'away'
    return roll < CHARACTERS[this.#room.key]!.chair ? 'chair' : roll < 0.86 ? 'bed' : 'away'
  }

  /** The side slept on at the beginning of a round: that of the last restless moment or story. */
  #side(round: number): number {
    let last = round - 1
    while (!this.#isRestless(last) && !this.#hasStory(last)) last--
    return this.#isRestless(last) ? this.#roll(last + 1, 0) : this.#roll(last, 1)
  }

  /** A side that may be slept on at the beginning (0) and after the story (1) of a round. */
  #roll(round: number, half: number): number {
    return Math.floor(this.#share(round, `side ${half}`) * 3) - 1
  }

  #round(round: number): Round {
    const known = this.#rounds.get(round)
    if (known) return known
    if (this.#rounds.size > 8) this.#rounds.clear()
    const made = this.#write(round)
    this.#rounds.set(round, made)
    return made
  }

  #write(round: number): Round {
    const [from, to] = [this.#restBefore(round), this.#restBefore(round + 1)]
    const side = this.#side(round)
    const sides = [side, this.#hasStory(round) ? this.#roll(round, 1) : side] as const
    const story = this.#hasStory(round)
      ? tell(this.#kind(round, from, to), this.#cast(round), from, to, sides)
      : new StoryWriter(this.#cast(round)).begin(from, side).finish()
    const startMs = this.#startOf(round) + (FIRST_WALK_S - story.leadS) * 1000
    const main = { startMs, endMs: startMs + story.endS * 1000, story, from, to }
    const nextSide = this.#side(round + 1)
    const stirs =
      to === 'bed' && this.#isRestless(round) && (nextSide !== sides[1] || this.#share(round, 'stirs') < 0.25)
    return { main, sides, restless: stirs ? this.#restless(round, sides[1], nextSide) : null }
  }

  #restless(round: number, before: number, after: number): Chapter {
    const writer = new StoryWriter(this.#cast(round)).begin('bed', before)
    if (this.#share(round, 'sits up') < 0.3) writer.sitUp().lieDown(after)
    else writer.turnOver(before, after)
    const story = writer.finish()
    const startMs = this.#startOf(round) + RESTLESS_S * 1000
    return { startMs, endMs: startMs + story.endS * 1000, story, from: 'bed', to: 'bed' }
  }

  #kind(round: number, from: Rest, to: Rest): StoryKind {
    const { falls, stories } = CHARACTERS[this.#room.key]!
    if (from === 'away' && to === 'away') return 'check'
    if (from === 'away') return 'return'
    if (to === 'away') return 'outing'
    if (this.#share(round, 'falls') < falls) return 'fall'
    if (from === to) return pick(stories, this.#share(round, 'kind'))
    if (this.#share(round, 'direct') < 0.6) return to === 'bed' ? 'to-bed' : 'to-chair'
    return 'stroll'
  }
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

/** While a carer is still present, a resident whose part has ended rests. */
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
