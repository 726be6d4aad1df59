/** Enumerations of tenants, and sort orders of tenant lists, as plain lists from which the schemas are built. */

export const TENANT_KINDS = ['organisation', 'site'] as const
export type TenantKind = (typeof TENANT_KINDS)[number]
export const TENANT_SORTS = ['name', 'code', 'parentName', 'cameraCount', 'hubCount', 'userCount', 'createdAt'] as const
export type TenantSort = (typeof TENANT_SORTS)[number]
