/** The fields by which lists are sorted. No zod here: browsers load them. */

export const RECORDING_SORTS = ['startedAt', 'durationMs', 'bytes'] as const
export type RecordingSort = (typeof RECORDING_SORTS)[number]

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
