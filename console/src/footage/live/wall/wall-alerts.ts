/** The alarms that need somebody, for the marks on a wall: they go by an answer, not by a look. ALARM-05. */

import type { Alert } from '@mimamori/contract/alerting/alert.ts'
import { SEVERITIES } from '@mimamori/contract/camera/app-catalogue.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call } from '#lib/service/api.ts'
import { onLiveEvent } from '#lib/service/stream.ts'
import { type Calm, useCalmRooms } from './wall-calm.ts'
import { useWallUnits } from './wall-cameras.ts'
import type { WallSearch } from './wall-search.ts'

const MOST = 100
/** A burst of alerts asks once. */
const GATHER_MS = 300
const KEY = ['alert', 'wall'] as const

export type WallAlerts = {
  /** The gravest and newest of each camera. */
  byCamera: ReadonlyMap<string, Alert>
  /** Of all of the wall's cameras, on whatever page: the gravest and newest first. */
  open: readonly Alert[]
  /** Cameras whose room is calm again though nobody has answered. */
  calm: ReadonlyMap<string, Calm>
}

/** Follows what happens: alarms that are raised, claimed and opened again come and go by themselves. */
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
  const { data } = useQuery({
    queryKey: [...KEY, body],
    queryFn: ({ signal }) => call('alert.search', { query: { pageSize: MOST }, body }, signal),
  })
  const alerts = useMemo(() => toWallAlerts(data?.records ?? []), [data])
  const calm = useCalmRooms(alerts.open)
  return useMemo(() => ({ ...alerts, calm }), [alerts, calm])
}

/** Of one page of alerts, the alarms that nobody goes to. */
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
      if (event.type === 'alert-raised' || event.type === 'alarm-changed') timer ??= setTimeout(ask, GATHER_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [cache])
}
