/** The pages behind "Management" by their path (NAV-09). How a page is added says routes.tsx. */
import { createRoute } from '@tanstack/react-router'
import { toListSearch } from '#lib/list-search.ts'
import { toAuditSearch } from '../features/audit/audit-search.ts'
import { toMailSearch } from '../features/mail/mail-search.ts'
import { toParent, toTenantSearch } from '../features/tenant/tenant-search.ts'
import { toNewUserSearch, toUserSearch } from '../features/user/user-search.ts'
import { app, inMenu, managementPage, needs } from './app-route.tsx'

const tenantList = createRoute({
  getParentRoute: () => app,
  path: 'tenants/list',
  beforeLoad: inMenu('/app/tenants'),
  validateSearch: toTenantSearch,
  component: managementPage(() => import('../features/tenant/tenant-list-page.tsx'), 'TenantListPage'),
})

const tenantNew = createRoute({
  getParentRoute: () => app,
  path: 'tenants/new',
  beforeLoad: inMenu('/app/tenants'),
  validateSearch: toParent,
  component: managementPage(() => import('../features/tenant/tenant-new-page.tsx'), 'TenantNewPage'),
})

const tenantEdit = createRoute({
  getParentRoute: () => app,
  path: 'tenants/edit/$id',
  beforeLoad: inMenu('/app/tenants'),
  component: managementPage(() => import('./tenant-edit-route.tsx'), 'TenantEditRoute'),
})

const userList = createRoute({
  getParentRoute: () => app,
  path: 'users/list',
  beforeLoad: inMenu('/app/users'),
  validateSearch: toUserSearch,
  component: managementPage(() => import('../features/user/user-list-page.tsx'), 'UserListPage'),
})

const userNew = createRoute({
  getParentRoute: () => app,
  path: 'users/new',
  beforeLoad: inMenu('/app/users'),
  validateSearch: toNewUserSearch,
  component: managementPage(() => import('../features/user/user-new-page.tsx'), 'UserNewPage'),
})

const userEdit = createRoute({
  getParentRoute: () => app,
  path: 'users/edit/$id',
  beforeLoad: inMenu('/app/users'),
  component: managementPage(() => import('./user-edit-route.tsx'), 'UserEditRoute'),
})

/** Everybody's own, reached from the account menu. */
const profile = createRoute({
  getParentRoute: () => app,
  path: 'profile',
  component: managementPage(() => import('./profile-route.tsx'), 'ProfileRoute'),
})

const unitList = createRoute({
  getParentRoute: () => app,
  path: 'units/list',
  beforeLoad: inMenu('/app/units'),
  validateSearch: (raw: Record<string, unknown>) => toListSearch(raw, ['name']),
  component: managementPage(() => import('../features/unit/unit-list-page.tsx'), 'UnitListPage'),
})

const unitNew = createRoute({
  getParentRoute: () => app,
  path: 'units/new',
  beforeLoad: inMenu('/app/units'),
  component: managementPage(() => import('../features/unit/unit-form-page.tsx'), 'UnitNewPage'),
})

const unitEdit = createRoute({
  getParentRoute: () => app,
  path: 'units/edit/$unitId',
  beforeLoad: inMenu('/app/units'),
  component: managementPage(() => import('../features/unit/unit-form-page.tsx'), 'UnitEditPage'),
})

const mailbox = createRoute({
  getParentRoute: () => app,
  path: 'mail/list',
  beforeLoad: inMenu('/app/mail'),
  validateSearch: toMailSearch,
  component: managementPage(() => import('../features/mail/mail-page.tsx'), 'MailPage'),
})

/** Reached from the account menu and the palette: everybody who did something may look at that. */
const audit = createRoute({
  getParentRoute: () => app,
  path: 'audit',
  beforeLoad: needs('audit.search'),
  validateSearch: toAuditSearch,
  component: managementPage(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
})

/** The routes in the order of the menu. */
export const managementRoutes = [
  audit,
  profile,
  userList,
  userNew,
  userEdit,
  tenantList,
  tenantNew,
  tenantEdit,
  unitList,
  unitNew,
  unitEdit,
  mailbox,
] as const

/** A section's index leads to its list. */
export const managementRedirections: readonly (readonly [from: string, to: string])[] = [
  ['users', '/app/users/list'],
  ['tenants', '/app/tenants/list'],
  ['units', '/app/units/list'],
  ['mail', '/app/mail/list'],
]
