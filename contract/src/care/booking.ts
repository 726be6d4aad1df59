/** Bookings: check-ins that are planned for a room, a person and a time, once or repeating. LIVE-04; domain.md "Booking". */

import { z } from 'zod'
import { DAY_MS } from '../shared/duration.ts'
import { endpoint } from '../shared/endpoint.ts'
import { byId, calendarDay } from '../shared/page.ts'
import { patchFields, version } from '../shared/patch.ts'
import { READERS, STAFF } from '../shared/roles.ts'
import { BOOKING_REPEATS, type BookingRepeat } from './care-lists.ts'

/** Time before the planned time from which a check-in counts. */
export const BOOKING_EARLY_MINUTES = 15
/** The longest that a booking repeats. */
const BOOKING_DAYS_MAX = 366
/** The longest range of days for one request of a calendar. */
const BOOKING_RANGE_DAYS_MAX = 42
const BOOKING_PURPOSE_MAX = 200

const bookingRepeat = z.enum(BOOKING_REPEATS)

/** A day of the site's calendar: `2026-11-22`. */
const day = calendarDay('booking.day-invalid')
/**
 * Minutes since the site's midnight. A time in a skipped hour moves later by the gap; of a repeated time the second
 * occurrence counts.
 */
const startMinute = z
  .number('booking.time-invalid')
  .int('booking.time-invalid')
  .min(0, 'booking.time-invalid')
  .max(1439, 'booking.time-invalid')

export const bookingFields = z.strictObject({
  cameraId: z.uuid('booking.camera-required'),
  /** The user who is to look in. */
  userId: z.uuid('booking.user-required'),
  firstDay: day,
  startMinute,
  /** Time after the planned time until which a check-in counts. */
  windowMinutes: z.number().int().min(5, 'booking.window-invalid').max(720, 'booking.window-invalid').default(30),
  /** Time of the reminder before the planned time. */
  reminderMinutes: z.number().int().min(0, 'booking.reminder-invalid').max(120, 'booking.reminder-invalid').default(5),
  repeat: bookingRepeat.default('none'),
  /** The last day on which it may happen; null unless it repeats. */
  untilDay: day.nullable().default(null),
  /** The purpose of the check-in. */
  purpose: z.string().trim().max(BOOKING_PURPOSE_MAX, 'booking.purpose-too-long').default(''),
})
type Repeating = { repeat: BookingRepeat; untilDay: string | null; firstDay: string }
const spanDays = ({ untilDay, firstDay }: Repeating) => (Date.parse(untilDay!) - Date.parse(firstDay)) / DAY_MS
const isRepeatWhole = (draft: Repeating) => draft.repeat === 'none' || draft.untilDay !== null
const isUntilLater = (draft: Repeating) => draft.repeat === 'none' || draft.untilDay === null || spanDays(draft) >= 0
const isUntilNear = (draft: Repeating) =>
  draft.repeat === 'none' || draft.untilDay === null || spanDays(draft) < BOOKING_DAYS_MAX

export const bookingDraft = bookingFields
  .refine(isRepeatWhole, { message: 'booking.until-required', path: ['untilDay'] })
  .refine(isUntilLater, { message: 'booking.until-before-first', path: ['untilDay'] })
  .refine(isUntilNear, { message: 'booking.until-too-far', path: ['untilDay'] })
export type BookingDraft = z.output<typeof bookingDraft>

export const booking = bookingFields.extend({
  id: z.uuid(),
  version,
  location: z.string(),
  userName: z.string(),
  tenantId: z.uuid(),
  /** The site's zone, in which its days and minutes are meant. */
  timezone: z.string(),
  isDeleted: z.boolean(),
})
export type Booking = z.infer<typeof booking>

/**
 * `due`: a check-in would complete it now. `done`: somebody has looked in. `missed`: nobody has, and the time is over.
 * `skipped`: it was removed from its series.
 */
const occurrenceState = z.enum(['upcoming', 'due', 'done', 'missed', 'skipped'])
export type OccurrenceState = z.infer<typeof occurrenceState>

