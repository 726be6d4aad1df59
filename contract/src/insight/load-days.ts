/** Ranges of alarm load that can be asked for, in days up to now; the first is the usual one. Without zod: addresses read it. */
export const LOAD_DAYS = [14, 7, 28] as const
