/** What can be wrong with a camera's view, as a plain list. No zod here. */

/** For half a minute or more, by its hub; pictures go on. Requirement REAL-04. */
export const VIEW_ERRORS = ['view-changed', 'lens-unclear', 'too-dark', 'picture-frozen'] as const
export type ViewError = (typeof VIEW_ERRORS)[number]
