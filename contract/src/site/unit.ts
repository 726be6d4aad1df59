/**
 * Units: wards or floors of a site, and their app settings for the cameras that follow them. UNIT-01, UNIT-02, NAV-04.
 */
import { z } from 'zod'
import { appCode } from '../shared/apps.ts'
import { endpoint } from '../shared/endpoint.ts'
import { byId, openKeyedQuery, openQuery, page } from '../shared/page.ts'
import { patchFields, version } from '../shared/patch.ts'
import { ADMINS, READERS } from '../shared/roles.ts'
import { nameText } from '../shared/text.ts'
import { followedApp, followedAppPatch } from './followed-app.ts'

/** Maximum number of cameras that one unit may have. */
const UNIT_CAMERAS_MAX = 500

export const unit = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Its site: an organization's administrator sees units of several sites. */
  tenantId: z.uuid(),
  tenantName: z.string(),
  cameraCount: z.number().int(),
  /** Check-in reminders are sent to the unit's own subscribers instead of those of each camera. LIVE-03. */
  overridesReminderSubscribers: z.boolean(),
  version,
})
export type Unit = z.infer<typeof unit>

const unitDetail = unit.extend({
  cameras: z.array(z.object({ id: z.uuid(), name: z.string(), location: z.string() })),
  /** For administrators only. */
  reminderSubscribers: z.array(z.object({ id: z.uuid(), name: z.string() })),
  apps: z.array(followedApp),
})
export type UnitDetail = z.infer<typeof unitDetail>

const unitFields = z.strictObject({
  name: nameText('unit.name-required', 80),
  overridesReminderSubscribers: z.boolean().default(false),
  reminderUserIds: z.array(z.uuid()).max(100).default([]),
  /** All cameras of the unit: listed ones of the site are moved to it, its own unlisted ones leave it. */
  cameraIds: z.array(z.uuid()).max(UNIT_CAMERAS_MAX).default([]),
})
export const unitDraft = unitFields.extend({
  /** The site; omitted: the current one. A unit cannot move to another site. */
  tenantId: z.uuid().optional(),
})
export type UnitDraft = z.output<typeof unitDraft>
/** The fields of a new unit for a caller outside of a site; cameras and people are added within the site. */
export const unitOfSite = unitFields.pick({ name: true }).extend({ tenantId: z.uuid('unit.tenant-required') })
export const unitPatch = patchFields(unitFields).extend({ id: z.uuid(), version })

export const unitEndpoints = {
  'unit.search': endpoint({
    method: 'POST',
    path: 'unit/search',
    access: READERS,
    scope: 'rooms',
    summary: 'One page of the units in the user’s scope, by name.',
    query: openKeyedQuery,
    body: z.strictObject({
      name: z.string().max(80).optional(),
      ids: z.array(z.uuid()).max(100).optional(),
      /** Required for the operator outside of a site, who otherwise gets no units; ignored for all others. */
      ofAllSites: z.boolean().default(false),
    }),
    response: page(unit),
  }),
  'unit.get': endpoint({
    method: 'GET',
    path: 'unit/:id',
    access: READERS,
    summary: 'One unit with its cameras and what it says about apps.',
    params: byId,
    response: unitDetail,
  }),
  'unit.create': endpoint({
    method: 'POST',
    path: 'unit',
    access: ADMINS,
    whileBound: 'refused',
    summary: 'Create a unit in the site that is worked on, or in the one that is named.',
    query: openQuery,
    body: unitDraft,
    response: unit,
    changes: true,
  }),
  'unit.patch': endpoint({
    method: 'PUT',
    path: 'unit/patch',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Change a unit. An administrator who is bound to units moves cameras between these alone.',
    body: unitPatch,
    changesObject: unitDetail,
    response: unit,
    changes: true,
  }),
  'unit.remove': endpoint({
    method: 'DELETE',
    path: 'unit/:id',
    access: ADMINS,
    whileBound: 'refused',
    summary: 'Delete a unit that has no cameras and that nobody is bound to.',
    params: byId,
    changes: true,
  }),
  'unit.saveSchedule': endpoint({
    method: 'POST',
    path: 'unit/schedule/:unitId/:mlAppCode',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Change the weekly schedule and the state of an app for the cameras that follow this unit.',
    params: z.strictObject({ unitId: z.uuid(), mlAppCode: appCode }),
    body: followedAppPatch,
    response: followedApp,
    changes: true,
  }),
}
