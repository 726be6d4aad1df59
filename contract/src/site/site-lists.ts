/** Kinds of tenants, how lists of tenants and assets are sorted, and limits of rosters, from which the schemas are built. */

export const TENANT_KINDS = ['organisation', 'site'] as const
export type TenantKind = (typeof TENANT_KINDS)[number]
export const TENANT_SORTS = ['name', 'code', 'parentName', 'cameraCount', 'hubCount', 'userCount', 'createdAt'] as const
export type TenantSort = (typeof TENANT_SORTS)[number]

export const ASSET_SORTS = ['name', 'lastEditedAt'] as const

/** The most people of one roster. */
export const ROSTER_PEOPLE_MAX = 300
/** The most shift codes that a site explains. */
export const ROSTER_CODES_MAX = 100
/** The longest shift code: houses write 早, D2 or 有給. */
export const ROSTER_CODE_MAX = 8
/** The most shifts of one person on one day. */
export const SHIFTS_OF_DAY_MAX = 4

/** The screens of the first setup, in their order. DOOR-01. */
export const SETUP_STEPS = ['home', 'hub', 'camera', 'people'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]
