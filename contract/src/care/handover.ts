/** Handover of a shift: its sheet, notes, and what was handed over. Requirement HANDOVER-01; domain.md "Handover". */
import { z } from 'zod'
import { ALARM_OUTCOMES, ALARM_STATES, ANSWERERS } from '../alerting/alarm-state.ts'
import { activity, alertSeverity } from '../camera/apps.ts'
import { READERS } from '../identity/roles.ts'
import { locale } from '../identity/session.ts'
import { endpoint } from '../shared/endpoint.ts'
import { byId, calendarDay, instant, openPageQuery, page } from '../shared/page.ts'
import { HANDOVER_NOTE_MAX } from './handover-limits.ts'

/** A shift of the site; `day` (06:00 to 18:00) and `night` at a site that has none. */
const shiftKey = z.union([z.uuid(), z.enum(['day', 'night'])])
const seconds = z.number().int().nullable()

const note = z.object({
  text: z.string(),
  /** 0: nobody has written yet. */
  version: z.number().int(),
  userName: z.string().nullable(),
  at: z.iso.datetime().nullable(),
})
export type HandoverNote = z.infer<typeof note>

const alarm = z.object({
  alertId: z.uuid(),
  location: z.string(),
  activity,
  /** A fall that only the background saw; records of before do not say. */
  isPossible: z.boolean().optional(),
  severity: alertSeverity,
  occurredAt: z.iso.datetime(),
  state: z.enum(ALARM_STATES),
  /** From raised; null: it did not happen. */
  claimedSeconds: seconds,
  arrivedSeconds: seconds,
  resolvedSeconds: seconds,
  /** Who went, else who resolved it. */
  userName: z.string().nullable(),
  outcome: z.enum([...ALARM_OUTCOMES, 'read-before']).nullable(),
  note: z.string().nullable(),
})
export type HandoverAlarm = z.infer<typeof alarm>

const sleep = z.object({
  /** The date on which the night began. */
  day: z.iso.date(),
  /** The night is final at 18:00. */
  isProvisional: z.boolean(),
  sleepMinutes: z.number().nullable(),
  /** By the wall clock, minutes from 00:00. */
  bedtimeOfDay: z.number().int().nullable(),
  getUpOfDay: z.number().int().nullable(),
  /** Share of the night with pictures. */
  coverageShare: z.number(),
})
export type HandoverSleep = z.infer<typeof sleep>

export const handoverRoom = z.object({
  cameraId: z.uuid(),
  location: z.string(),
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
  shift: z.object({
    key: shiftKey,
    /** Null: one of a site that has no shifts. */
    name: z.string().nullable(),
    day: z.iso.date(),
    startsAt: z.iso.datetime(),
    endsAt: z.iso.datetime(),
  }),
  /** When all of this was read. */
  at: z.iso.datetime(),
  /** Of the shift, the newest first; at most 200. */
  alarms: z.array(alarm),
  alarmCount: z.number().int(),
  /** Not over, whenever it began. */
  open: z.array(alarm),
  rooms: z.array(handoverRoom),
  /** Check-ins with what was written, the oldest first. */
  checkIns: z.array(happened),
  /** Planned and not done. */
  missed: z.array(happened),
  /** Notes on alerts. */
  notes: z.array(happened),
  /** Cameras without a picture and hubs that were silent. */
  failures: z.array(
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

/** Which sheet: a shift that began on this day, of one unit or of the whole site. */
const which = { shift: shiftKey, day: calendarDay('handover.day'), unitId: z.uuid().nullable() }
/** At a SHARED station: the person. Required there, refused elsewhere. */
const byUserId = z.uuid().optional()

export const handoverEndpoints = {
  'handover.get': endpoint({
    method: 'GET',
    path: 'handover',
    access: READERS,
    summary:
      'The sheet of a shift of the site that is worked on; without a shift that whose end is nearest. People bound to units get one of theirs.',
    query: z.strictObject({
      shift: shiftKey.optional(),
      day: which.day.optional(),
      unitId: z.uuid().optional(),
    }),
    response: z.object({
      sheet: handoverSheet,
      /** What may be chosen instead. */
      shifts: z.array(z.object({ key: shiftKey, name: z.string().nullable() })),
      units: z.array(z.object({ unitId: z.uuid(), name: z.string() })),
      mayWholeSite: z.boolean(),
      /** What was handed over of this sheet, the newest first. */
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
      /** Of this press: a repeat of it gets the same record. */
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
    summary: 'One handover on one page of A4.',
    params: byId,
    query: z.strictObject({ locale }),
    answer: 'bytes',
  }),
}
