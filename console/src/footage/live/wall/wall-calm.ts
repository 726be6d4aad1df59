/**
 * Cameras whose room is calm again after its open alarms: the resident lies in bed, or a colleague is there. The frame of the
 * wall becomes quiet then; it ends with the answer alone. ALARM-05.
 */

import type { Alert } from '@mimamori/contract/alerting/alert.ts'
import type { RoomNow } from '@mimamori/contract/care/room.ts'
import { groupBy } from '@mimamori/contract/shared/group-by.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call } from '#lib/service/api.ts'
import { onLiveEvent } from '#lib/service/stream.ts'

const KEY = ['room', 'wall'] as const
/** What the stream did not bring comes with this. */
const EVERY_MS = 60_000

export type Calm = 'in-bed' | 'with-staff'
type Rooms = Record<string, Pick<RoomNow, 'state' | 'since'>>

/** `open`: the wall's open alarms; rooms are asked for only while there are any. */
export function useCalmRooms(open: readonly Alert[]): ReadonlyMap<string, Calm> {
  const cache = useQueryClient()
  const hasAlarms = open.length > 0
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }): Promise<Rooms> => {
      const { records } = await call('room.list', {}, signal)
      return Object.fromEntries(records.map(({ cameraId, now }) => [cameraId, now]))
    },
    enabled: hasAlarms,
    refetchInterval: hasAlarms && EVERY_MS,
  })
  useEffect(
    () =>
      onLiveEvent((event) => {
        if (event.type !== 'room-changed') return
        cache.setQueryData<Rooms>(KEY, (old) => old && { ...old, [event.cameraId]: event.room })
      }),
    [cache],
  )
  return useMemo(() => calmRooms(open, data ?? {}), [open, data])
}

/** By camera. What began before the newest of its alarms says nothing of it. */
export function calmRooms(open: readonly Alert[], rooms: Rooms): ReadonlyMap<string, Calm> {
  const calm = new Map<string, Calm>()
  for (const [cameraId, alerts] of groupBy(open, (alert) => alert.cameraId)) {
    const now = cameraId === null ? undefined : rooms[cameraId]
    if (!now || (now.state !== 'in-bed' && now.state !== 'with-staff')) continue
    if (alerts.every(({ occurredAt }) => Date.parse(now.since) > Date.parse(occurredAt))) calm.set(cameraId!, now.state)
  }
  return calm
}
