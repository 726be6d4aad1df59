/** The alerts that wait for somebody, for the marks on a wall: critical and high ones that nobody has seen. */
import type { Alert } from '@mimamori/contract/alerting/alert.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call } from '#lib/service/api.ts'
import { onLiveEvent } from '#lib/service/stream.ts'
import { useNow } from '#lib/time/use-time.ts'
import { useWallUnits } from './wall-cameras.ts'
import type { WallSearch } from './wall-search.ts'

/** Older ones are in the list: a wall is for what has just happened. */
const HOURS = 24
const MOST = 100
const HOUR_MS = 3_600_000
/** A burst of alerts asks once. */
const GATHER_MS = 300
const KEY = ['alert', 'wall'] as const

export type WallAlerts = {
  /** The gravest and newest of each camera. */
  byCamera: ReadonlyMap<string, Alert>
  /** Of all of the wall's cameras, on whatever page: the gravest and newest first. */
  open: readonly Alert[]
}

/** Follows what happens: raised, seen, judged and archived alerts come and go by themselves. */
export function useWallAlerts(search: WallSearch): WallAlerts {
  useRaised()
  const unitIds = useWallUnits(search)
  const { tagIds, cameraIds } = search
  // By the hour, so that it is the same question for a while.
  const hour = Math.floor(useNow().getTime() / HOUR_MS)
  const body = {
    severities: ['critical', 'high'] as ('critical' | 'high')[],
    unitIds,
    tagIds,
    cameraIds,
    from: new Date((hour - HOURS) * HOUR_MS).toISOString(),
  }
  const { data } = useQuery({
    queryKey: [...KEY, body],
    queryFn: ({ signal }) => call('alert.search', { query: { pageSize: MOST }, body }, signal),
  })
  return useMemo(() => toWallAlerts(data?.records ?? []), [data])
}

/** Of one page of alerts, those that wait. */
export function toWallAlerts(alerts: readonly Alert[]): WallAlerts {
  const open = alerts
    .filter(({ firstSeen, verdict, archived }) => !firstSeen && !verdict && !archived)
    .toSorted((a, b) => rank(a) - rank(b) || b.occurredAt.localeCompare(a.occurredAt))
  const byCamera = new Map<string, Alert>()
  for (const alert of open) {
    if (alert.cameraId && !byCamera.has(alert.cameraId)) byCamera.set(alert.cameraId, alert)
  }
  return { open, byCamera }
}

function rank({ severity }: Alert): number {
  return severity === 'critical' ? 0 : 1
}

/** The shell leaves lists alone when an alert is raised; a wall must show it at once. */
function useRaised(): void {
  const cache = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      timer = undefined
      void cache.invalidateQueries({ queryKey: KEY })
    }
    const stop = onLiveEvent((event) => {
      if (event.type === 'alert-raised') timer ??= setTimeout(ask, GATHER_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [cache])
}
