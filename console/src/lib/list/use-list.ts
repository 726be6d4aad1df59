/** One wiring for all lists: the address on one side, what the service is asked and what the parts need on the other. */
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { isNarrowed, type ListOrder, type ListSearch, orderOf, sortedBy, withoutNarrowing } from './list-search.ts'
import { type PageSize, usePageSize } from './page-size.ts'

/** What a search call gets beside its filter. */
export type PageOf = { pageNumber: number; pageSize: PageSize; sortColumn: string; sortAscending: boolean }

export type List<T extends ListSearch = ListSearch> = {
  search: T
  /** For the query of the search call; the same object while nothing changed. */
  page: PageOf
  order: ListOrder
  isNarrowed: boolean
  /** New filters begin at the first page and replace the address, so that "back" leaves the list. */
  change(next: Partial<T>): void
  sortBy(column: string): void
  clear(): void
  onPage(pageNumber: number): void
  /** The list is shorter than the address says: "back" leaves the list. */
  onBeyond(lastPage: number): void
  onPageSize(size: PageSize): void
}

type Options<T extends ListSearch> = {
  /** The route's `useSearch()`, checked by `toListSearch`. */
  search: T
  /** Until somebody chooses. */
  order: ListOrder<NonNullable<T['sort']>>
  /** Columns that begin with the newest or largest. */
  descendingFirst?: readonly NonNullable<T['sort']>[]
}

/** For a page on a list's route: it changes the address of the page that is shown. */
export function useList<T extends ListSearch>({ search, order: standard, descendingFirst = [] }: Options<T>): List<T> {
  const navigate = useNavigate()
  const [pageSize, setPageSize] = usePageSize()
  const order = orderOf(search, standard, descendingFirst)
  const pageNumber = (search.page ?? 1) - 1
  const { column: sortColumn, ascending: sortAscending } = order
  const page = useMemo(
    () => ({ pageNumber, pageSize, sortColumn, sortAscending }),
    [pageNumber, pageSize, sortColumn, sortAscending],
  )
  const go = (to: (now: T) => T, replace: boolean) => navigate({ to: '.', search: to as never, replace })
  const change = (next: Partial<T>) => void go((now) => ({ ...now, page: undefined, ...next }), true)
  return {
    search,
    page,
    order,
    isNarrowed: isNarrowed(search),
    change,
    sortBy: (column) => change(sortedBy(search, standard, column as NonNullable<T['sort']>) as Partial<T>),
    clear: () => void go(withoutNarrowing, true),
    onPage: (to) => void go((now) => ({ ...now, page: to > 0 ? to + 1 : undefined }), false),
    onBeyond: (last) => void go((now) => ({ ...now, page: last > 0 ? last + 1 : undefined }), true),
    onPageSize: (size) => {
      setPageSize(size)
      change({})
    },
  }
}
