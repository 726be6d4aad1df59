/** What is said of a camera’s view, and what its status is set by. No zod here. */
/** What is wrong with a camera's view for half a minute or more, by its hub; pictures go on. Requirement REAL-04. */
export const VIEW_ERRORS = ['view-changed', 'lens-unclear', 'too-dark', 'picture-frozen'] as const
export type ViewError = (typeof VIEW_ERRORS)[number]
/** What people do to the state of several cameras. */
export const STATUS_ACTIONS = ['enable', 'disable', 'activate', 'deactivate'] as const
export type StatusAction = (typeof STATUS_ACTIONS)[number]
