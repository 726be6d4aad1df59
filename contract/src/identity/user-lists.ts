/** Enumerations of users, and sort orders of user lists, as plain lists from which the schemas are built. */

export const USER_TYPES = ['REGULAR', 'SHARED'] as const
export type UserType = (typeof USER_TYPES)[number]
export const USER_SORTS = ['name', 'role', 'lastSignIn'] as const
