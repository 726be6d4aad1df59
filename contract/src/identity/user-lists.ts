/** What a user can be, and how lists of users are sorted, as plain lists; the schemas are made from them. */

export const USER_TYPES = ['REGULAR', 'SHARED'] as const
export type UserType = (typeof USER_TYPES)[number]
export const USER_SORTS = ['name', 'role', 'lastSignIn'] as const
