/** By how much a camera's picture can be turned, degrees. No zod here: its form takes the list as it is. */
export const ANGLES = [0, 90, 180, 270] as const