/** One planned check-in. */
export const occurrence = z.object({
  id: z.uuid(),
  bookingId: z.uuid(),
  version,
  cameraId: z.uuid(),
  location: z.string(),
  unitName: z.string().nullable(),
  /** To distinguish rooms of several sites, and the time zone of its day and minute. */
  tenantName: z.string(),
  timezone: z.string(),
  userId: z.uuid(),
  userName: z.string(),
  day,
  startMinute,
  startsAt: z.iso.datetime(),
  /** From here on it is missed. */
  endsAt: z.iso.datetime(),
  state: occurrenceState,
  /** Moved to another time than its series has. */
  isMoved: z.boolean(),
  repeat: bookingRepeat,
  purpose: z.string(),
  /** The check-in that completed it. */
  checkIn: z.object({ id: z.uuid(), userName: z.string(), eventTime: z.iso.datetime() }).nullable(),
})
export type Occurrence = z.infer<typeof occurrence>

/** Something else that is planned at the same time, in the same room or for the same person. */
const bookingConflict = occurrence.extend({ of: z.enum(['room', 'person', 'both']) })
export type BookingConflict = z.infer<typeof bookingConflict>

const ids = z.array(z.uuid()).max(100).optional()

export const bookingEndpoints = {
  'booking.search': endpoint({
    method: 'POST',
    path: 'booking/search',
    access: READERS,
    summary: 'The planned check-ins of a range of days, in their order.',
    body: z
      .strictObject({
        fromDay: day,
        /** Counted in. */
        toDay: day,
        unitIds: ids,
        cameraIds: ids,
        userIds: ids,
      })
      .refine(({ fromDay, toDay }) => {
        const days = (Date.parse(toDay) - Date.parse(fromDay)) / DAY_MS
        return days >= 0 && days < BOOKING_RANGE_DAYS_MAX
      }, 'booking.range-invalid'),
    response: z.object({
      records: z.array(occurrence),
      /** There are more than can be shown: narrow the filter. */
      isCut: z.boolean(),
    }),
  }),
  'booking.next': endpoint({
    method: 'POST',
    path: 'booking/next',
    access: READERS,
    summary: 'What is due now and what comes next within twelve hours, most urgent first.',
    body: z.strictObject({ unitIds: ids }),
    response: z.object({ records: z.array(occurrence) }),
  }),
  'booking.occurrence': endpoint({
    method: 'GET',
    path: 'booking/occurrence/:id',
    access: READERS,
    summary: 'One planned check-in.',
    params: byId,
    response: occurrence,
  }),
  'booking.change': endpoint({
    method: 'PUT',
    path: 'booking/occurrence/:id',
    access: STAFF,
    summary: 'Move one planned check-in, give it to somebody else, skip it, or take it back in.',
    params: byId,
    body: z.strictObject({
      version,
      day: day.optional(),
      startMinute: startMinute.optional(),
      userId: z.uuid().optional(),
      isSkipped: z.boolean().optional(),
    }),
    changesObject: occurrence,
    response: occurrence,
    changes: true,
  }),
  'booking.get': endpoint({
    method: 'GET',
    path: 'booking/:id',
    access: READERS,
    summary: 'One booking as it was planned.',
    params: byId,
    response: booking,
  }),
  'booking.conflicts': endpoint({
    method: 'POST',
    path: 'booking/conflicts',
    access: STAFF,
    summary: 'What else is planned at the times of a draft, in its room or for its person.',
    body: z.strictObject({
      draft: bookingDraft,
      /** The booking that is edited: it does not conflict with itself. */
      bookingId: z.uuid().optional(),
    }),
    response: z.object({ records: z.array(bookingConflict), totalCount: z.number().int() }),
  }),
  'booking.create': endpoint({
    method: 'POST',
    path: 'booking',
    access: STAFF,
    summary: 'Plan a check-in, once or repeating.',
    body: bookingDraft,
    response: booking.extend({ occurrenceCount: z.number().int() }),
    changes: true,
  }),
  'booking.patch': endpoint({
    method: 'PUT',
    path: 'booking/patch',
    access: STAFF,
    summary: 'Change a booking: what is still to come of it is planned anew, what was stays.',
    body: patchFields(bookingFields).extend({ id: z.uuid(), version }),
    changesObject: booking,
    response: booking.extend({ occurrenceCount: z.number().int() }),
    changes: true,
  }),
  'booking.remove': endpoint({
    method: 'DELETE',
    path: 'booking/:id',
    access: STAFF,
    summary: 'Cancel what is still to come of a booking.',
    params: byId,
    query: z.strictObject({ version: z.coerce.number().pipe(version) }),
    changes: true,
  }),
  'booking.restore': endpoint({
    method: 'POST',
    path: 'booking/:id/restore',
    access: STAFF,
    summary: 'Take back that a booking was cancelled.',
    params: byId,
    response: booking,
    changes: true,
  }),
}
