/** Notes on an alert, and colleagues who are named in them. Requirement ALARM-07. */
import { z } from 'zod'
import { ALARM_NOTE_MAX, ANSWERERS, ASKED_MAX } from '../shared/alarm-state.ts'
import { endpoint } from '../shared/endpoint.ts'
import { byId } from '../shared/page.ts'

const colleague = z.object({ userId: z.uuid(), userName: z.string() })

export const alertNoteEndpoints = {
  'alert.colleagues': endpoint({
    method: 'GET',
    path: 'alert/view/colleagues/:id',
    access: ANSWERERS,
    summary: 'The people of the site who may see this alert, by name: those who can be named in a note.',
    params: byId,
    response: z.object({
      records: z.array(
        colleague.extend({
          /** One of their shifts is running now. */
          isOnDuty: z.boolean(),
          /** May change the settings behind an alarm. */
          isAdministrator: z.boolean(),
        }),
      ),
    }),
  }),
  'alert.note': endpoint({
    method: 'POST',
    path: 'alert/view/note/:id',
    access: ANSWERERS,
    summary: 'Add a note to the alert and notify the people that it names. Notes are never changed or removed.',
    params: byId,
    body: z
      .strictObject({
        /** Idempotency key of this note: a repeat adds nothing and notifies nobody. */
        requestId: z.uuid(),
        /** May be empty if somebody is named: they are asked to look. */
        text: z.string().trim().max(ALARM_NOTE_MAX).default(''),
        userIds: z.array(z.uuid()).max(ASKED_MAX).default([]),
        /** At a SHARED station: the person who writes. Required there, rejected elsewhere. */
        byUserId: z.uuid().optional(),
      })
      .refine(({ text, userIds }) => text !== '' || userIds.length > 0, { path: ['text'], error: 'required' }),
    /** The notified colleagues; the delivery state of each message is in the alert's steps. */
    response: z.object({ asked: z.array(colleague) }),
    changes: true,
  }),
}
