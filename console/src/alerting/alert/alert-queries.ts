/** Reads and changes of alerts, one hook each. Keys start with 'alert' so that one call refreshes them all. */
import type { AlertFilter, AlertPatch } from '@mimamori/contract/alerting/alert.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PageOf } from '#lib/list/use-list.ts'
import { call } from '#lib/service/api.ts'
import { useCall, useChange, usePageCall } from '#lib/service/use-call.ts'

/** The last page stays while the next one loads. */
export function useAlertPage(filter: AlertFilter, page: PageOf, enabled = true) {
  return usePageCall(['alert', 'page', filter, page], 'alert.search', { query: page, body: filter }, { enabled })
}

/** How many of the filter's alerts the user has not seen. */
export function useUnseenCount(filter: AlertFilter, enabled = true) {
  return usePageCall(
    ['alert', 'unseen', filter],
    'alert.search',
    { query: { pageSize: 0 }, body: { ...filter, hasRead: false } },
    { select: (page) => page.totalCount, enabled },
  )
}

/** The signed addresses in the answer live five minutes; asked again before they end. */
const URLS_FRESH_MS = 4 * 60_000

export function useAlert(id: string) {
  return useCall(['alert', 'one', id], 'alert.get', { params: { id } }, { refetchInterval: URLS_FRESH_MS })
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
  return useChange(['alert'], (body: AlertFilter) => call('alert.markAllRead', { body }))
}

export function useUndoMarkAll() {
  return useChange(['alert'], (undoId: string) => call('alert.undoMarkAllRead', { body: { undoId } }))
}
