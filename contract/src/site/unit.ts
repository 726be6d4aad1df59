/** Units: wards or floors of a site, and what they say about apps for the cameras that follow them. UNIT-01, UNIT-02, NAV-04. */
import { z } from 'zod'
import { appCode } from '../camera/apps.ts'
import { ADMINS, READERS } from '../identity/roles.ts'
import { endpoint } from '../shared/endpoint.ts'
import { byId, openPageQuery, openQuery, page } from '../shared/page.ts'
import { patchFields, version } from '../shared/patch.ts'
import { followedApp, followedAppPatch } from './followed-app.ts'

/** As many cameras as one unit may be given at once. */
const UNIT_CAMERAS_MAX = 500

export const unit = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The site that it belongs to: an organisation's administrator sees units of several. */
  tenantId: z.uuid(),
  tenantName: z.string(),
  cameraCount: z.number().int(),
  /** Check-in reminders go to the unit's own subscribers instead of those of each camera. LIVE-03. */
  overridesReminderSubscribers: z.boolean(),
  version,
})
export type Unit = z.infer<typeof unit>

const unitDetail = unit.extend({
  cameras: z.array(z.object({ id: z.uuid(), name: z.string(), location: z.string() })),
  /** For administrators alone. */
  reminderSubscribers: z.array(z.object({ id: z.uuid(), name: z.string() })),
  apps: z.array(followedApp),
})
export type UnitDetail = z.infer<typeof unitDetail>

const unitFields = z.strictObject({
  name: z.string().trim().min(1, 'unit.name-required').max(80),
  overridesReminderSubscribers: z.boolean().default(false),
  reminderUserIds: z.array(z.uuid()).max(100).default([]),
  /** All cameras of the unit: others of the site that are named come to it, its own that are not named leave it. */
  cameraIds: z.array(z.uuid()).max(UNIT_CAMERAS_MAX).default([]),
})
export const unitDraft = unitFields.extend({
  /** The site; left out it is the one that is worked on. A unit stays where it is. */
  tenantId: z.uuid().optional(),
})
export type UnitDraft = z.output<typeof unitDraft>
/** What somebody who is not in one site says of a new unit; cameras and people come to it within its site. */
export const unitOfSite = unitFields.pick({ name: true }).extend({ tenantId: z.uuid('unit.tenant-required') })
export const unitPatch = patchFields(unitFields).extend({ id: z.uuid(), version })

export const unitEndpoints = {
  'unit.search': endpoint({
    method: 'POST',
    path: 'unit/search',
    access: READERS,
    summary: 'One page of the units in the user’s scope, by name.',
    query: openPageQuery,
    body: z.strictObject({
      name: z.string().max(80).optional(),
      ids: z.array(z.uuid()).max(100).optional(),
      /** The operator who is in no site is shown none otherwise; to everybody else it means nothing. */
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
