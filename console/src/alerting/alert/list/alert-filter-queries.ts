/** Reads and changes of saved filters. ALERT-03. */
import type { SavedFilter, SavedFilterDraft } from '@mimamori/contract/alerting/alert-filter.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'
import { useCall, useChange } from '#lib/service/use-call.ts'

const KEY = ['alert-filter']
/** Nobody else changes them. */
const FRESH_MS = 60 * 60_000

/** By name. */
export function useSavedFilters() {
  return useCall(KEY, 'alertFilter.list', {}, { select: ({ records }) => records, staleTime: FRESH_MS })
}

/** Keeps a new one, or what an old one has become. */
export function useKeepFilter() {
  return useChange(
    KEY,
    ({ id, ...body }: SavedFilterDraft & { id?: string }): Promise<SavedFilter> =>
      id ? call('alertFilter.patch', { params: { id }, body }) : call('alertFilter.create', { body }),
  )
}

export function useForgetFilter() {
  return useChange(KEY, (id: string) => call('alertFilter.remove', { params: { id } }))
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
