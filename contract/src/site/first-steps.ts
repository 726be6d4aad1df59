/** What a new site still needs before it watches over anybody, read from what is there. Requirement OPS-09. */

import { z } from 'zod'
import { ADMINS } from '../identity/roles.ts'
import { endpoint } from '../shared/endpoint.ts'

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
  /** Without those that the licence of the site has not. */
  steps: z.array(
    z.object({
      step: z.enum(FIRST_STEPS),
      isDone: z.boolean(),
      /** How many there are, or are ready. */
      count,
      /** Of how many; null: one is enough. */
      of: count.nullable(),
    }),
  ),
  /** The caller put the list away at this site. */
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
