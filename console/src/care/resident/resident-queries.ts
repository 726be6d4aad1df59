/** Reads and changes of residents, one hook each. Keys start with 'resident' so that one call refreshes them all. */

import type { Resident } from '@mimamori/contract/care/resident.ts'
import type { ResidentState } from '@mimamori/contract/care/resident-lists.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { PageOf } from '#lib/list/use-list.ts'
import { call } from '#lib/service/api.ts'
import { useCall, usePageCall } from '#lib/service/use-call.ts'
import type { PickOption } from '#ui/form/field/use-found.ts'

const OPTIONS = 20

export type ResidentFilter = { text?: string; unitIds?: string[]; state: ResidentState }

export function useResidentPage(filter: ResidentFilter, page: PageOf) {
  return usePageCall(['resident', 'page', filter, page], 'resident.search', { query: page, body: filter })
}

export function useResident(id: string) {
  return useCall(['resident', 'one', id], 'resident.get', { params: { id } })
}

/** `isOn`: of those that may read it alone. */
export function useLife(id: string, isOn: boolean) {
  return useCall(['resident', 'life', id], 'resident.life', { params: { id } }, { enabled: isOn })
}

/** After a change: rooms, alarms and alerts name residents, and cameras follow consents. */
export function useRefreshResidents(): () => Promise<void> {
  const cache = useQueryClient()
  return async () => {
    for (const key of ['room', 'alarm', 'alert', 'camera']) void cache.invalidateQueries({ queryKey: [key] })
    await cache.invalidateQueries({ queryKey: ['resident'] })
  }
}

/** Runs a change and refreshes what it makes old. */
export function useResidentChange() {
  const refresh = useRefreshResidents()
  return async <T>(change: () => Promise<T>): Promise<T> => {
    const result = await change()
    await refresh()
    return result
  }
}

/** Another resident is gone: nobody asks for it again. */
export function useForgetResident(): (resident: Pick<Resident, 'id'>) => void {
  const cache = useQueryClient()
  return ({ id }) => cache.removeQueries({ queryKey: ['resident', 'one', id] })
}

/** The first rooms that match, each by its camera. */
export async function findRooms(text: string, signal: AbortSignal): Promise<PickOption[]> {
  const query = { pageSize: OPTIONS, sortColumn: 'name', sortAscending: true }
  const { records } = await call('camera.search', { query, body: { text: text || undefined } }, signal)
  return records
    .filter(({ locationType }) => locationType === 'ROOM')
    .map(({ id, name, location, unitName }) => ({
      id,
      label: location,
      hint: [unitName, name === location ? null : name].filter(Boolean).join(' · '),
    }))
}
