/** Reads of rooms. Changes of states come with the stream and are shown at once; what else stands on a tile is asked anew. ROOM-01, ROOM-02. */
import type { Room, RoomDetail, RoomNow } from '@mimamori/contract/care/room.ts'
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { paced } from '#lib/list/paced.ts'
import { call } from '#lib/service/api.ts'
import { onLiveEvent } from '#lib/service/stream.ts'

/** Lanes grow, and what the stream did not bring comes with this. */
const EVERY_MS = 60_000
/** Minimum interval of requests during a burst of events. */
const PAUSE_MS = 1_000
/** Clocks differ by a little more or less with each answer; running times need no better than this. */
const CLOCK_JITTER_MS = 1_000
/** The beginning of every lane of a tile: before its first hour, wherever that is now. */
const LANE_BEGIN = '1970-01-01T00:00:00.000Z'

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
 * The same as long as nothing changes in the room: a lane goes on to now, and begins where its tile does. So an answer that
 * says the same again draws no tile anew.
 */
export function steady(room: Room): Room {
  const last = room.lane.length - 1
  const lane = room.lane.map((span, at) => ({
    ...span,
    ...(at === 0 && { from: LANE_BEGIN }),
    ...(at === last && { to: at === 0 ? LANE_BEGIN : span.from }),
  }))
  return { ...room, lane }
}

/** Runs until the answered function is called. */
function followRooms(cache: QueryClient): () => void {
  const ask = paced(() => void cache.invalidateQueries({ queryKey: ['room'] }), PAUSE_MS)
  const stop = onLiveEvent((event) => {
    switch (event.type) {
      case 'room-changed':
        showChange(cache, event.cameraId, event.room)
        break
      case 'alert-raised':
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

/** Only that room becomes another object: the other tiles are not drawn again. */
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

const turned = <T extends Room>(room: T, now: RoomNow): T => ({ ...room, now, lane: grown(room.lane, now) })

/** The lane up to now, with the state that has just begun. */
function grown(lane: Room['lane'], { state, since }: RoomNow): Room['lane'] {
  const before = lane.filter(({ from }) => from < since)
  const last = before.at(-1)
  const cut = last ? [...before.slice(0, -1), { ...last, to: since }] : []
  return [...cut, { state, from: since, to: since }]
}
