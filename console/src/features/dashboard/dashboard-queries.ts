/** The four questions of the dashboard. Keys start with 'dashboard': live events refresh them together. DASH-01. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#lib/api.ts'

/** What the boards are about: these units, from the first instant to before the second. */
export type Scope = { unitIds: readonly string[] | undefined; from: Date; to: Date }

const query = ({ unitIds, from, to }: Scope) => ({
  unitIds: unitIds?.join(','),
  from: from.toISOString(),
  to: to.toISOString(),
})
/** Without its end, so that an alert of this very second is in it. */
const openEnded = ({ unitIds, from }: Scope) => ({ unitIds: unitIds?.join(','), from: from.toISOString() })
const keyOf = (name: string, { unitIds, from }: Scope) => ['dashboard', name, unitIds ?? null, from.toISOString()]

export function useLatestAlerts(scope: Scope) {
  return useQuery({
    queryKey: keyOf('latest', scope),
    queryFn: ({ signal }) => call('alert.latest', { query: openEnded(scope) }, signal),
    placeholderData: keepPreviousData,
  })
}

export function useSeverityCounts(scope: Scope) {
  return useQuery({
    queryKey: keyOf('severity', scope),
    queryFn: ({ signal }) => call('alert.countBySeverity', { query: query(scope) }, signal),
    placeholderData: keepPreviousData,
  })
}

export function useBusiestCameras(scope: Scope) {
  return useQuery({
    queryKey: keyOf('camera', scope),
    queryFn: ({ signal }) => call('alert.countByCamera', { query: openEnded(scope) }, signal),
    placeholderData: keepPreviousData,
  })
}

export function useStatusCounts({ unitIds }: Pick<Scope, 'unitIds'>) {
  return useQuery({
    queryKey: ['dashboard', 'status', unitIds ?? null],
    queryFn: ({ signal }) => call('camera.countByStatus', { query: { unitIds: unitIds?.join(',') } }, signal),
    placeholderData: keepPreviousData,
  })
}
