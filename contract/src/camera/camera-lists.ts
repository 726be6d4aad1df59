/** Enumerations of cameras, as plain lists for filters and URLs, from which the schemas are built. */

/** For half a minute or more, by its hub; images go on. Requirement REAL-04. */
export const VIEW_ERRORS = ['view-changed', 'lens-unclear', 'too-dark', 'image-frozen'] as const
export type ViewError = (typeof VIEW_ERRORS)[number]

/** What people do to the state of several cameras. */
export const STATUS_ACTIONS = ['enable', 'disable', 'activate', 'deactivate'] as const
export type StatusAction = (typeof STATUS_ACTIONS)[number]

/** Angles by which a camera's frame can be rotated, degrees. */
export const ANGLES = [0, 90, 180, 270] as const

export const CAMERA_STATUSES = ['Online', 'Offline', 'Inactive', 'Disabled'] as const
export const CAMERA_TYPES = ['AXIS', 'AXIS_AGENT', 'QWATCH', 'UNKNOWN'] as const
/** Whether a hub has applied the desired settings of its camera. */
export const SHADOW_STATES = ['IN_SYNC', 'PENDING', 'ERROR'] as const

/** CREATED: key issued; REGISTRATION_INITIATED: key presented; REGISTRATION_COMPLETE: settings acknowledged. */
export const REGISTRATION_STATUSES = ['CREATED', 'REGISTRATION_INITIATED', 'REGISTRATION_COMPLETE'] as const
export type RegistrationStatus = (typeof REGISTRATION_STATUSES)[number]
