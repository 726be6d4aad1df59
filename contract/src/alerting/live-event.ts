/** Live events for open consoles: ids only, the console fetches what it shows. ALERT-10, DASH-02. */
import { z } from 'zod'
import { activity, alertSeverity } from '../camera/apps.ts'
import { roomNow } from '../care/room.ts'
import { endpoint } from '../shared/endpoint.ts'
import { notificationCause } from './notification.ts'

/** Events of a tenant. `unitId` lets the service keep them from users who are bound to other units. */
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
    severity: alertSeverity,
    occurredAt: z.iso.datetime(),
  }),
  /** Seen, archived, judged, or its clip came. `forUserId`: only that user's view of it changed. */
  z.object({
    type: z.literal('alert-changed'),
    alertIds: z.array(z.uuid()),
    unitId: z.uuid().nullable(),
    forUserId: z.uuid().optional(),
  }),
  /** An alarm was answered, or opened again: consoles ask `alarm.open` anew. */
  z.object({ type: z.literal('alarm-changed'), alertIds: z.array(z.uuid()), unitId: z.uuid().nullable() }),
  /** One user is notified: of an alert that waits too long, one that was sent again, a planned check-in, a sample. */
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
    severity: alertSeverity.nullable(),
    location: z.string(),
    forUserId: z.uuid(),
  }),
  /** The incident report of an alert came a step further, was saved or deleted. */
  z.object({ type: z.literal('report-changed'), alertId: z.uuid(), unitId: z.uuid().nullable() }),
  /** An accident report was written or went on. */
  z.object({ type: z.literal('accident-changed'), accidentId: z.uuid(), unitId: z.uuid().nullable() }),
  /** A note of a handover was written, or a shift was handed over. */
  z.object({ type: z.literal('handover-changed'), unitId: z.uuid().nullable() }),
  /** A report that somebody asked for as a PDF came further. */
  z.object({
    type: z.literal('report-progress'),
    progressId: z.uuid(),
    percent: z.number().int().min(0).max(100),
    forUserId: z.uuid(),
  }),
  /** A check-in began or ended, or its note was changed; with it what was planned. */
  z.object({ type: z.literal('check-in-changed'), eventId: z.uuid(), cameraId: z.uuid(), unitId: z.uuid().nullable() }),
  /** Check-ins were planned, moved, skipped or cancelled. */
  z.object({ type: z.literal('booking-changed'), bookingId: z.uuid(), unitId: z.uuid().nullable() }),
  z.object({ type: z.literal('camera-changed'), cameraId: z.uuid(), unitId: z.uuid().nullable() }),
  /** A room's resident does something else, or nothing is known any more: the one event that says what is shown. */
  z.object({ type: z.literal('room-changed'), cameraId: z.uuid(), unitId: z.uuid().nullable(), room: roomNow }),
  /** Test incidents of these cameras came as far as their recipients: consoles confirm it and show nothing. PROOF-01 */
  z.object({ type: z.literal('path-proven'), cameraIds: z.array(z.uuid()), unitId: z.uuid().nullable() }),
  /** A care visit began or ended: consoles ask anew. */
  z.object({ type: z.literal('visit-changed'), cameraId: z.uuid(), unitId: z.uuid().nullable() }),
  /** A hub came or went, took a step of its registration, or was changed; for those who manage hubs. */
  z.object({ type: z.literal('hub-changed'), hubId: z.uuid() }),
  /** Of the service itself, for those who administer: whether its disk has no room for clips. Repeated while it is full. */
  z.object({ type: z.literal('disk-changed'), isFull: z.boolean() }),
  z.object({ type: z.literal('frame-changed'), cameraId: z.uuid(), unitId: z.uuid().nullable() }),
])
export type LiveEvent = z.infer<typeof liveEvent>

export const streamEndpoints = {
  'stream.open': endpoint({
    method: 'GET',
    path: 'stream',
    access: 'signed-in',
    summary:
      'Server-sent events of the user’s scope: data is one LiveEvent as JSON; a comment every 15 s keeps it open.',
    answer: 'events',
  }),
}
