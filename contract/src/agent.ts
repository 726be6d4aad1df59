/** Agents: the service's records of hubs. Requirements HUB-01 to HUB-04. */
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, page, pageQuery } from './page.ts'
import { ADMINS, PLATFORM } from './roles.ts'

/** CREATED: key issued; REGISTRATION_INITIATED: key presented; REGISTRATION_COMPLETE: settings acknowledged. */
export const registrationStatus = z.enum(['CREATED', 'REGISTRATION_INITIATED', 'REGISTRATION_COMPLETE'])
export type RegistrationStatus = z.infer<typeof registrationStatus>

export const agent = z.object({
  id: z.uuid(),
  name: z.string(),
  tenantId: z.uuid(),
  /** The part of the hub's key that is no secret. */
  publicId: z.string(),
  registrationStatus,
  keyLastFour: z.string(),
  version: z.string().nullable(),
  lastActiveAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
})
export type Agent = z.infer<typeof agent>

const agentDraft = z.strictObject({
  name: z.string().trim().min(1, 'agent.name-required').max(80),
  /** The site that the hub will serve. */
  tenantId: z.uuid(),
})

export const agentEndpoints = {
  'agent.create': endpoint({
    method: 'POST',
    path: 'agent',
    access: PLATFORM,
    summary: 'Create a hub record. Its key is in this answer and never shown again.',
    body: agentDraft,
    response: agent.extend({ key: z.string() }),
    changes: true,
  }),
  'agent.search': endpoint({
    method: 'POST',
    path: 'agent/search',
    access: ADMINS,
    summary: 'One page of the hubs in the user’s scope, by name.',
    query: pageQuery,
    body: z.strictObject({ text: z.string().max(100).optional() }),
    response: page(agent),
  }),
  'agent.get': endpoint({
    method: 'GET',
    path: 'agent/:id',
    access: ADMINS,
    summary: 'One hub.',
    params: byId,
    response: agent,
    later: true,
  }),
  'agent.patch': endpoint({
    method: 'PUT',
    path: 'agent/patch',
    access: PLATFORM,
    summary: 'Change a hub record.',
    body: agentDraft.partial().extend({ id: z.uuid() }),
    response: agent,
    changes: true,
    later: true,
  }),
  'agent.remove': endpoint({
    method: 'DELETE',
    path: 'agent/:id',
    access: PLATFORM,
    summary: 'Delete a hub record and refuse its key at once.',
    params: byId,
    changes: true,
    later: true,
  }),
}
