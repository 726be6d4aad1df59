/** Unclaimed alarms, marked on a wall; only answers remove the marks, not viewing. ALARM-05. */

import type { Alert } from '@mimamori/contract/alerting/alert.ts'
import { SEVERITIES } from '@mimamori/contract/shared/app-catalogue.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { onLiveEvent } from '#lib/service/stream.ts'
import { useCall } from '#lib/service/use-call.ts'
import { type Calm, useCalmRooms } from './wall-calm.ts'
import { useWallUnits } from './wall-cameras.ts'
import type { WallSearch } from './wall-search.ts'

const MOST = 100
/** A burst of alerts refetches once. */
const GATHER_MS = 300
const KEY = ['alert', 'wall'] as const

export type WallAlerts = {
  /** The most severe and latest of each camera. */
  byCamera: ReadonlyMap<string, Alert>
  /** Alarms of all cameras of the wall, on any page: the most severe and latest first. */
  open: readonly Alert[]
  /** Cameras whose room has calmed down although nobody has answered. */
  calm: ReadonlyMap<string, Calm>
}

/** Updates automatically when alarms are raised, claimed and reopened. */
export function useWallAlerts(search: WallSearch): WallAlerts {
  useRaised()
  const unitIds = useWallUnits(search)
  const { tagIds, cameraIds } = search
  const body = {
    alarmStates: ['open'] as 'open'[],
    unitIds,
    tagIds,
    cameraIds,
  }
  const { data } = useCall([...KEY, body], 'alert.search', { query: { pageSize: MOST }, body })
  const alerts = useMemo(() => toWallAlerts(data?.records ?? []), [data])
  const calm = useCalmRooms(alerts.open)
  return useMemo(() => ({ ...alerts, calm }), [alerts, calm])
}

/** The unclaimed alarms in one page of alerts. */
export function toWallAlerts(alerts: readonly Alert[]): Omit<WallAlerts, 'calm'> {
  const open = alerts
    .filter(({ alarm }) => alarm?.state === 'open')
    .toSorted((a, b) => rank(a) - rank(b) || b.occurredAt.localeCompare(a.occurredAt))
  const byCamera = new Map<string, Alert>()
  for (const alert of open) {
    if (alert.cameraId && !byCamera.has(alert.cameraId)) byCamera.set(alert.cameraId, alert)
  }
  return { open, byCamera }
}

function rank({ severity }: Alert): number {
  return SEVERITIES.indexOf(severity)
}

/** The shell does not refetch lists when an alert is raised; a wall must show it at once. */
function useRaised(): void {
  const cache = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = () => {
      timer = undefined
      void cache.invalidateQueries({ queryKey: KEY })
    }
    const stop = onLiveEvent((event) => {
      if (event.type === 'alert-raised' || event.type === 'alarm-changed') timer ??= setTimeout(ask, GATHER_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [cache])
}
