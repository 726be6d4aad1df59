/** The rooms in the order of need, by the user's own clock. ROOM-01. */
import type { Room } from '@mimamori/contract/care/room.ts'
import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import { useIsUnderHand } from '#lib/browser/use-under-hand.ts'
import { hourOfDay } from '#lib/time/time.ts'
import { useNow, useTime } from '#lib/time/use-time.ts'
import { byNeed, isNightAt, matching, type Place, placesByName, placesOf } from './room-order.ts'
import type { Rooms } from './room-queries.ts'

/** By the user's own clock. */
export function useIsNight(): boolean {
  const { style } = useTime()
  return isNightAt(hourOfDay(useNow(), style.timeZone))
}

const NONE: readonly Room[] = []

/** The rooms that match, those that need somebody first, then by their names. */
export function useOrdered(data: Rooms | undefined, text = ''): Place[] {
  const isNight = useIsNight()
  const records = data?.records ?? NONE
  const rooms = useMemo(() => placesOf(records), [records])
  const names = JSON.stringify(rooms.map(({ location }) => location))
  // Rooms change several times a second and their names hardly ever: to compare 200 names takes longer than all else here.
  const places = useMemo(() => {
    const named = (JSON.parse(names) as string[]).map((location) => ({ location }))
    return placesByName(named)
  }, [names])
  return useMemo(() => {
    const named = places.map((place) => rooms[place]!)
    return byNeed(matching(named, text), isNight)
  }, [rooms, places, text, isNight])
}

/** Rooms that are shown large, and the others. */
type Sections = { large: readonly Place[]; small: readonly Place[] }

/** The same while a hand is over the area: rooms keep their places and show their present state there. NIGHT-02. */
export function useHeldSections(area: RefObject<HTMLElement | null>, now: Sections): Sections {
  const before = useRef(now)
  const isHeld = useIsUnderHand(area)
  const shown = isHeld ? held(before.current, now) : now
  useLayoutEffect(() => {
    before.current = shown
  })
  return shown
}

/** What came since stands last. */
function held(before: Sections, now: Sections): Sections {
  const present = new Map([...now.large, ...now.small].map((one) => [one.room, one]))
  const take = ({ room }: Place) => {
    const one = present.get(room)
    present.delete(room)
    return one ?? []
  }
  const [large, small] = [before.large.flatMap(take), before.small.flatMap(take)]
  return { large, small: [...small, ...present.values()] }
}
