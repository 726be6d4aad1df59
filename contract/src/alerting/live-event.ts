/** Live events for open consoles: ids only, the console fetches the data. ALERT-10, DASH-02. */
import { z } from 'zod'
import { roomNow } from '../care/room.ts'
import { activity, alertSeverity } from '../shared/apps.ts'
import { endpoint } from '../shared/endpoint.ts'
import { notificationCause } from './notification.ts'

/** Events of a tenant. `unitId` lets the service hide them from users who are bound to other units. */
const liveEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('alert-raised'),
    alertId: z.uuid(),
    /** Null for the alert of a hub. */
    cameraId: z.uuid().nullable(),
    cameraName: z.string(),
    location: z.string(),
    unitId: z.uuid().nullable(),
    activity,
    isPossible: z.boolean().optional(),
    kindName: z.string().nullish(),
    severity: alertSeverity,
    occurredAt: z.iso.datetime(),
  }),
  /** Seen, archived, judged, or its clip arrived. `forUserId`: only that user's view of it changed. */
  z.object({
    type: z.literal('alert-changed'),
    alertIds: z.array(z.uuid()),
    unitId: z.uuid().nullable(),
    forUserId: z.uuid().optional(),
  }),
  /** An alarm was answered, or reopened: consoles call `alarm.open` again. */
  z.object({ type: z.literal('alarm-changed'), alertIds: z.array(z.uuid()), unitId: z.uuid().nullable() }),
  /** One user is notified: of an escalated or resent alert, a planned check-in, or a sample. */
  z.object({
    type: z.literal('notified'),
    notificationId: z.uuid(),
    cause: notificationCause,
    /** Null for a sample and a reminder. */
    alertId: z.uuid().nullable(),
    /** The planned check-in; null unless it is a reminder. */
    occurrenceId: z.uuid().nullable(),
    activity: activity.nullable(),
    isPossible: z.boolean().optional(),
    kindName: z.string().nullish(),
    severity: alertSeverity.nullable(),
    location: z.string(),
    forUserId: z.uuid(),
  }),
  /** The incident report of an alert progressed, was saved or deleted. */
  z.object({ type: z.literal('report-changed'), alertId: z.uuid(), unitId: z.uuid().nullable() }),
  /** An accident report was created or changed. */
  z.object({ type: z.literal('accident-changed'), accidentId: z.uuid(), unitId: z.uuid().nullable() }),
  /** A note of a handover was written, or a shift was handed over. */
  z.object({ type: z.literal('handover-changed'), unitId: z.uuid().nullable() }),
  /** Days of a roster changed, and with them perhaps who is on duty now. */
  z.object({ type: z.literal('roster-changed') }),
  /** The requested PDF of a report progressed. */
  z.object({
    type: z.literal('report-progress'),
    progressId: z.uuid(),
    percent: z.number().int().min(0).max(100),
    forUserId: z.uuid(),
  }),
  /** A check-in began or ended, or its note was changed; its occurrence changes with it. */
  z.object({ type: z.literal('check-in-changed'), eventId: z.uuid(), cameraId: z.uuid(), unitId: z.uuid().nullable() }),
  /** Check-ins were planned, moved, skipped or canceled. */
  z.object({ type: z.literal('booking-changed'), bookingId: z.uuid(), unitId: z.uuid().nullable() }),
  z.object({ type: z.literal('camera-changed'), cameraId: z.uuid(), unitId: z.uuid().nullable() }),
  /** The state of a room changed, or became unknown: the only event that contains the data to show. */
  z.object({ type: z.literal('room-changed'), cameraId: z.uuid(), unitId: z.uuid().nullable(), room: roomNow }),
  /** Test incidents of these cameras passed up to their recipients: consoles confirm it and show nothing. PROOF-01 */
  z.object({ type: z.literal('path-proven'), cameraIds: z.array(z.uuid()), unitId: z.uuid().nullable() }),
  /** A care visit began or ended: consoles fetch again. */
  z.object({ type: z.literal('visit-changed'), cameraId: z.uuid(), unitId: z.uuid().nullable() }),
  /** A hub came or went, progressed in its registration, or was changed; for roles that manage hubs. */
  z.object({ type: z.literal('hub-changed'), hubId: z.uuid() }),
  /**
   * State of the service itself, for administrators: whether its disk has no space for clips. Repeated while it is
   * full.
   */
  z.object({ type: z.literal('disk-changed'), isFull: z.boolean() }),
  /** The same of its e-mail: whether it has waited for minutes, by another way than the one that is broken. */
  z.object({ type: z.literal('mail-changed'), isWaiting: z.boolean() }),
  z.object({ type: z.literal('frame-changed'), cameraId: z.uuid(), unitId: z.uuid().nullable() }),
])
export type LiveEvent = z.infer<typeof liveEvent>

export const streamEndpoints = {
  'stream.open': endpoint({
    method: 'GET',
    path: 'stream',
    access: 'signed-in',
    beforeFactor: 'alarms',
    summary:
      'Server-sent events of the user’s scope: data is one LiveEvent as JSON; a comment every 5 s keeps it open.',
    answer: 'events',
  }),
}
