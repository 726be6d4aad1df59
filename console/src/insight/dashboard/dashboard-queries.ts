/** The four questions of the dashboard. Keys start with 'dashboard': live events refresh them together. DASH-01. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'

/** What the boards are about: these units, from an instant on, to before another one or until now. ISO texts. */
export type Scope = { unitIds: readonly string[] | undefined; from: string; to?: string }

const query = ({ unitIds, ...range }: Scope) => ({ unitIds: unitIds?.join(','), ...range })
const keyOf = (name: string, { unitIds, from, to }: Scope) => ['dashboard', name, unitIds ?? null, from, to ?? null]

export function useLatestAlerts(scope: Scope) {
  return useQuery({
    queryKey: keyOf('latest', scope),
    queryFn: ({ signal }) => call('alert.latest', { query: query(scope) }, signal),
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
    queryFn: ({ signal }) => call('alert.countByCamera', { query: query(scope) }, signal),
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
