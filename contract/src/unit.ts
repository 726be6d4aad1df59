/** Units: wards or floors of a site. Requirements UNIT-01, UNIT-02, NAV-04. */
import { z } from 'zod'
import { appCode } from './apps.ts'
import { endpoint } from './endpoint.ts'
import { byId, page, pageQuery } from './page.ts'
import { PLATFORM, READERS } from './roles.ts'
import { schedule } from './schedule.ts'

export const unit = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The site that it belongs to: an organisation's administrator sees units of several. */
  tenantId: z.uuid(),
  tenantName: z.string(),
  cameraCount: z.number().int(),
  overridesReminderSubscribers: z.boolean(),
})
export type Unit = z.infer<typeof unit>

export const unitDraft = z.strictObject({
  name: z.string().trim().min(1, 'unit.name-required').max(80),
  overridesReminderSubscribers: z.boolean().default(false),
})

export const unitEndpoints = {
  'unit.search': endpoint({
    method: 'POST',
    path: 'unit/search',
    access: READERS,
    summary: 'One page of the units in the user’s scope, by name.',
    query: pageQuery,
    body: z.strictObject({ name: z.string().max(80).optional(), ids: z.array(z.uuid()).max(100).optional() }),
    response: page(unit),
  }),
  'unit.get': endpoint({
    method: 'GET',
    path: 'unit/:id',
    access: READERS,
    summary: 'One unit.',
    params: byId,
    response: unit,
    later: true,
  }),
  'unit.create': endpoint({
    method: 'POST',
    path: 'unit',
    access: PLATFORM,
    summary: 'Create a unit.',
    body: unitDraft,
    response: unit,
    changes: true,
    later: true,
  }),
  'unit.patch': endpoint({
    method: 'PUT',
    path: 'unit/patch',
    access: PLATFORM,
    summary: 'Change a unit.',
    body: unitDraft.partial().extend({ id: z.uuid() }),
    response: unit,
    changes: true,
    later: true,
  }),
  'unit.remove': endpoint({
    method: 'DELETE',
    path: 'unit/:id',
    access: PLATFORM,
    summary: 'Delete a unit that has no cameras.',
    params: byId,
    changes: true,
    later: true,
  }),
  'unit.saveSchedule': endpoint({
    method: 'POST',
    path: 'unit/schedule/:unitId/:mlAppCode',
    access: PLATFORM,
    summary: 'Change the weekly schedule of an app for the cameras that follow this unit.',
    params: z.strictObject({ unitId: z.uuid(), mlAppCode: appCode }),
    body: z.strictObject({ schedule: schedule.nullable() }),
    changes: true,
    later: true,
  }),
}
