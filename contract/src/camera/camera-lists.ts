/** Enumerations of cameras, as plain lists for filters and URLs, from which the schemas are built. */

export const CAMERA_STATUSES = ['Online', 'Offline', 'Inactive', 'Disabled'] as const
export const CAMERA_TYPES = ['AXIS', 'AXIS_AGENT', 'QWATCH', 'UNKNOWN'] as const
/** Whether a hub has applied the desired settings of its camera. */
export const SHADOW_STATES = ['IN_SYNC', 'PENDING', 'ERROR'] as const

/** CREATED: key issued; REGISTRATION_INITIATED: key presented; REGISTRATION_COMPLETE: settings acknowledged. */
export const REGISTRATION_STATUSES = ['CREATED', 'REGISTRATION_INITIATED', 'REGISTRATION_COMPLETE'] as const
export type RegistrationStatus = (typeof REGISTRATION_STATUSES)[number]
