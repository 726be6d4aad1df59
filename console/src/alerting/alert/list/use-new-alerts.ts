/** Counts the alerts raised since the list was last fetched, and says when it is polite to show them by itself. */
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback } from 'react'
import { call } from '#lib/service/api.ts'
import { useNews } from '#lib/service/use-news.ts'
import { useUnitIds } from '#lib/session/unit-filter.ts'
import { type AlertSearch, belongsTo, promptAbout } from './alert-search.ts'

type Options = {
  list: RefObject<HTMLElement | null>
  search: AlertSearch
  /** The first page, newest first: only there a new alert has its place on top. */
  isOnTop: boolean
  refresh: () => Promise<unknown>
}

export function useNewAlerts({ search, ...options }: Options) {
  const cache = useQueryClient()
  const unitIds = useUnitIds()
  // Another page is the same list.
  const filter = JSON.stringify([{ ...search, page: undefined }, unitIds ?? []])
  const isNews = useCallback(
    (event: LiveEvent) => {
      if (event.type !== 'alert-raised') return false
      const [search, unitIds] = JSON.parse(filter) as [AlertSearch, string[]]
      const answer = belongsTo(event, search, unitIds)
      if (answer !== 'ask') return answer
      const prompt = { query: { pageSize: 0 }, body: promptAbout(event, search, unitIds) }
      // Without an answer it is announced: one too many is better than one that nobody sees.
      return call('alert.search', prompt).then(
        ({ totalCount }) => totalCount > 0,
        () => true,
      )
    },
    [filter],
  )
  const isShown = (event: LiveEvent) =>
    event.type === 'alert-raised' &&
    cache
      .getQueriesData<Page>({ queryKey: ['alert', 'page'], type: 'active' })
      .some(([, page]) => page?.records.some(({ id }) => id === event.alertId))
  return useNews({ ...options, isNews, isShown })
}

type Page = { records: { id: string }[] }
