/** Saved filters of the alert list. Requirement ALERT-03. */

import { z } from 'zod'
import { activity, alertSeverity } from '../shared/apps.ts'
import { endpoint } from '../shared/endpoint.ts'
import { byId } from '../shared/page.ts'
import { nameText } from '../shared/text.ts'
import { ALERT_TEXT_MAX, verdictOrNone } from './alert.ts'
import { ALERT_TABS, RANGES } from './alert-lists.ts'
import { alertWindow } from './alert-window.ts'

/** ALERT-03: 'Maximum 5 filters allowed'. The database enforces it too. */
export const SAVED_FILTERS_MAX = 5

/** Units of the bar at the top, with their displayed names; empty: the current choice there. */
const units = z.array(z.strictObject({ id: z.uuid(), name: z.string().max(240) })).max(500)

/**
 * Everything that narrows or orders the list. A time range is relative, so that it stays meaningful tomorrow. Null: the filter
 * leaves this as it is.
 */
export const savedFilterContent = z.strictObject({
  tab: z.enum(ALERT_TABS).nullable().default(null),
  sort: z.enum(['occurredAt', 'severity']).nullable().default(null),
  isTurned: z.boolean().default(false),
  text: z.string().trim().max(ALERT_TEXT_MAX).default(''),
  isUnread: z.boolean().default(false),
  archived: z.union([z.boolean(), z.literal('any')]).default(false),
  severities: z.array(alertSeverity).default([]),
  activities: z.array(activity).default([]),
  cameraIds: z.array(z.uuid()).max(100).default([]),
  tagIds: z.array(z.uuid()).max(50).default([]),
  shiftIds: z.array(z.uuid()).max(50).default([]),
  units: units.default([]),
  range: z.enum(RANGES).nullable().default(null),
  window: alertWindow.nullable().default(null),
  verdicts: z.array(verdictOrNone).default([]),
  isUnanswered: z.boolean().default(false),
  isLate: z.boolean().default(false),
})
export type SavedFilterContent = z.output<typeof savedFilterContent>

const name = nameText('alert-filter.name-required', 60)
export const savedFilterDraft = z.strictObject({
  name,
  /** Chosen by itself when the list is opened without filters; at most one of a user's filters is. */
  isDefault: z.boolean().default(false),
  content: savedFilterContent,
})
export type SavedFilterDraft = z.input<typeof savedFilterDraft>

const savedFilter = z.object({
  id: z.uuid(),
  name: z.string(),
  isDefault: z.boolean(),
  content: savedFilterContent,
})
export type SavedFilter = z.infer<typeof savedFilter>

export const alertFilterEndpoints = {
  'alertFilter.list': endpoint({
    method: 'GET',
    path: 'alert/filter',
    access: 'signed-in',
    summary: 'The filters that the user keeps for the site that is worked on, by name.',
    response: z.object({ records: z.array(savedFilter) }),
  }),
  'alertFilter.create': endpoint({
    method: 'POST',
    path: 'alert/filter',
    access: 'signed-in',
    summary: 'Keep a filter under a name; a user has at most five for a site.',
    body: savedFilterDraft,
    response: savedFilter,
    changes: true,
  }),
  'alertFilter.patch': endpoint({
    method: 'PUT',
    path: 'alert/filter/:id',
    access: 'signed-in',
    summary: 'Rename a saved filter, change what it narrows by, or make it the default.',
    params: byId,
    body: savedFilterDraft,
    changesObject: savedFilter,
    response: savedFilter,
    changes: true,
  }),
  'alertFilter.remove': endpoint({
    method: 'DELETE',
    path: 'alert/filter/:id',
    access: 'signed-in',
    summary: 'Forget a saved filter.',
    params: byId,
    changes: true,
  }),
}
