/** Angles by which a camera's frame can be rotated, degrees. No zod here, so that its form can load the list. */
export const ANGLES = [0, 90, 180, 270] as const
