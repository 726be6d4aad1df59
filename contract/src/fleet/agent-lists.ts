/** The fields by which lists of hubs are sorted. The schemas are made from them. */

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
