/** The rooms in the order of need, by the user's own clock. ROOM-01. */
import type { Room } from '@mimamori/contract/care/room.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { hourOfDay } from '#lib/time/time.ts'
import { useNow, useTime } from '#lib/time/use-time.ts'
import { byNeed, isNightAt, matching, placesByName } from './room-order.ts'
import type { Rooms } from './room-queries.ts'

/** By the user's own clock. */
export function useIsNight(): boolean {
  const { style } = useTime()
  return isNightAt(hourOfDay(useNow(), style.timeZone))
}

const NONE: readonly Room[] = []

/** The rooms that match, those that need somebody first, then by their names. */
export function useOrdered(data: Rooms | undefined, text = ''): Room[] {
  const { i18n } = useTranslation()
  const isNight = useIsNight()
  const rooms = data?.records ?? NONE
  const names = JSON.stringify(rooms.map(({ location }) => location))
  // Rooms change several times a second and their names hardly ever: to compare 200 names takes longer than all else here.
  const places = useMemo(() => {
    const named = (JSON.parse(names) as string[]).map((location) => ({ location }))
    return placesByName(named, i18n.language)
  }, [names, i18n.language])
  return useMemo(() => {
    const named = places.map((place) => rooms[place]!)
    return byNeed(matching(named, text), isNight)
  }, [rooms, places, text, isNight])
}
