/** 'Mark all read' and its undo. Requirement ALERT-04. */
import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { READERS } from '../shared/roles.ts'
import { alertFilter } from './alert.ts'

/** Archived alerts are among them unless the filter leaves them out: the bare call means all. */
const markAllFilter = alertFilter.extend({ archived: z.union([z.boolean(), z.literal('any')]).default('any') })

export const alertMarkEndpoints = {
  'alert.markAllRead': endpoint({
    method: 'PUT',
    path: 'alert/markAllAlertsAsRead',
    access: READERS,
    summary:
      'Mark what a filter finds seen by this user, and by nobody else; without a body all that the user can see. Alarms stay unanswered.',
    body: markAllFilter,
    response: z.object({
      changed: z.number().int(),
      /** For `alert.undoMarkAllRead`, for ten minutes; null if nothing was marked. */
      undoId: z.uuid().nullable(),
    }),
    changes: true,
  }),
  'alert.undoMarkAllRead': endpoint({
    method: 'POST',
    path: 'alert/markAllAlertsAsRead/undo',
    access: READERS,
    summary: 'Take back exactly those marks that one call of the user set, within ten minutes.',
    body: z.strictObject({ undoId: z.uuid() }),
    changes: true,
  }),
}
