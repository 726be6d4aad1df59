/** The calls behind analytics. METRIC-04. */
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#lib/service/api.ts'
import { usePageCall } from '#lib/service/use-call.ts'
import type { MetricsRange } from './metrics-months.ts'

export type MetricsScope = MetricsRange & {
  unitIds: readonly string[] | undefined
  cameraIds: readonly string[] | undefined
}

export function useFallReport(scope: MetricsScope) {
  return useQuery({ ...ofPart('falls', scope), select: ({ falls }) => falls! })
}

export function useGeneralReport(scope: MetricsScope) {
  return useQuery({ ...ofPart('general', scope), select: ({ general }) => general! })
}

function ofPart(part: 'general' | 'falls', { unitIds, cameraIds, from, to }: MetricsScope) {
  return queryOptions({
    queryKey: ['metrics', part, unitIds ?? null, cameraIds ?? null, from, to],
    queryFn: ({ signal }) => {
      const body = {
        from,
        to,
        parts: [part],
        ...(unitIds && { unitIds: [...unitIds] }),
        ...(cameraIds && { cameraIds: [...cameraIds] }),
      }
      return call('metrics.report', { body }, signal)
    },
    placeholderData: keepPreviousData,
  })
}

export function useSleepRooms({ unitIds, cameraIds, from, to }: MetricsScope) {
  return useQuery({
    queryKey: ['metrics', 'sleep', unitIds ?? null, cameraIds ?? null, from, to],
    queryFn: ({ signal }) => {
      const rooms = { ...(unitIds && { unitIds: [...unitIds] }), ...(cameraIds && { cameraIds: [...cameraIds] }) }
      return call('metrics.sleep', { body: { from, to, ...rooms } }, signal)
    },
    select: ({ rooms }) => rooms,
    placeholderData: keepPreviousData,
  })
}

export function useSleepNights({ from, to }: MetricsRange, cameraId: string) {
  return usePageCall(['metrics', 'sleep-nights', cameraId, from, to], 'metrics.sleepNights', {
    body: { cameraId, from, to },
  })
}
