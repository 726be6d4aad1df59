/** The pages behind "Management" by their path (NAV-09). How a page is added says routes.tsx. */

/** The routes in the order of the menu. */
export const managementRoutes = [] as const

/** A section's index leads to its list. */
export const managementRedirections: readonly (readonly [from: string, to: string])[] = []
