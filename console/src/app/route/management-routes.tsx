/** The pages behind "Management" by their path (NAV-09). How a page is added says routes.tsx. */

import { LOAD_DAYS } from '@mimamori/contract/insight/insight-lists.ts'
import { createRoute, redirect } from '@tanstack/react-router'
import type { CameraTab } from '#console/camera/camera/form/camera-form.tsx'
import { toAgentSearch, toNewAgentSearch } from '#console/fleet/agent/agent-search.ts'
import { toNewUserSearch, toUserSearch } from '#console/identity/user/user-search.ts'
import type { LoadSearch } from '#console/insight/load/load-page.tsx'
import { toWhySearch } from '#console/insight/measurement/why-search.ts'
import { toMetricsSearch } from '#console/insight/metrics/metrics-search.ts'
import { toAssetKind, toSettingsSearch } from '#console/site/asset/settings-search.ts'
import { toParent, toTenantSearch } from '#console/site/tenant/tenant-search.ts'
import { loadTexts } from '#lib/browser/i18n.ts'
import { toListSearch } from '#lib/list/list-search.ts'
import { app, inMenu, managementPage, needs, pageWithTexts } from './app-route.tsx'
import { oversightRoutes } from './oversight-routes.tsx'

const load = createRoute({
  getParentRoute: () => app,
  path: 'load',
  beforeLoad: needs('load.report'),
  validateSearch: toLoadSearch,
  component: pageWithTexts('load', () => import('#console/insight/load/load-page.tsx'), 'LoadPage'),
})

const metrics = createRoute({
  getParentRoute: () => app,
  path: 'analytics',
  beforeLoad: inMenu('/app/analytics'),
  validateSearch: toMetricsSearch,
  component: pageWithTexts('metrics', () => import('#console/insight/metrics/metrics-page.tsx'), 'MetricsPage'),
})

const why = createRoute({
  getParentRoute: () => app,
  path: 'why',
  beforeLoad: needs('measurement.why'),
  validateSearch: toWhySearch,
  component: pageWithTexts('measurement', () => import('#console/insight/measurement/why-page.tsx'), 'WhyPage'),
})

const agentList = createRoute({
  getParentRoute: () => app,
  path: 'agents/list',
  beforeLoad: inMenu('/app/agents'),
  validateSearch: toAgentSearch,
  component: managementPage(() => import('#console/fleet/agent/agent-list-page.tsx'), 'AgentListPage'),
})

const agentNew = createRoute({
  getParentRoute: () => app,
  path: 'agents/new',
  beforeLoad: needs('agent.create'),
  validateSearch: toNewAgentSearch,
  component: managementPage(() => import('#console/fleet/agent/agent-new-page.tsx'), 'AgentNewPage'),
})

const agentEdit = createRoute({
  getParentRoute: () => app,
  path: 'agents/edit/$id',
  beforeLoad: inMenu('/app/agents'),
  component: managementPage(() => import('#console/fleet/agent/agent-edit-page.tsx'), 'AgentEditPage'),
})

const tenantList = createRoute({
  getParentRoute: () => app,
  path: 'tenants/list',
  beforeLoad: inMenu('/app/tenants'),
  validateSearch: toTenantSearch,
  component: managementPage(() => import('#console/site/tenant/tenant-list-page.tsx'), 'TenantListPage'),
})

const tenantNew = createRoute({
  getParentRoute: () => app,
  path: 'tenants/new',
  beforeLoad: inMenu('/app/tenants'),
  validateSearch: toParent,
  component: managementPage(() => import('#console/site/tenant/tenant-new-page.tsx'), 'TenantNewPage'),
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
  component: managementPage(() => import('#console/identity/user/user-list-page.tsx'), 'UserListPage'),
})

const userNew = createRoute({
  getParentRoute: () => app,
  path: 'users/new',
  beforeLoad: inMenu('/app/users'),
  validateSearch: toNewUserSearch,
  component: managementPage(() => import('#console/identity/user/user-new-page.tsx'), 'UserNewPage'),
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
    const [page] = await Promise.all([import('./profile-route.tsx'), loadTexts('notification'), loadTexts('alarm')])
    return page
  }, 'ProfileRoute'),
})

