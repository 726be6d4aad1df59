/** What a tenant can be, and how lists of tenants are sorted, as plain lists; the schemas are made from them. */

export const TENANT_KINDS = ['organisation', 'site'] as const
export type TenantKind = (typeof TENANT_KINDS)[number]
export const TENANT_SORTS = ['name', 'code', 'parentName', 'cameraCount', 'hubCount', 'userCount', 'createdAt'] as const
export type TenantSort = (typeof TENANT_SORTS)[number]
