/** A list that is opened without filters begins with the user's default one. ALERT-03. */
import { useEffect, useRef } from 'react'
import { isNarrowed } from '#lib/list/list-search.ts'
import type { List } from '#lib/list/use-list.ts'
import { useIsOutside } from '#lib/session/session.ts'
import { chooseUnits, useUnitFilter } from '#lib/session/unit-filter.ts'
import { useSavedFilters } from './alert-filter-queries.ts'
import { type AlertSearch, fromContent } from './alert-search.ts'

/** False while the list would be asked for what the default is about to change. */
export function useDefaultFilter(search: AlertSearch, list: List<AlertSearch>): boolean {
  const { data, isLoading } = useSavedFilters()
  const isOutside = useIsOutside()
  const chosen = useUnitFilter()
  // Alarms are never hidden by a filter that nobody has just chosen.
  const isAsOpened = search.tab === undefined && search.page === undefined && !isNarrowed(search)
  const mayApply = !isOutside && search.plain !== true && isAsOpened
  // Only as the list was opened: what somebody lifts later stays lifted.
  const isFirst = useRef(mayApply)
  const standard = isFirst.current && mayApply ? data?.find(({ isDefault }) => isDefault) : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: applied once, when it is known
  useEffect(() => {
    if (isLoading) return
    isFirst.current = false
    if (!standard) return
    // A choice that somebody made at the top stays.
    if (chosen.length === 0 && standard.content.units.length > 0) chooseUnits(standard.content.units)
    list.change(fromContent(standard.content))
  }, [isLoading])
  return !(isFirst.current && mayApply && (isLoading || standard !== undefined))
}