const unitList = createRoute({
  getParentRoute: () => app,
  path: 'units/list',
  beforeLoad: inMenu('/app/units'),
  validateSearch: (raw: Record<string, unknown>) => toListSearch(raw, ['name']),
  component: managementPage(() => import('#console/site/unit/unit-list-page.tsx'), 'UnitListPage'),
})

const unitNew = createRoute({
  getParentRoute: () => app,
  path: 'units/new',
  beforeLoad: needs('unit.create'),
  component: managementPage(() => import('#console/site/unit/unit-form-page.tsx'), 'UnitNewPage'),
})

const unitEdit = createRoute({
  getParentRoute: () => app,
  path: 'units/edit/$unitId',
  beforeLoad: inMenu('/app/units'),
  component: managementPage(() => import('#console/site/unit/unit-form-page.tsx'), 'UnitEditPage'),
})

const cameraNew = createRoute({
  getParentRoute: () => app,
  path: 'cameras/new',
  beforeLoad: needs('camera.register'),
  component: managementPage(() => import('#console/camera/camera/form/camera-new-page.tsx'), 'CameraNewPage'),
})

const siteApps = createRoute({
  getParentRoute: () => app,
  path: 'cameras/site-apps',
  beforeLoad: needs('siteApp.list'),
  component: managementPage(() => import('#console/site/site-app/site-apps-page.tsx'), 'SiteAppsPage'),
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
  component: managementPage(() => import('#console/camera/camera/import/camera-import-page.tsx'), 'CameraImportPage'),
})

const cameraApps = createRoute({
  getParentRoute: () => app,
  path: 'cameras/apps/$cameraId',
  beforeLoad: needs('cameraApp.list'),
  component: managementPage(() => import('#console/camera/camera-app/camera-app-list-page.tsx'), 'CameraAppListPage'),
})

const cameraRegions = createRoute({
  getParentRoute: () => app,
  path: 'cameras/edit/$cameraId/regions',
  beforeLoad: needs('camera.edit'),
  validateSearch: toCameraRegionSearch,
  component: managementPage(() => import('#console/camera/camera-region/camera-region-page.tsx'), 'CameraRegionPage'),
})

const appSettings = createRoute({
  getParentRoute: () => app,
  path: 'cameras/apps/$cameraId/settings/$appCode',
  beforeLoad: needs('cameraApp.configure'),
  component: managementPage(() => import('#console/camera/camera-app/app-settings-page.tsx'), 'AppSettingsPage'),
})

/** Reached from the list of recordings; users of several sites find each one's limits on its page. */
const retention = createRoute({
  getParentRoute: () => app,
  path: 'recordings/retention',
  beforeLoad: needs('retention.get'),
  component: managementPage(() => import('#console/footage/recording/retention/retention-page.tsx'), 'RetentionPage'),
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
  component: managementPage(() => import('#console/site/asset/asset-form-page.tsx'), 'AssetNewPage'),
})

const assetEdit = createRoute({
  getParentRoute: () => app,
  path: 'settings/asset/$assetType/edit/$assetId',
  beforeLoad: ({ params }) => {
    inMenu('/app/settings')()
    if (!toAssetKind(params.assetType)) throw redirect({ to: '/404', replace: true })
  },
  component: managementPage(() => import('#console/site/asset/asset-form-page.tsx'), 'AssetEditPage'),
})

/** The routes in the order of the menu. */
export const managementRoutes = [
  metrics,
  load,
  why,
  agentList,
  agentNew,
  agentEdit,
  ...oversightRoutes,
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

/** The state of the region page in the address: whose regions are shown. */
type CameraRegionSearch = { layer?: string }

/** An app's code, `beds`, `seats`, `doors` or `masks`; an unknown value opens the first layer. */
export function toCameraRegionSearch(raw: Record<string, unknown>): CameraRegionSearch {
  return typeof raw.layer === 'string' && /^(A\d{3}|beds|seats|doors|masks)$/.test(raw.layer)
    ? { layer: raw.layer }
    : {}
}

export function toLoadSearch({ days }: Record<string, unknown>): LoadSearch {
  const known = LOAD_DAYS.slice(1).find((each) => each === Number(days))
  return known ? { days: known } : {}
}

/** Reads an address that anybody may have typed; the first tab leaves it plain. */
export function toCameraTab({ tab }: Record<string, unknown>): { tab?: CameraTab } {
  return tab === 'schedule' || tab === 'system' ? { tab } : {}
}
