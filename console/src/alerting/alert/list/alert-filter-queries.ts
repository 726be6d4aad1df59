/** Reads and changes of saved filters. ALERT-03. */
import type { SavedFilter, SavedFilterDraft } from '@mimamori/contract/alerting/alert-filter.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'

const KEY = ['alert-filter']
/** Nobody else changes them. */
const FRESH_MS = 60 * 60_000

/** By name. */
export function useSavedFilters() {
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call('alertFilter.list', {}, signal),
    select: ({ records }) => records,
    staleTime: FRESH_MS,
  })
}

/** Keeps a new one, or what an old one has become. */
export function useKeepFilter() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: SavedFilterDraft & { id?: string }): Promise<SavedFilter> =>
      id ? call('alertFilter.patch', { params: { id }, body }) : call('alertFilter.create', { body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: KEY }),
  })
}

export function useForgetFilter() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call('alertFilter.remove', { params: { id } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: KEY }),
  })
}

/** Whether each filter's cameras are all among those of its own units, else of the chosen ones. */
export function useUnavailable(filters: readonly SavedFilter[], unitIds: string[] | undefined) {
  const named = filters.filter(({ content }) => content.cameraIds.length > 0)
  const { data = [] } = useQuery({
    queryKey: ['camera', 'of-filters', named.map(({ content }) => [content.cameraIds, content.units]), unitIds],
    queryFn: ({ signal }) =>
      Promise.all(
        named.map(async ({ id, content: { cameraIds, units } }) => {
          const wanted = units.length > 0 ? units.map((unit) => unit.id) : unitIds
          const body = { ids: cameraIds, ...(wanted && { unitIds: wanted }) }
          const { totalCount } = await call('camera.search', { query: { pageSize: 0 }, body }, signal)
          return totalCount < new Set(cameraIds).size ? id : null
        }),
      ),
    enabled: named.length > 0,
  })
  return new Set(data.filter((id) => id !== null))
}
