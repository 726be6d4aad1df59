/** Which residents a list shows, and official facts of a person: plain lists, from which schemas are made. */

/** `present` live here now; `left` do not, or not yet; `removed` wait to be erased, for administrators alone. */
export const RESIDENT_STATES = ['present', 'left', 'removed'] as const

/** As the ministry's form has them. */
export const SEXES = ['male', 'female', 'other'] as const
export const CARE_LEVELS = [
  'support-1',
  'support-2',
  'care-1',
  'care-2',
  'care-3',
  'care-4',
  'care-5',
  'independent',
] as const
export const DEMENTIA_LEVELS = ['none', '1', '2a', '2b', '3a', '3b', '4', 'm'] as const
export type ResidentState = (typeof RESIDENT_STATES)[number]
