/** The steps that a new site needs before it can detect anything, derived from its state. Requirement OPS-09. */

import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { ADMINS } from '../shared/roles.ts'

/** In the order in which they are done. */
export const FIRST_STEPS = [
  'hub',
  'cameras',
  'units',
  'beds',
  'apps',
  'people',
  'escalation',
  'device',
  'walk',
] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

const count = z.number().int()

const firstSteps = z.object({
  /** Without steps that the site's license does not include. */
  steps: z.array(
    z.object({
      step: z.enum(FIRST_STEPS),
      isDone: z.boolean(),
      /** How many exist, or are ready. */
      count,
      /** The required number; null: one is enough. */
      of: count.nullable(),
    }),
  ),
  /** The caller hid the list at this site. */
  isHidden: z.boolean(),
})
export type FirstSteps = z.infer<typeof firstSteps>

export const firstStepsEndpoints = {
  'firstSteps.get': endpoint({
    method: 'GET',
    path: 'firstSteps',
    access: ADMINS,
    whileBound: 'refused',
    summary:
      'What the site that is worked on still needs, read from its hubs, cameras, people and tests as they are now.',
    response: firstSteps,
  }),
  'firstSteps.hide': endpoint({
    method: 'PUT',
    path: 'firstSteps/hidden',
    access: ADMINS,
    whileBound: 'refused',
    summary: 'Put the checklist of the site away for the caller, or bring it back.',
    body: z.strictObject({ isHidden: z.boolean() }),
    response: firstSteps,
    changes: true,
  }),
}
