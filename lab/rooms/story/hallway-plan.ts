/** Who walks along the hallway and when: carers on their rounds, residents on their way. */
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { shareOf } from '../base/chance.ts'
import { CARERS, type Look, RESIDENTS } from '../person/look.ts'
import { standing } from '../person/pose.ts'
import { Track } from '../person/track.ts'
import type { Room } from '../room/room.ts'
import type { Actor, Plan } from './plan.ts'

type Walk = { startMs: number; endMs: number; track: Track; role: Actor['role']; who: string; walksAtMs: number }
type Place = readonly [number, number]

/** No walk through the hallway takes longer. */
const LONGEST_MINUTES = 2

/** The plan of the hallway: somebody walks in every minute of the day. */
export function hallwayPlan(room: Room, seed: number): Plan {
  const known = new Map<number, Walk[]>()
  const walksOf = (minute: number): Walk[] => {
    const before = known.get(minute)
    if (before) return before
    if (known.size > 12) known.clear()
    const made = [0, 1].flatMap((turn) =>
      turn === 0 || shareOf(seed, room.key, minute, 'second') < 0.45 ? [walkIn(room, seed, minute, turn)] : [],
    )
    known.set(minute, made)
    return made
  }
  const around = (fromMs: number, toMs: number): Walk[] => {
    const walks: Walk[] = []
    for (
      let minute = Math.floor(fromMs / MINUTE_MS) - LONGEST_MINUTES;
      minute <= Math.floor(toMs / MINUTE_MS);
      minute++
    )
      walks.push(...walksOf(minute))
    return walks
  }
  return {
    at(atMs) {
      const actors = around(atMs, atMs).flatMap(({ track, startMs, role, who }): Actor[] => {
        const moment = track.at((atMs - startMs) / 1000)
        return moment ? [{ ...moment, role, who }] : []
      })
      return { actors, blanketTopM: 0, stillKey: actors.length === 0 ? 'empty' : null }
    },
    eventsBetween(fromMs, toMs) {
      return around(fromMs, toMs)
        .filter(({ walksAtMs }) => walksAtMs >= fromMs && walksAtMs < toMs)
        .map(({ walksAtMs }) => ({ activity: 'walking' as const, atMs: walksAtMs }))
        .toSorted((a, b) => a.atMs - b.atMs)
    },
  }
}

function walkIn(room: Room, seed: number, minute: number, turn: number): Walk {
  const share = (name: string) => shareOf(seed, room.key, minute, turn, name)
  const isCarer = share('role') < 0.6
  const residents = Object.keys(RESIDENTS)
  const who = isCarer
    ? String(Math.floor(share('who') * CARERS.length))
    : residents[Math.floor(share('who') * residents.length)]!
  const look: Look = isCarer ? CARERS[Number(who)]! : RESIDENTS[who]!
  const { near, far, outside, doorway, threshold } = room.spots as Record<string, { at: Place; degrees: number }>
  const lane = (place: Place, x: number): Place => [place[0] + x, place[1]]
  const aside = share('lane') * 0.5 - 0.2
  const door: Place[] = [lane(threshold!.at, -0.5), doorway!.at, outside!.at]
  const startMs = minute * MINUTE_MS + (turn === 0 ? 4_000 + share('start') * 4_000 : 30_000 + share('start') * 14_000)
  const track = new Track({ ...look, pace: look.pace * (0.95 + 0.2 * share('pace')) }, 0)
  const begin = (at: Place, degrees: number) => track.hold(0.1, 'standing', () => standing(look, at, degrees))
  const way = share('way')
  if (way < 0.4) begin(lane(near!.at, aside), 90).walk([lane(near!.at, aside), ...door], 270)
  else if (way < 0.75 || !isCarer) begin(outside!.at, 90).walk([...door.toReversed(), lane(near!.at, aside)], 270)
  else {
    begin(lane(near!.at, aside), 90).walk([lane(near!.at, aside), lane(far!.at, aside)], 90)
    const at = lane(far!.at, aside)
    track.hold(4 + 6 * share('look'), 'standing', (s) => standing(look, at, 90, Math.sin(s)))
    track.walk([at, lane(near!.at, aside)], 270)
  }
  return {
    startMs,
    endMs: startMs + track.endS * 1000,
    track,
    role: isCarer ? 'carer' : 'resident',
    who,
    walksAtMs: startMs + 1000,
  }
}
