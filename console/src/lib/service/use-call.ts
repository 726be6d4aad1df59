/** Reads and changes of the service through the cache of answers. */
import type { RequestOf, ResultOf } from '@mimamori/contract/shared/endpoint.ts'
import {
  keepPreviousData,
  type QueryKey,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type CallKey, type CallTable, call } from './api.ts'

type Options<Answer, Data> = Omit<UseQueryOptions<Answer, Error, Data>, 'queryKey' | 'queryFn'>

/** `useQuery` for the answer of one call; `queryKey` names it in the cache. */
export function useCall<K extends CallKey, Data = ResultOf<CallTable[K]>>(
  queryKey: QueryKey,
  key: K,
  request: RequestOf<CallTable[K]> = {},
  options: Options<ResultOf<CallTable[K]>, Data> = {},
): UseQueryResult<Data> {
  return useQuery({ ...options, queryKey, queryFn: ({ signal }) => call(key, request, signal) })
}

/** The same for a page of a list: the last page stays while the next one loads. */
export function usePageCall<K extends CallKey, Data = ResultOf<CallTable[K]>>(
  queryKey: QueryKey,
  key: K,
  request: RequestOf<CallTable[K]>,
  options: Options<ResultOf<CallTable[K]>, Data> = {},
): UseQueryResult<Data> {
  return useCall<K, Data>(queryKey, key, request, { ...options, placeholderData: keepPreviousData })
}

/** `useMutation` for a change after which the answers under `queryKey` are requested again. */
export function useChange<Answer, Input = void>(
  queryKey: QueryKey,
  change: (input: Input) => Promise<Answer>,
): UseMutationResult<Answer, Error, Input> {
  const cache = useQueryClient()
  return useMutation({ mutationFn: change, onSuccess: () => cache.invalidateQueries({ queryKey }) })
}
