/** Events: virtual check-ins, and the text of incident reports. Requirements LIVE-03, REPORT-02. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, instant, page, pageQuery } from './page.ts'
import { READERS, STAFF } from './roles.ts'

export const checkIn = z.object({
  id: z.uuid(),
  cameraId: z.uuid(),
  eventTime: z.iso.datetime(),
  userName: z.string(),
  /** How long the picture was visible to the user. */
  monitoredDurationSeconds: z.number().int(),
  /** When the first picture was shown. */
  streamTime: z.iso.datetime().nullable(),
  note: z.string(),
})

export const eventDetail = z.object({
  id: z.uuid(),
  eventId: z.uuid(),
  eventType: z.literal('ALERT'),
  content: z.string(),
  createdAt: z.iso.datetime(),
})

const content = z.string().max(50_000)

export const eventEndpoints = {
  'event.search': endpoint({
    method: 'POST',
    path: 'event/search',
    access: READERS,
    summary: 'One page of virtual check-ins.',
    query: pageQuery,
    body: z.strictObject({ unitIds: z.array(z.uuid()).optional(), from: instant.optional(), to: instant.optional() }),
    response: page(checkIn),
    later: true,
  }),
  'eventDetail.generate': endpoint({
    method: 'POST',
    path: 'eventDetail/generateSummary',
    access: STAFF,
    summary: 'Write the draft of an incident report.',
    body: z.strictObject({ id: z.uuid() }),
    response: eventDetail,
    changes: true,
    later: true,
  }),
  'eventDetail.update': endpoint({
    method: 'PUT',
    path: 'eventDetail/update',
    access: STAFF,
    summary: 'Change the text of an incident report.',
    body: z.strictObject({ id: z.uuid(), content }),
    response: eventDetail,
    changes: true,
    later: true,
  }),
  'eventDetail.create': endpoint({
    method: 'POST',
    path: 'eventDetail',
    access: STAFF,
    summary: 'Save an incident report.',
    body: z.strictObject({ eventId: z.uuid(), eventType: z.literal('ALERT'), content }),
    response: eventDetail,
    changes: true,
    later: true,
  }),
  'eventDetail.search': endpoint({
    method: 'POST',
    path: 'eventDetail/search',
    access: READERS,
    summary: 'The reports of an alert, newest first on request.',
    query: pageQuery,
    body: z.strictObject({ eventId: z.uuid() }),
    response: page(eventDetail),
    later: true,
  }),
  'eventDetail.remove': endpoint({
    method: 'DELETE',
    path: 'eventDetail/:id',
    access: STAFF,
    summary: 'Delete an incident report.',
    params: byId,
    changes: true,
    later: true,
  }),
}
