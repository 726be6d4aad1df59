/** Queries of rooms. State changes arrive on the stream and show at once; the rest of a tile is refetched. ROOM-01, ROOM-02. */
import type { Room, RoomDetail, RoomNow } from '@mimamori/contract/care/room.ts'
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { paced } from '#lib/list/paced.ts'
import { call } from '#lib/service/api.ts'
import { onLiveEvent } from '#lib/service/stream.ts'

/** Refetch interval: timelines grow, and the stream does not carry all data. */
const EVERY_MS = 60_000
/** Minimum interval of requests during a burst of events. */
const PAUSE_MS = 1_000
/** The measured clock difference varies with each response; running times do not need better precision. */
const CLOCK_JITTER_MS = 1_000
/** The beginning of every tile's timeline: before its first hour, whenever that is. */
const TIMELINE_BEGIN = '1970-01-01T00:00:00.000Z'

/** `aheadMs`: the service's clock minus this device's. */
export type Rooms = { records: Room[]; totalCount: number; aheadMs: number }
type OneRoom = RoomDetail & { aheadMs: number }

export function useRooms(unitIds: string[] | undefined) {
  const cache = useQueryClient()
  useEffect(() => followRooms(cache), [cache])
  const queryKey = ['room', 'all', unitIds ?? []]
  return useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<Rooms> => {
      const query = unitIds && unitIds.length > 0 ? { unitIds: unitIds.join(',') } : {}
      const { records, totalCount, now } = await call('room.list', { query }, signal)
      const aheadMs = Date.parse(now) - Date.now()
      const before = cache.getQueryData<Rooms>(queryKey)?.aheadMs ?? aheadMs
      const isSame = Math.abs(before - aheadMs) < CLOCK_JITTER_MS
      return { records: records.map(steady), totalCount, aheadMs: isSame ? before : aheadMs }
    },
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
    refetchIntervalInBackground: true,
  })
}

export function useRoom(cameraId: string) {
  const cache = useQueryClient()
  useEffect(() => followRooms(cache), [cache])
  return useQuery({
    queryKey: ['room', 'one', cameraId],
    queryFn: async ({ signal }): Promise<OneRoom> => {
      const { serverNow, ...room } = await call('room.get', { params: { id: cameraId } }, signal)
      return { ...room, aheadMs: Date.parse(serverNow) - Date.now() }
    },
    refetchInterval: EVERY_MS,
  })
}

/**
 * Makes equal responses identical while nothing changes in the room: a timeline ends now, and begins where its tile does, so
 * an equal response renders no tile again.
 */
export function steady(room: Room): Room {
  const last = room.timeline.length - 1
  const timeline = room.timeline.map((span, at) => ({
    ...span,
    ...(at === 0 && { from: TIMELINE_BEGIN }),
    ...(at === last && { to: at === 0 ? TIMELINE_BEGIN : span.from }),
  }))
  return { ...room, timeline }
}

/** Runs until the returned function is called. */
function followRooms(cache: QueryClient): () => void {
  const ask = paced(() => void cache.invalidateQueries({ queryKey: ['room'] }), PAUSE_MS)
  const stop = onLiveEvent((event) => {
    switch (event.type) {
      case 'room-changed':
        showChange(cache, event.cameraId, event.room)
        break
      case 'alert-raised':
      case 'alert-changed':
      case 'alarm-changed':
      case 'check-in-changed':
      case 'camera-changed':
        ask.call()
    }
  })
  return () => {
    stop()
    ask.stop()
  }
}

/** Replaces only this room's object: the other tiles are not rendered again. */
export function showChange(cache: QueryClient, cameraId: string, now: RoomNow): void {
  cache.setQueriesData<Rooms>({ queryKey: ['room', 'all'] }, (old) => {
    if (!old?.records.some((room) => room.cameraId === cameraId)) return old
    return { ...old, records: old.records.map((room) => (room.cameraId === cameraId ? turned(room, now) : room)) }
  })
  cache.setQueryData<OneRoom>(
    ['room', 'one', cameraId],
    (old) => old && { ...turned(old, now), day: grown(old.day, now) },
  )
}

const turned = <T extends Room>(room: T, now: RoomNow): T => ({ ...room, now, timeline: grown(room.timeline, now) })

/** The timeline up to now, with the new state. */
function grown(timeline: Room['timeline'], { state, since }: RoomNow): Room['timeline'] {
  const before = timeline.filter(({ from }) => from < since)
  const last = before.at(-1)
  const cut = last ? [...before.slice(0, -1), { ...last, to: since }] : []
  return [...cut, { state, from: since, to: since }]
}
