/**
 * Rooms: the current state of their residents, and that of the last hours. Requirements ROOM-01, ROOM-02; domain.md
 * "Room state".
 */
import { z } from 'zod'
import { ALARM_STATES } from '../shared/alarm-state.ts'
import { activity, alertSeverity } from '../shared/apps.ts'
import { endpoint } from '../shared/endpoint.ts'
import { fact, laterFact, otherFact } from '../shared/fact.ts'
import { byId, idList } from '../shared/page.ts'
import { READERS } from '../shared/roles.ts'
import { residentMark } from './resident.ts'
import { ROOM_STATES, ROOM_UNKNOWN, ROOMS_MAX } from './room-state.ts'
import { visit } from './visit.ts'

/** Why the state is unknown; `other`: a code of a newer hub. */
export const roomReason = z.discriminatedUnion('code', [fact(ROOM_UNKNOWN, {}), otherFact])
export type RoomReason = z.infer<typeof roomReason>

const state = z.enum(ROOM_STATES)

/** A room's state from its hub. `since`: when it began; `at`: when it was inferred or repeated. */
const sentRoom = z.object({
  cameraId: z.uuid(),
  state,
  /** Null unless unknown. */
  reason: z.union([roomReason, laterFact]).nullable(),
  since: z.iso.datetime(),
  at: z.iso.datetime(),
})
export type SentRoom = z.infer<typeof sentRoom>
/**
 * Sent by a hub on its socket: changed rooms, in order; on each connection, and every few minutes, the current state of
 * all.
 */
export const roomsNotice = z.object({ type: z.literal('rooms'), rooms: z.array(sentRoom).max(ROOMS_MAX) })

export const roomNow = z.object({ state, reason: roomReason.nullable(), since: z.iso.datetime() })
export type RoomNow = z.infer<typeof roomNow>

/** A span of a timeline; each follows the previous one without a gap. */
const roomSpan = z.object({ state, from: z.iso.datetime(), to: z.iso.datetime() })
export type RoomSpan = z.infer<typeof roomSpan>

const roomAlarm = z.object({
  alertId: z.uuid(),
  activity,
  isPossible: z.boolean(),
  kindName: z.string().nullable(),
  severity: alertSeverity,
  occurredAt: z.iso.datetime(),
  state: z.enum(ALARM_STATES),
})

const roomCheckIn = z.object({ eventId: z.uuid(), eventTime: z.iso.datetime(), userName: z.string(), note: z.string() })

const room = z.object({
  /** Cameras with the same key are in one room, as alarms are. NIGHT-01. */
  room: z.string(),
  cameraId: z.uuid(),
  cameraName: z.string(),
  location: z.string(),
  unitName: z.string().nullable(),
  /** Current residents of the room, by bed; empty for roles that may not read residents. */
  residents: z.array(residentMark),
  /** To distinguish rooms of several sites. */
  tenantName: z.string(),
  now: roomNow,
  /**
   * The first unresolved alarm in the order of alarms, otherwise the newest of the last seven days. `userName`: who goes,
   * or is there; null: nobody.
   */
  alarm: roomAlarm.extend({ userName: z.string().nullable() }).nullable(),
  /** Number of unresolved alarms. */
  alarmCount: z.number().int(),
  /** The newest look-in of the last LOOK_IN_MINUTES that nobody has read. REAL-12. */
  lookIn: z.object({ alertId: z.uuid(), occurredAt: z.iso.datetime() }).nullable(),
  /** Falls are counted here and call nobody. REAL-13. */
  measuresFalls: z.boolean(),
  /** The newest of today, by the site's clock. */
  checkIn: roomCheckIn.omit({ note: true }).nullable(),
  /** The running care visit; null: none. */
  visit: visit.nullable(),
  /** Minutes in bed since 18:00, by the site's clock; null by day, and if unknown. */
  inBedMinutes: z.number().int().nullable(),
  /** The last two hours, oldest first. */
  timeline: z.array(roomSpan),
})
export type Room = z.infer<typeof room>

const roomNote = z.object({ at: z.iso.datetime(), userName: z.string(), text: z.string() })

const roomDetail = room.extend({
  /** IANA time zone of the site, in which the timeline is shown. */
  timezone: z.string(),
  /** Whether live video may be shown to this user. */
  isLive: z.boolean(),
  /** The last 24 hours, oldest first; unknown spans are `unknown`. */
  day: z.array(roomSpan),
  /** Alarms and other alerts of that time, oldest first. */
  alerts: z.array(roomAlarm.extend({ state: z.enum(ALARM_STATES).nullable() })),
  checkIns: z.array(roomCheckIn),
  /** Handover notes on this room of the last ROOM_NOTE_DAYS, newest first. */
  notes: z.array(roomNote),
})
export type RoomDetail = z.infer<typeof roomDetail>

export const roomEndpoints = {
  'room.list': endpoint({
    method: 'GET',
    path: 'room',
    access: READERS,
    scope: 'rooms',
    summary:
      'The cameras of all rooms of the scope with their present state, by name; at most 500. Those with the same `room` are in one room.',
    query: z.strictObject({ unitIds: idList.optional() }),
    response: z.object({
      records: z.array(room),
      /** Number of cameras. */
      totalCount: z.number().int(),
      /** The service's clock, for running timers. */
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
