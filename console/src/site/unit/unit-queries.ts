/** Reads and changes of units, one hook each. Keys start with 'unit' so that one call refreshes them all. */
import type { UnitDetail } from '@mimamori/contract/site/unit.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PageOf } from '#lib/list/use-list.ts'
import { call } from '#lib/service/api.ts'
import type { SaveFollowed } from '#shared/followed-change.ts'
import type { PickOption } from '#ui/form/field/use-found.ts'

const OPTIONS = 20

export function useUnitPage(filter: { name?: string; ofAllSites?: boolean }, page: PageOf) {
  return useQuery({
    queryKey: ['unit', 'page', filter, page],
    queryFn: ({ signal }) => call('unit.search', { query: page, body: filter }, signal),
    placeholderData: keepPreviousData,
  })
}

export function useUnit(id: string) {
  return useQuery({
    queryKey: ['unit', 'one', id],
    queryFn: ({ signal }) => call('unit.get', { params: { id } }, signal),
  })
}

/** After a change: everything that names units is asked for again. */
export function useRefreshUnits(): () => Promise<void> {
  const cache = useQueryClient()
  return async () => {
    void cache.invalidateQueries({ queryKey: ['camera'] })
    await cache.invalidateQueries({ queryKey: ['unit'] })
  }
}

export function useRemoveUnit() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call('unit.remove', { params: { id } }),
    onSuccess: (_, id) => {
      // Nobody asks again for what is gone.
      cache.removeQueries({ queryKey: ['unit', 'one', id] })
      return cache.invalidateQueries({ queryKey: ['unit'] })
    },
  })
}

/** What the unit says about one app; the answer is shown at once. */
export function useSaveUnitApp(unitId: string): SaveFollowed {
  const cache = useQueryClient()
  return async ({ appCode, ...body }) => {
    const saved = await call('unit.saveSchedule', { params: { unitId, mlAppCode: appCode }, body })
    cache.setQueryData<UnitDetail>(
      ['unit', 'one', unitId],
      (unit) => unit && { ...unit, apps: unit.apps.map((app) => (app.appCode === saved.appCode ? saved : app)) },
    )
    for (const key of ['camera', 'site-app']) void cache.invalidateQueries({ queryKey: [key] })
  }
}

/** The first cameras of the site that match, for a choice; of the one that is worked on when none is named. */
export const findCameras =
  (tenantId?: string) =>
  async (text: string, signal: AbortSignal): Promise<PickOption[]> => {
    const query = { pageSize: OPTIONS, sortColumn: 'name', sortAscending: true }
    const { records } = await call('camera.search', { query, body: { text: text || undefined, tenantId } }, signal)
    return records.map(({ id, name, location, unitName }) => ({
      id,
      label: name,
      hint: [location, unitName].filter(Boolean).join(' · '),
    }))
  }

/** The same of people. */
export const findUsers =
  (tenantId?: string) =>
  async (text: string, signal: AbortSignal): Promise<PickOption[]> => {
    const { records } = await call(
      'user.names',
      { query: { pageSize: OPTIONS }, body: { text: text || undefined, tenantId } },
      signal,
    )
    return records.map(({ id, displayName, unitNames }) => ({ id, label: displayName, hint: unitNames.join(', ') }))
  }
