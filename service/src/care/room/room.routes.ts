/** Rooms: what their residents do now, and did in the last 24 hours. Requirements ROOM-01, ROOM-02. */

import type { Room, roomEndpoints } from '@mimamori/contract/care/room.ts'
import { ROOM_NOTE_DAYS, ROOM_TILE_HOURS, ROOM_TIMELINE_HOURS } from '@mimamori/contract/care/room-state.ts'
import type { Handlers } from '#platform/context.ts'
import { found } from '#platform/service-error.ts'
import { hasAccess } from '#shared/access.ts'
import { liveOffOf } from '#shared/live-off.ts'
import { residentScope } from '#shared/resident-scope.ts'
import { presentOf } from '#shared/shown/room-now.ts'
import {
  type Change,
  countRooms,
  type RoomRow,
  readChanges,
  readDayAlerts,
  readDayCheckIns,
  readNotes,
  readRooms,
} from './room.queries.ts'
import { inBedMinutesOf, spansOf } from './room.rules.ts'

const HOUR_MS = 60 * 60_000

export const roomRoutes: Handlers<typeof roomEndpoints> = {
  async 'room.list'({ db, actor, now }, { query }) {
    const scope = residentScope(actor, query.unitIds)
    if (!scope) return { records: [], totalCount: 0, now: now.toISOString() }
    const rows = await readRooms(db, scope, { now, only: null, hasResidents: hasAccess(actor, 'read residents') })
    const from = new Date(now.getTime() - 18 * HOUR_MS)
    const ids = rows.map(({ cameraId }) => cameraId)
    const changes = Map.groupBy(await readChanges(db, scope, ids, from), ({ cameraId }) => cameraId)
    const records = rows.map((row) => toRoom(row, changes.get(row.cameraId) ?? [], now))
    return { records, totalCount: await countRooms(db, scope), now: now.toISOString() }
  },

  async 'room.get'({ db, actor, now }, { params }) {
    const scope = found(residentScope(actor))
    const [row] = await readRooms(db, scope, { now, only: params.id, hasResidents: hasAccess(actor, 'read residents') })
    const { tenantId, cameraId, timezone, switches } = found(row)
    const from = new Date(now.getTime() - ROOM_TIMELINE_HOURS * HOUR_MS)
    const changes = await readChanges(db, scope, [cameraId], from)
    const place = { tenantId, cameraId }
    return {
      ...toRoom(row!, changes, now),
      timezone,
      isLive: liveOffOf(switches, now) === null,
      day: spansOf(changes, presentOf(row!), from, now),
      alerts: await readDayAlerts(db, place, from),
      checkIns: await readDayCheckIns(db, place, from),
      notes: await readNotes(db, place, new Date(now.getTime() - ROOM_NOTE_DAYS * 24 * HOUR_MS)),
      serverNow: now.toISOString(),
    }
  },
}

function toRoom(row: RoomRow, changes: readonly Change[], now: Date): Room {
  const {
    room,
    cameraId,
    cameraName,
    location,
    unitName,
    residents,
    tenantName,
    alarm,
    alarmCount,
    lookIn,
    measuresFalls,
    checkIn,
    visit,
    nightStart,
  } = row
  const present = presentOf(row)
  const tileFrom = new Date(now.getTime() - ROOM_TILE_HOURS * HOUR_MS)
  const night = spansOf(changes, present, new Date(nightStart), now)
  return {
    ...{
      room,
      cameraId,
      cameraName,
      location,
      unitName,
      residents,
      tenantName,
      alarm,
      alarmCount,
      lookIn,
      measuresFalls,
      checkIn,
      visit,
      now: present,
    },
    inBedMinutes: inBedMinutesOf(night, nightStart, now),
    timeline: spansOf(changes, present, tileFrom, now),
  }
}
