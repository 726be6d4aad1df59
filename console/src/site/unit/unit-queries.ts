/** Queries and mutations of units, one hook each. Keys start with 'unit' so that one call refreshes them all. */
import type { UnitDetail } from '@mimamori/contract/site/unit.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PageOf } from '#lib/list/use-list.ts'
import { call } from '#lib/service/api.ts'
import { useCall, usePageCall } from '#lib/service/use-call.ts'
import type { SaveFollowed } from '#shared/followed-schedule-dialog.tsx'
import type { PickOption } from '#ui/form/field/use-found.ts'

const OPTIONS = 20

export function useUnitPage(filter: { name?: string; ofAllSites?: boolean }, page: PageOf) {
  return usePageCall(['unit', 'page', filter, page], 'unit.search', { query: page, body: filter })
}

export function useUnit(id: string) {
  return useCall(['unit', 'one', id], 'unit.get', { params: { id } })
}

/** Refetches everything that shows names of units after a change. */
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
      // Do not refetch a deleted unit.
      cache.removeQueries({ queryKey: ['unit', 'one', id] })
      return cache.invalidateQueries({ queryKey: ['unit'] })
    },
  })
}

/** The unit's setting for one app; the response is shown at once. */
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

/** The first matching cameras of the site, for a choice; default: the current site. */
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

/** The same for users. */
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
