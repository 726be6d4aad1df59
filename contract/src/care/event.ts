/**
 * Events: virtual check-ins. A user looks into a room on purpose, and writes a note. LIVE-03; domain.md "Check-in
 * event".
 */
import { z } from 'zod'
import { cameraStatus } from '../camera/camera.ts'
import { endpoint } from '../shared/endpoint.ts'
import { byId, instant, openKeyedQuery, page, pageQuery } from '../shared/page.ts'
import { version } from '../shared/patch.ts'
import { READERS, STAFF } from '../shared/roles.ts'

/** Interval at which the page of a running check-in reports that it is still open. */
export const CHECK_IN_SIGN_SECONDS = 5
/** Without a sign for this long a check-in is over. */
export const CHECK_IN_SILENT_SECONDS = 30
export const CHECK_IN_NOTE_MAX = 2000

/** RESTRICTED_USER gets no clear video, so they cannot do check-ins. */
const VIEWERS = [...STAFF, 'DEMO_USER'] as const

const ids = z.array(z.uuid()).max(100).optional()
const note = z.string().trim().max(CHECK_IN_NOTE_MAX, 'event.note-too-long')
/** All seconds of this check-in in which the tab was visible and its video live; never fewer than reported before. */
const monitoredDurationSeconds = z.number().int().min(0).max(86_400)

export const checkIn = z.object({
  id: z.uuid(),
  cameraId: z.uuid(),
  cameraName: z.string(),
  location: z.string(),
  unitName: z.string().nullable(),
  /** When it was opened. */
  eventTime: z.iso.datetime(),
  /** The person who did the check-in. */
  userId: z.uuid(),
  userName: z.string(),
  /** Name of the shared sign-in, if it was one; null: their own. */
  stationName: z.string().nullable(),
  /** How long the video was live and visible to the user. */
  monitoredDurationSeconds: z.number().int(),
  /** When the first frame was shown; null: none was. */
  streamTime: z.iso.datetime().nullable(),
  /** Null: it is running. */
  endedAt: z.iso.datetime().nullable(),
  note: z.string(),
  noteVersion: version,
  /** Whether the requesting user wrote it, and so may change its note. */
  isOwn: z.boolean(),
})
export type CheckIn = z.infer<typeof checkIn>

const checkInDetail = checkIn.extend({
  /** Edits of the note after the check-in ended, newest first. */
  noteEdits: z.array(z.object({ at: z.iso.datetime(), userName: z.string(), before: z.string(), after: z.string() })),
})
export type CheckInDetail = z.infer<typeof checkInDetail>

/** A room for check-ins: its camera has A008 on now, and its site has live streaming. */
const checkInRoom = z.object({
  cameraId: z.uuid(),
  cameraName: z.string(),
  location: z.string(),
  unitName: z.string().nullable(),
  /** To distinguish rooms of several sites. */
  tenantName: z.string(),
  status: cameraStatus,
  /** The latest frame; null if there is none. */
  imageUrl: z.string().nullable(),
  /** The last check-in in which a frame was shown. */
  lastCheckIn: z.object({ eventTime: z.iso.datetime(), userName: z.string() }).nullable(),
  /** Users who are looking in now. */
  watchedBy: z.array(z.string()),
})
export type CheckInRoom = z.infer<typeof checkInRoom>

const checkInFilter = z.strictObject({
  unitIds: ids,
  cameraIds: ids,
  userIds: ids,
  from: instant.optional(),
  to: instant.optional(),
  /** In the note, the room or the user's name. */
  text: z.string().max(80).optional(),
})
export type CheckInFilter = z.output<typeof checkInFilter>

export const eventEndpoints = {
  'event.search': endpoint({
    method: 'POST',
    path: 'event/search',
    access: READERS,
    summary: 'One page of virtual check-ins, newest first.',
    query: openKeyedQuery,
    body: checkInFilter,
    response: page(checkIn),
  }),
  'event.rooms': endpoint({
    method: 'POST',
    path: 'event/rooms',
    access: VIEWERS,
    summary: 'One page of the rooms that can be looked into now, by name.',
    query: pageQuery,
    body: z.strictObject({ unitIds: ids, cameraIds: ids, text: z.string().max(80).optional() }),
    response: page(checkInRoom),
  }),
  'event.people': endpoint({
    method: 'POST',
    path: 'event/people',
    access: READERS,
    summary: 'Who does check-ins at a site: names to choose from, each with its id.',
    query: pageQuery,
    body: z.strictObject({
      text: z.string().max(80).optional(),
      ids,
      /** Only people who may look into this room. */
      cameraId: z.uuid().optional(),
    }),
    response: page(z.object({ id: z.uuid(), name: z.string() })),
  }),
  'event.get': endpoint({
    method: 'GET',
    path: 'event/:id',
    access: READERS,
    summary: 'One check-in, with what became of its note.',
    params: byId,
    response: checkInDetail,
  }),
  'event.open': endpoint({
    method: 'POST',
    path: 'event',
    access: STAFF,
    summary: 'Begin a check-in as its stream starts, or go on with one’s own that still runs on this camera.',
    body: z.strictObject({
      cameraId: z.uuid(),
      /** The person at a shared sign-in; rejected for other users. */
      personId: z.uuid().optional(),
    }),
    response: checkIn,
    changes: true,
  }),
  'event.sign': endpoint({
    method: 'POST',
    path: 'event/:id/sign',
    access: STAFF,
    summary: 'Say that one is still there. Refused with `check-in-over` when it was closed meanwhile.',
    params: byId,
    body: z.strictObject({
      monitoredDurationSeconds,
      /** Whether a frame has been shown. */
      hasImage: z.boolean(),
    }),
    response: checkIn,
    changes: true,
  }),
  'event.close': endpoint({
    method: 'POST',
    path: 'event/:id/close',
    access: STAFF,
    summary: 'End one’s own check-in; one that is over already stays as it is.',
    params: byId,
    body: z.strictObject({ monitoredDurationSeconds }),
    response: checkIn,
    changes: true,
  }),
  'event.note': endpoint({
    method: 'PUT',
    path: 'event/:id/note',
    access: STAFF,
    summary: 'Change the note of your own check-in; once it is over what stood there before is retained.',
    params: byId,
    body: z.strictObject({ note, version }),
    response: checkIn,
    changes: true,
  }),
}
