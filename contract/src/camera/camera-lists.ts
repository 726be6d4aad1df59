/** What a camera can be, as plain lists for filters and addresses; the schemas are made from them. */

export const CAMERA_STATUSES = ['Online', 'Offline', 'Inactive', 'Disabled'] as const
export const CAMERA_TYPES = ['AXIS', 'AXIS_AGENT', 'QWATCH', 'UNKNOWN'] as const
/** Whether a hub has what was asked of its camera. */
export const SHADOW_STATES = ['IN_SYNC', 'PENDING', 'ERROR'] as const

/** What is wrong with a camera's view for half a minute or more, by its hub; pictures go on. Requirement REAL-04. */
export const VIEW_ERRORS = ['view-changed', 'lens-unclear', 'too-dark', 'picture-frozen'] as const
export type ViewError = (typeof VIEW_ERRORS)[number]

/** What people do to the state of several cameras. */
export const STATUS_ACTIONS = ['enable', 'disable', 'activate', 'deactivate'] as const
export type StatusAction = (typeof STATUS_ACTIONS)[number]
