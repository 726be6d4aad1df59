/** The rooms in the order of need, by the user's own clock. ROOM-01. */
import type { Room } from '@mimamori/contract/care/room.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { hourOfDay } from '#lib/time/time.ts'
import { useNow, useTime } from '#lib/time/use-time.ts'
import { inOrderOfNeed, isNightAt, matching } from './room-order.ts'
import type { Rooms } from './room-queries.ts'

/** By the user's own clock. */
export function useIsNight(): boolean {
  const { style } = useTime()
  return isNightAt(hourOfDay(useNow(), style.timeZone))
}

/** The rooms that match, those that need somebody first. */
export function useOrdered(data: Rooms | undefined, text = ''): Room[] {
  const { i18n } = useTranslation()
  const isNight = useIsNight()
  const records = data?.records
  return useMemo(
    () => inOrderOfNeed(matching(records ?? [], text), isNight, i18n.language),
    [records, text, isNight, i18n.language],
  )
}
