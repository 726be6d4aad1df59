/** The messages that left or should have left, and trying them again. Keys start with 'delivery'. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'
import { useChange } from '#lib/service/use-call.ts'
import type { DeliverySearch } from './delivery-search.ts'

/** Messages come and change their state while somebody looks for one. */
const LOOK_AGAIN_MS = 10_000

type Asked = { pageNumber: number; pageSize: number; after?: string }

export function searchDeliveries({ pageNumber, pageSize, after }: Asked, search: DeliverySearch, signal?: AbortSignal) {
  const { states, channels } = search
  return call('delivery.search', { query: { pageNumber, pageSize, after }, body: { states, channels } }, signal)
}

export function useDeliveries(asked: Asked, search: DeliverySearch) {
  return useQuery({
    queryKey: ['delivery', 'page', asked.pageNumber, asked.pageSize, search.states, search.channels],
    queryFn: ({ signal }) => searchDeliveries(asked, search, signal),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
  })
}

export function useRetry() {
  return useChange(['delivery'], (ids: string[]) => call('delivery.retry', { body: { ids } }))
}
