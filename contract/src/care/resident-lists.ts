/** Which residents a list shows, as a plain list; the schema is made from it. */

/** `present` live here now; `left` do not, or not yet; `removed` wait to be erased, for administrators alone. */
export const RESIDENT_STATES = ['present', 'left', 'removed'] as const
export type ResidentState = (typeof RESIDENT_STATES)[number]
