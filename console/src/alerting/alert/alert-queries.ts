/** Reads and changes of alerts, one hook each. Keys start with 'alert' so that one call refreshes them all. */
import type { AlertFilter, AlertPatch } from '@mimamori/contract/alerting/alert.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PageOf } from '#lib/list/use-list.ts'
import { call } from '#lib/service/api.ts'

/** The last page stays while the next one loads. */
export function useAlertPage(filter: AlertFilter, page: PageOf, enabled = true) {
  return useQuery({
    queryKey: ['alert', 'page', filter, page],
    queryFn: ({ signal }) => call('alert.search', { query: page, body: filter }, signal),
    placeholderData: keepPreviousData,
    enabled,
  })
}

/** How many of the filter's alerts the user has not seen. */
export function useUnseenCount(filter: AlertFilter, enabled = true) {
  return useQuery({
    queryKey: ['alert', 'unseen', filter],
    queryFn: ({ signal }) =>
      call('alert.search', { query: { pageSize: 0 }, body: { ...filter, hasRead: false } }, signal),
    select: (page) => page.totalCount,
    placeholderData: keepPreviousData,
    enabled,
  })
}

/** The signed addresses in the answer live five minutes; asked again before they end. */
const URLS_FRESH_MS = 4 * 60_000

export function useAlert(id: string) {
  return useQuery({
    queryKey: ['alert', 'one', id],
    queryFn: ({ signal }) => call('alert.get', { params: { id } }, signal),
    refetchInterval: URLS_FRESH_MS,
  })
}

/** Answers the alert as it is afterwards; every list and count follows. */
export function usePatchAlert() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: AlertPatch & { id: string }) => call('alert.patch', { params: { id }, body }),
    onSuccess: (alert) => {
      cache.setQueryData(['alert', 'one', alert.id], alert)
      return cache.invalidateQueries({ queryKey: ['alert'], predicate: (query) => query.queryKey[1] !== 'one' })
    },
  })
}

/** Marks what the filter finds; the answer names what can be taken back. */
export function useMarkAllRead() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (body: AlertFilter) => call('alert.markAllRead', { body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['alert'] }),
  })
}

export function useUndoMarkAll() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (undoId: string) => call('alert.undoMarkAllRead', { body: { undoId } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['alert'] }),
  })
}
