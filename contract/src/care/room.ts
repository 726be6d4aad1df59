/** Rooms: what their residents do now, and did in the last hours. Requirements ROOM-01, ROOM-02; domain.md "Room state". */
import { z } from 'zod'
import { ALARM_STATES } from '../alerting/alarm-state.ts'
import { activity, alertSeverity } from '../camera/apps.ts'
import { READERS } from '../identity/roles.ts'
import { endpoint } from '../shared/endpoint.ts'
import { fact, laterFact, otherFact } from '../shared/fact.ts'
import { byId, idList } from '../shared/page.ts'
import { residentMark } from './resident.ts'
import { ROOM_STATES, ROOM_UNKNOWN, ROOMS_MAX } from './room-state.ts'
import { visit } from './visit.ts'

/** Why nothing is known; `other`: a code of a later hub. */
export const roomReason = z.discriminatedUnion('code', [fact(ROOM_UNKNOWN, {}), otherFact])
export type RoomReason = z.infer<typeof roomReason>

const state = z.enum(ROOM_STATES)

/** A room as its hub says it is. `since`: when that began; `at`: when it was concluded, or said again. */
const sentRoom = z.object({
  cameraId: z.uuid(),
  state,
  /** Null unless unknown. */
  reason: z.union([roomReason, laterFact]).nullable(),
  since: z.iso.datetime(),
  at: z.iso.datetime(),
})
export type SentRoom = z.infer<typeof sentRoom>
/** Of a hub on its socket: rooms that changed, in order; on each connection, and every few minutes, all as they are now. */
export const roomsNotice = z.object({ type: z.literal('rooms'), rooms: z.array(sentRoom).max(ROOMS_MAX) })

export const roomNow = z.object({ state, reason: roomReason.nullable(), since: z.iso.datetime() })
export type RoomNow = z.infer<typeof roomNow>

/** A part of a lane; one follows the other. */
const roomSpan = z.object({ state, from: z.iso.datetime(), to: z.iso.datetime() })
export type RoomSpan = z.infer<typeof roomSpan>

const roomAlarm = z.object({
  alertId: z.uuid(),
  activity,
  isPossible: z.boolean(),
  severity: alertSeverity,
  occurredAt: z.iso.datetime(),
  state: z.enum(ALARM_STATES),
})

const roomCheckIn = z.object({ eventId: z.uuid(), eventTime: z.iso.datetime(), userName: z.string(), note: z.string() })

const room = z.object({
  cameraId: z.uuid(),
  cameraName: z.string(),
  location: z.string(),
  unitName: z.string().nullable(),
  /** That stay there now, by their beds; empty to those that may not read residents. */
  residents: z.array(residentMark),
  /** To tell the rooms of several sites apart. */
  tenantName: z.string(),
  now: roomNow,
  /** The newest that is not resolved, else the newest of the last seven days. */
  alarm: roomAlarm.nullable(),
  /** The newest of today, by the site's clock. */
  checkIn: roomCheckIn.omit({ note: true }).nullable(),
  /** The care visit that runs; null: none. */
  visit: visit.nullable(),
  /** In bed since 18:00, by the site's clock; null by day, and where nothing is known of that time. */
  inBedMinutes: z.number().int().nullable(),
  /** The last two hours, the oldest first. */
  lane: z.array(roomSpan),
})
export type Room = z.infer<typeof room>

const roomNote = z.object({ at: z.iso.datetime(), userName: z.string(), text: z.string() })

const roomDetail = room.extend({
  /** IANA zone of the site, in which the lane is read. */
  timezone: z.string(),
  /** Whether a picture of now may be shown to this user. */
  isLive: z.boolean(),
  /** The last 24 hours, the oldest first; what nobody knows is `unknown`. */
  day: z.array(roomSpan),
  /** Alarms and other alerts of that time, the oldest first. */
  alerts: z.array(roomAlarm.extend({ state: z.enum(ALARM_STATES).nullable() })),
  checkIns: z.array(roomCheckIn),
  /** What handovers left on this room in the last ROOM_NOTE_DAYS, the newest first. */
  notes: z.array(roomNote),
})
export type RoomDetail = z.infer<typeof roomDetail>

export const roomEndpoints = {
  'room.list': endpoint({
    method: 'GET',
    path: 'room',
    access: READERS,
    summary: 'All rooms of the scope with their present state, by name; at most 500.',
    query: z.strictObject({ unitIds: idList.optional() }),
    response: z.object({
      records: z.array(room),
      totalCount: z.number().int(),
      /** The service's clock, for running times. */
      now: z.iso.datetime(),
    }),
  }),
  'room.get': endpoint({
    method: 'GET',
    path: 'room/:id',
    access: READERS,
    summary:
      'One room by its camera: now, its last 24 hours with alerts and check-ins, and the notes of its handovers.',
    params: byId,
    response: roomDetail.extend({ now: roomNow, serverNow: z.iso.datetime() }),
  }),
}
