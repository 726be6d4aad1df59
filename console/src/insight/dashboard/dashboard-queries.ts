/** The four questions of the dashboard. Keys start with 'dashboard': live events refresh them together. DASH-01. */
import { ALARM_STATES } from '@mimamori/contract/shared/alarm-state.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'
import { usePageCall } from '#lib/service/use-call.ts'

/**
 * What the boards are about: these units, from an instant on, to before another one or until now. ISO texts. `shown`: the range as it was
 * chosen, such as the last day, which is the same while its instants move on.
 */
export type Scope = { unitIds: readonly string[] | undefined; shown: string; from: string; to?: string }

const query = ({ unitIds, from, to }: Scope) => ({ unitIds: unitIds?.join(','), from, ...(to && { to }) })

export function useLatestAlerts(scope: Scope) {
  return useQuery({
    ...useShown('latest', scope),
    queryFn: ({ signal }) => call('alert.latest', { query: query(scope) }, signal),
  })
}

/** The newest ones that needed an answer. */
export function useLatestAlarms(scope: Scope, count: number) {
  const { unitIds, from, to } = scope
  const body = { from, ...(to && { to }), alarmStates: [...ALARM_STATES], archived: 'any' as const }
  return useQuery({
    ...useShown('alarms', scope),
    queryFn: ({ signal }) =>
      call(
        'alert.search',
        { query: { pageSize: count }, body: { ...body, ...(unitIds?.length && { unitIds: [...unitIds] }) } },
        signal,
      ),
  })
}

export function useSeverityCounts(scope: Scope) {
  return useQuery({
    ...useShown('severity', scope),
    queryFn: ({ signal }) => call('alert.countBySeverity', { query: query(scope) }, signal),
  })
}

export function useBusiestCameras(scope: Scope) {
  return useQuery({
    ...useShown('camera', scope),
    queryFn: ({ signal }) => call('alert.countByCamera', { query: query(scope) }, signal),
  })
}

/** Each minute has another key: until it is answered, and without a network, the newest answer of the same range stands. */
function useShown(name: string, { unitIds, shown, from, to }: Scope) {
  const cache = useQueryClient().getQueryCache()
  const board = ['dashboard', name, unitIds ?? null, shown]
  const placeholderData = <T>(previous: T | undefined): T | undefined => {
    const known = cache.findAll({ queryKey: board }).filter(({ state }) => state.data !== undefined)
    const newest = known.toSorted((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt).at(-1)
    return (newest?.state.data as T | undefined) ?? previous
  }
  return { queryKey: [...board, from, to ?? null], placeholderData }
}

export function useStatusCounts({ unitIds }: Pick<Scope, 'unitIds'>) {
  return usePageCall(['dashboard', 'status', unitIds ?? null], 'camera.countByStatus', {
    query: { unitIds: unitIds?.join(',') },
  })
}
