/** Care visits that run, by camera: one question for the wall and an alert's page. ALARM-08. */
import type { Visit } from '@mimamori/contract/care/visit.ts'
import { useMemo } from 'react'
import { mayCall } from '#lib/access/access.ts'
import { useCall } from '#lib/service/use-call.ts'
import { useUser } from '#lib/session/session.ts'

/** Beside the stream's events: a visit ends by the clock, too. */
const EVERY_MS = 30_000

export function useRunningVisits(): ReadonlyMap<string, Visit> {
  const { role } = useUser()
  const { data } = useCall(
    ['visit', 'running'],
    'visit.list',
    {},
    { enabled: mayCall(role, 'visit.list'), refetchInterval: EVERY_MS },
  )
  return useMemo(() => new Map(data?.records.map((visit) => [visit.cameraId, visit])), [data])
}
