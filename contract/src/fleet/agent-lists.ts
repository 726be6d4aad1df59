/** How far a hub's registration came, and how lists of hubs are sorted, as plain lists; the schemas are made from them. */

/** CREATED: key issued; REGISTRATION_INITIATED: key presented; REGISTRATION_COMPLETE: settings acknowledged. */
export const REGISTRATION_STATUSES = ['CREATED', 'REGISTRATION_INITIATED', 'REGISTRATION_COMPLETE'] as const
export type RegistrationStatus = (typeof REGISTRATION_STATUSES)[number]

export const AGENT_SORTS = [
  'name',
  'tenantName',
  'version',
  'cameraCount',
  'cpuShare',
  'lastActiveAt',
  'createdAt',
] as const
export type AgentSort = (typeof AGENT_SORTS)[number]
