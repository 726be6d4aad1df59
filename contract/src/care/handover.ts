/** Handover of a shift: its sheet, notes, and records. Requirement HANDOVER-01; domain.md "Handover". */
import { z } from 'zod'
import { locale } from '../identity/session.ts'
import { ALARM_STATES, ANSWERERS, STORED_OUTCOMES } from '../shared/alarm-state.ts'
import { activity, alertSeverity } from '../shared/apps.ts'
import { endpoint } from '../shared/endpoint.ts'
import { byId, calendarDay, instant, openPageQuery, page } from '../shared/page.ts'
import { READERS } from '../shared/roles.ts'
import { HANDOVER_NOTE_MAX } from './care-lists.ts'
import { residentMark } from './resident.ts'

/** A shift of the site; `day` (06:00 to 18:00) and `night` at a site without shifts. */
const shiftKey = z.union([z.uuid(), z.enum(['day', 'night'])])
/** A shift that began on a day of the site's calendar. */
export const shiftOfSheet = z.object({
  key: shiftKey,
  /** Null: a default shift of a site without shifts. */
  name: z.string().nullable(),
  day: z.iso.date(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
})
const seconds = z.number().int().nullable()

/** Residents of the room at that time; empty for roles that may not read residents. Records do not store them. */
const residents = z.array(residentMark)

/** Key of a room: alarms and rooms with the same one belong together, whatever camera saw them. */
const room = z.string()

const note = z.object({
  text: z.string(),
  /** 0: not written yet. */
  version: z.number().int(),
  userName: z.string().nullable(),
  at: z.iso.datetime().nullable(),
})
export type HandoverNote = z.infer<typeof note>

export const handoverAlarm = z.object({
  alertId: z.uuid(),
  /** Null: the alert belongs to no camera. */
  cameraId: z.uuid().nullable(),
  room,
  location: z.string(),
  residents,
  activity,
  /** A fall that is not sure. */
  isPossible: z.boolean(),
  kindName: z.string().nullable(),
  severity: alertSeverity,
  occurredAt: z.iso.datetime(),
  state: z.enum(ALARM_STATES),
  /** Since the alarm was raised; null: it did not happen. */
  claimedSeconds: seconds,
  arrivedSeconds: seconds,
  resolvedSeconds: seconds,
  /** Who claimed it, otherwise who resolved it. */
  userName: z.string().nullable(),
  outcome: z.enum(STORED_OUTCOMES).nullable(),
  note: z.string().nullable(),
  /** The frame of a fall, as far as the reader may see it. Records do not store it. */
  thumbnailUrl: z.string().nullable(),
})
export type HandoverAlarm = z.infer<typeof handoverAlarm>

const sleep = z.object({
  /** The date on which the night began. */
  day: z.iso.date(),
  /** The night is final at 18:00. */
  isProvisional: z.boolean(),
  sleepMinutes: z.number().nullable(),
  /** By the wall clock, minutes from 00:00. */
  bedtimeOfDay: z.number().int().nullable(),
  getUpOfDay: z.number().int().nullable(),
  /** Share of the night with frames. */
  coverageShare: z.number(),
})
export type HandoverSleep = z.infer<typeof sleep>

export const handoverRoom = z.object({
  room,
  /** One of its cameras, under which its note is stored. */
  cameraId: z.uuid(),
  location: z.string(),
  residents,
  unitName: z.string().nullable(),
  bedExits: z.number().int(),
  /** Median of the previous 14 same shifts; null with fewer than HANDOVER_USUAL_LEAST of them. */
  usualBedExits: z.number().nullable(),
  /** Null: nothing is known of that night. */
  sleep: sleep.nullable(),
  checkIns: z.number().int(),
  visits: z.number().int(),
  note,
})
export type HandoverRoom = z.infer<typeof handoverRoom>

const happened = z.object({ location: z.string(), at: z.iso.datetime(), userName: z.string(), text: z.string() })

export const handoverSheet = z.object({
  siteName: z.string(),
  timezone: z.string(),
  unitId: z.uuid().nullable(),
  unitName: z.string().nullable(),
  shift: shiftOfSheet,
  /** When all of this was read. */
  at: z.iso.datetime(),
  /** Alarms of the shift: falls first, then by severity, newest first; at most HANDOVER_ROWS_MAX. */
  alarms: z.array(handoverAlarm),
  alarmCount: z.number().int(),
  /** Calls of rooms that began in the shift: one press answers all alarms of a call. */
  callCount: z.number().int(),
  /** Alarms that are still open, whenever they began. */
  open: z.array(handoverAlarm),
  rooms: z.array(handoverRoom),
  /** Check-ins with their notes, oldest first. */
  checkIns: z.array(happened),
  /** Planned and not done. */
  missed: z.array(happened),
  /** Notes on alerts. */
  notes: z.array(happened),
  /** Cameras without frames and silent hubs. */
  errors: z.array(
    z.object({ name: z.string(), activity, at: z.iso.datetime(), /** It has not come back. */ isDark: z.boolean() }),
  ),
  /** For all rooms. */
  note,
})
export type HandoverSheet = z.infer<typeof handoverSheet>

const named = z.object({
  id: z.uuid(),
  giverName: z.string(),
  receiverName: z.string(),
  handedAt: z.iso.datetime(),
})
const record = named.extend({
  shiftName: z.string().nullable(),
  shiftKey,
  unitName: z.string().nullable(),
  startsAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  alarmCount: z.number().int(),
  openCount: z.number().int(),
  note: z.string(),
})
export type HandoverRecord = z.infer<typeof record>

/** Identifies a sheet: a shift that began on this day, for one unit or the whole site. */
const which = { shift: shiftKey, day: calendarDay('handover.day'), unitId: z.uuid().nullable() }
export const handoverQuery = z.strictObject({
  shift: shiftKey.optional(),
  day: which.day.optional(),
  unitId: z.uuid().optional(),
})
/** At a SHARED station: the person. Required there, rejected elsewhere. */
const byUserId = z.uuid().optional()

export const handoverEndpoints = {
  'handover.get': endpoint({
    method: 'GET',
    path: 'handover',
    access: READERS,
    summary:
      'The sheet of a shift of the site that is worked on; without a shift the reader’s own, else the running one. People bound to units get one of theirs.',
    query: handoverQuery,
    response: z.object({
      sheet: handoverSheet,
      /** Other shifts to choose from. */
      shifts: z.array(z.object({ key: shiftKey, name: z.string().nullable() })),
      units: z.array(z.object({ unitId: z.uuid(), name: z.string() })),
      mayWholeSite: z.boolean(),
      /** Records of this sheet, newest first. */
      handed: z.array(named),
    }),
  }),
  'handover.note': endpoint({
    method: 'PUT',
    path: 'handover/note',
    access: ANSWERERS,
    summary: 'Save a note of a room, or for all. 409 `conflict` when somebody else has written since `version`.',
    body: z.strictObject({
      ...which,
      /** Null: for all rooms of the sheet. */
      cameraId: z.uuid().nullable(),
      text: z.string().max(HANDOVER_NOTE_MAX),
      version: z.number().int().min(0),
      byUserId,
    }),
    response: note,
    changes: true,
  }),
  'handover.give': endpoint({
    method: 'POST',
    path: 'handover',
    access: ANSWERERS,
    summary: 'Hand the sheet over: it is stored as it is now, with the names of giver and receiver, and never changed.',
    body: z.strictObject({
      ...which,
      receiverId: z.uuid(),
      /** Idempotency key of this press: a repeat gets the same record. */
      requestId: z.uuid(),
      byUserId,
    }),
    response: named,
    changes: true,
  }),
  'handover.search': endpoint({
    method: 'POST',
    path: 'handover/search',
    access: READERS,
    summary: 'What was handed over, the newest first: by words of names, rooms and notes, and by time.',
    query: openPageQuery,
    body: z.strictObject({
      text: z.string().max(200).optional(),
      from: instant.optional(),
      to: instant.optional(),
      unitIds: z.array(z.uuid()).max(500).optional(),
    }),
    response: page(record),
  }),
  'handover.record': endpoint({
    method: 'GET',
    path: 'handover/record/:id',
    access: READERS,
    summary: 'One handover with its sheet as it was.',
    params: byId,
    response: named.extend({ sheet: handoverSheet }),
  }),
  'handover.pdf': endpoint({
    method: 'GET',
    path: 'handover/pdf/:id',
    access: READERS,
    summary: 'One handover as a PDF of A4 pages.',
    params: byId,
    query: z.strictObject({ locale }),
    answer: 'bytes',
  }),
}
