/**
 * Room states that hubs send on their sockets: stored one after the other for each hub, and published to open consoles
 * at once. States are retried while the database is unreachable. Requirements ROOM-01, ALARM-06.
 */
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import type { RoomReason, SentRoom } from '@mimamori/contract/care/room.ts'
import { roomReason } from '@mimamori/contract/care/room.ts'
import type { Hub } from '#platform/context.ts'
import type { Platform } from '#platform/platform.ts'
import { isDataError, type TenantDb } from '#platform/postgres/database.ts'
import { type HeardRoom, type RoomNews, storeRooms } from './room.changes.ts'

/** Waiting for each hub; the oldest go first. */
const ROOMS_WAITING_MAX = 2_000
const AGAIN_MS = 1_000
const AT_ONCE = 500

/** Somebody else is with the resident since then, ISO text. */
type StaffSeen = { cameraId: string; since: string }

type Options = Pick<Platform, 'database' | 'bus' | 'clock'> & {
  /** Runs in the same transaction; the returned function runs after the commit. */
  onStaff: (db: TenantDb, seen: readonly StaffSeen[], now: Date) => Promise<() => void>
  onError: (error: unknown) => void
}

export type RoomIntake = {
  heard(hub: Hub, rooms: readonly SentRoom[]): void
  /** Resolves when every received state is stored. */
  idle(): Promise<void>
}

export function createRoomIntake({ database, bus, clock, onStaff, onError }: Options): RoomIntake {
  const waiting = new Map<string, HeardRoom[]>()
  const running = new Map<string, Promise<void>>()

  async function store(hub: Hub, rooms: readonly HeardRoom[]): Promise<void> {
    const { tenantId } = hub
    const now = clock.now()
    const scope = { tenantId, tenantIds: [tenantId], userId: null, unitIds: null }
    const { news, announce } = await database.asTenant(scope, async (db) => {
      const changed = await storeRooms(db, hub, rooms, now)
      const staff = changed.filter(({ state }) => state === 'with-staff')
      return { news: changed, announce: staff.length > 0 ? await onStaff(db, staff, now) : null }
    })
    for (const room of news) bus.publish(tenantId, roomEvent(room))
    announce?.()
  }
  async function drain(hub: Hub): Promise<void> {
    for (;;) {
      const rooms = waiting.get(hub.id)?.splice(0, AT_ONCE) ?? []
      if (rooms.length === 0) return
      try {
        await store(hub, rooms)
      } catch (error) {
        onError(error)
        if (isDataError(error)) continue
        waiting.get(hub.id)!.unshift(...rooms)
        await new Promise<void>((resolve) => clock.after(AGAIN_MS, resolve))
      }
    }
  }

  return {
    heard(hub, rooms) {
      const own = waiting.get(hub.id) ?? []
      waiting.set(hub.id, own)
      own.push(...rooms.map((room) => ({ ...room, reason: reasonOf(room) })))
      if (own.length > ROOMS_WAITING_MAX) own.splice(0, own.length - ROOMS_WAITING_MAX)
      if (running.has(hub.id)) return
      const done = drain(hub).finally(() => {
        running.delete(hub.id)
        waiting.delete(hub.id)
      })
      running.set(hub.id, done)
    },
    async idle() {
      await Promise.all(running.values())
    },
  }
}

/** A code of a later hub is stored under its own name. */
function reasonOf({ state, reason }: SentRoom): RoomReason | null {
  if (state !== 'unknown') return null
  const known = roomReason.safeParse(reason)
  return known.success ? known.data : { code: 'other', params: { text: reason?.code ?? '' } }
}

export function roomEvent({ cameraId, unitId, state, reason, since }: RoomNews): LiveEvent {
  return { type: 'room-changed', cameraId, unitId, room: { state, reason, since } }
}
