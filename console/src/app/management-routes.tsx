/** The pages behind "Management" by their path (NAV-09). How a page is added says routes.tsx. */
import { createRoute, redirect } from '@tanstack/react-router'
import { loadTexts } from '#lib/i18n.ts'
import { toListSearch } from '#lib/list-search.ts'
import { toAgentSearch } from '../features/agent/agent-search.ts'
import { toAssetKind, toSettingsSearch } from '../features/asset/settings-search.ts'
import { toAuditSearch } from '../features/audit/audit-search.ts'
import { toCameraTab } from '../features/camera/camera-tab.ts'
import { toCameraRegionSearch } from '../features/camera-region/camera-region-search.ts'
import { toDeliverySearch } from '../features/delivery/delivery-search.ts'
import { toMailSearch } from '../features/mail/mail-search.ts'
import { toWhySearch } from '../features/measurement/why-search.ts'
import { toMetricsSearch } from '../features/metrics/metrics-search.ts'
import { toParent, toTenantSearch } from '../features/tenant/tenant-search.ts'
import { toNewUserSearch, toUserSearch } from '../features/user/user-search.ts'
import { app, inMenu, managementPage, needs, pageWithTexts } from './app-route.tsx'

const metrics = createRoute({
  getParentRoute: () => app,
  path: 'analytics',
  beforeLoad: inMenu('/app/analytics'),
  validateSearch: toMetricsSearch,
  component: pageWithTexts('metrics', () => import('../features/metrics/metrics-page.tsx'), 'MetricsPage'),
})

const why = createRoute({
  getParentRoute: () => app,
  path: 'why',
  beforeLoad: needs('measurement.why'),
  validateSearch: toWhySearch,
  component: pageWithTexts('measurement', () => import('../features/measurement/why-page.tsx'), 'WhyPage'),
})

const agentList = createRoute({
  getParentRoute: () => app,
  path: 'agents/list',
  beforeLoad: inMenu('/app/agents'),
  validateSearch: toAgentSearch,
  component: managementPage(() => import('../features/agent/agent-list-page.tsx'), 'AgentListPage'),
})

const agentNew = createRoute({
  getParentRoute: () => app,
  path: 'agents/new',
  beforeLoad: inMenu('/app/agents'),
  component: managementPage(() => import('../features/agent/agent-new-page.tsx'), 'AgentNewPage'),
})

const agentEdit = createRoute({
  getParentRoute: () => app,
  path: 'agents/edit/$id',
  beforeLoad: inMenu('/app/agents'),
  component: managementPage(() => import('../features/agent/agent-edit-page.tsx'), 'AgentEditPage'),
})

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
  component: managementPage(async () => {
    const [page] = await Promise.all([import('./profile-route.tsx'), loadTexts('notification')])
    return page
  }, 'ProfileRoute'),
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

const cameraNew = createRoute({
  getParentRoute: () => app,
  path: 'cameras/new',
  beforeLoad: needs('camera.register'),
  component: managementPage(() => import('../features/camera/camera-new-page.tsx'), 'CameraNewPage'),
})

const siteApps = createRoute({
  getParentRoute: () => app,
  path: 'cameras/site-apps',
  beforeLoad: needs('siteApp.list'),
  component: managementPage(() => import('../features/site-app/site-apps-page.tsx'), 'SiteAppsPage'),
})

const cameraEdit = createRoute({
  getParentRoute: () => app,
  path: 'cameras/edit/$cameraId',
  beforeLoad: needs('camera.edit'),
  validateSearch: toCameraTab,
  component: managementPage(() => import('./camera-edit-route.tsx'), 'CameraEditRoute'),
})

const cameraImport = createRoute({
  getParentRoute: () => app,
  path: 'cameras/import',
  beforeLoad: needs('camera.registerMany'),
  component: managementPage(() => import('../features/camera/camera-import-page.tsx'), 'CameraImportPage'),
})

const cameraApps = createRoute({
  getParentRoute: () => app,
  path: 'cameras/apps/$cameraId',
  beforeLoad: needs('cameraApp.list'),
  component: managementPage(() => import('../features/camera-app/camera-app-list-page.tsx'), 'CameraAppListPage'),
})

const cameraRegions = createRoute({
  getParentRoute: () => app,
  path: 'cameras/edit/$cameraId/regions',
  beforeLoad: needs('camera.edit'),
  validateSearch: toCameraRegionSearch,
  component: managementPage(() => import('../features/camera-region/camera-region-page.tsx'), 'CameraRegionPage'),
})

const appSettings = createRoute({
  getParentRoute: () => app,
  path: 'cameras/apps/$cameraId/settings/$appCode',
  beforeLoad: needs('cameraApp.configure'),
  component: managementPage(() => import('../features/camera-app/app-settings-page.tsx'), 'AppSettingsPage'),
})

/** Reached from the list of recordings; who manages several sites finds each one's limits on its page. */
const retention = createRoute({
  getParentRoute: () => app,
  path: 'recordings/retention',
  beforeLoad: needs('retention.get'),
  component: managementPage(() => import('../features/recording/retention-page.tsx'), 'RetentionPage'),
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

/** Reached as the audit log is. */
const deliveries = createRoute({
  getParentRoute: () => app,
  path: 'deliveries',
  beforeLoad: needs('delivery.search'),
  validateSearch: toDeliverySearch,
  component: managementPage(() => import('../features/delivery/delivery-page.tsx'), 'DeliveryPage'),
})

const settings = createRoute({
  getParentRoute: () => app,
  path: 'settings/list',
  beforeLoad: inMenu('/app/settings'),
  validateSearch: toSettingsSearch,
  component: managementPage(() => import('./settings-route.tsx'), 'SettingsRoute'),
})

const assetNew = createRoute({
  getParentRoute: () => app,
  path: 'settings/asset/$assetType/new',
  beforeLoad: ({ params }) => {
    inMenu('/app/settings')()
    if (!toAssetKind(params.assetType)) throw redirect({ to: '/404', replace: true })
  },
  component: managementPage(() => import('../features/asset/asset-form-page.tsx'), 'AssetNewPage'),
})

const assetEdit = createRoute({
  getParentRoute: () => app,
  path: 'settings/asset/$assetType/edit/$assetId',
  beforeLoad: ({ params }) => {
    inMenu('/app/settings')()
    if (!toAssetKind(params.assetType)) throw redirect({ to: '/404', replace: true })
  },
  component: managementPage(() => import('../features/asset/asset-form-page.tsx'), 'AssetEditPage'),
})

/** The routes in the order of the menu. */
export const managementRoutes = [
  metrics,
  why,
  agentList,
  agentNew,
  agentEdit,
  audit,
  deliveries,
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
  settings,
  assetNew,
  assetEdit,
  cameraNew,
  cameraEdit,
  cameraImport,
  siteApps,
  cameraApps,
  cameraRegions,
  appSettings,
  retention,
  mailbox,
] as const

/** A section's index leads to its list. */
export const managementRedirections: readonly (readonly [from: string, to: string])[] = [
  ['users', '/app/users/list'],
  ['agents', '/app/agents/list'],
  ['tenants', '/app/tenants/list'],
  ['units', '/app/units/list'],
  ['settings', '/app/settings/list'],
  ['mail', '/app/mail/list'],
]
