/**
 * Ranges of alarm load that can be requested, in days up to now; the first is the default. Without zod: URL parsing
 * loads it.
 */
export const LOAD_DAYS = [14, 7, 28] as const
