/** What a camera can be, as plain lists for filters and addresses; the schemas are made from them. */

export const CAMERA_STATUSES = ['Online', 'Offline', 'Inactive', 'Disabled'] as const
export const CAMERA_TYPES = ['AXIS', 'AXIS_AGENT', 'QWATCH', 'UNKNOWN'] as const
/** Whether a hub has what was asked of its camera. */
export const SHADOW_STATES = ['IN_SYNC', 'PENDING', 'ERROR'] as const
