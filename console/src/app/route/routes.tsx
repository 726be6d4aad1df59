/**
 * Every page of the console by its path (NAV-09). How a feature adds its page:
 *
 *   1. `camera/camera/list/camera-list-page.tsx` exports `CameraListPage`; in it `getRouteApi('/app/cameras/list')`
 *      gives typed `useSearch()`, `useParams()` and `useNavigate()`.
 *   2. Here: a route with `getParentRoute: () => app`, `validateSearch` (a plain function that leaves out what it does
 *      not understand, and strict-search.ts takes that out of the address; no zod in the shell), and the page loaded on first use by `lazyPage`.
 *      Add it to the tree below. A page of a section in the menu: `beforeLoad: inMenu('/app/tenants')`, so that who does
 *      not see the entry finds no page either (NAV-02). Another page for some roles only: `needs('audit.search')`.
 *   3. Texts: `camera.json` in each folder of contract/src/languages, its name in text-groups.ts there and in i18next.d.ts.
 *      Pages of the management (users, units, settings ...) are in management-routes.tsx, their texts in
 *      texts-management.*.ts, so that neither makes the alerts list heavier.
 *   4. In the menu: one line in navigation.ts.
 */

import type { QueryClient } from '@tanstack/react-query'
import { createBrowserHistory, createRoute, createRouter, parseSearchWith, redirect } from '@tanstack/react-router'
import { toAlertSearch } from '#console/alerting/alert/list/alert-search.ts'
import { toCameraSearch } from '#console/camera/camera/list/camera-search.ts'
import { savedWall } from '#console/footage/live/wall/wall-saved.ts'
import { isPlain, toWallSearch } from '#console/footage/live/wall/wall-search.ts'
import { toRecordingAt, toRecordingSearch } from '#console/footage/recording/list/recording-search.ts'
import { toDashboardSearch } from '#console/insight/dashboard/dashboard-range.ts'
import { landingPath } from '#lib/access/access.ts'
import { loadTexts } from '#lib/browser/i18n.ts'
import { PageCrashed } from '#ui/feedback/page-crashed.tsx'
import { accidentRoutes } from './accident-routes.tsx'
import { app, inMenu, needs, pageWithTexts, root } from './app-route.tsx'
import { checkInRoutes } from './check-in-routes.tsx'
import { fieldRoutes } from './field-routes.tsx'
import { handoverRoutes } from './handover-routes.tsx'
import { lazyPage } from './lazy-page.tsx'
import { managementRedirections, managementRoutes } from './management-routes.tsx'
import { residentRoutes } from './resident-routes.tsx'
import { roomRoutes } from './room-routes.tsx'
import { makeStrict, readValue, writeSearch } from './strict-search.ts'

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/app', replace: true })
  },
})

const appIndex = createRoute({
  getParentRoute: () => app,
  path: '/',
  beforeLoad: () => {
    throw redirect({ href: landingPath(), replace: true })
  },
})

const dashboard = createRoute({
  getParentRoute: () => app,
  path: 'dashboard',
  beforeLoad: inMenu('/app/dashboard'),
  validateSearch: toDashboardSearch,
  component: pageWithTexts('dashboard', () => import('./dashboard-route.tsx'), 'DashboardRoute'),
})

const alertList = createRoute({
  getParentRoute: () => app,
  path: 'alerts/list',
  validateSearch: toAlertSearch,
  component: lazyPage(async () => {
    const [page] = await Promise.all([import('#console/alerting/alert/list/alert-list-page.tsx'), loadTexts('alarm')])
    return page
  }, 'AlertListPage'),
})

const alertDetail = createRoute({
  getParentRoute: () => app,
  path: 'alerts/detail/$alertId',
  // What the list was narrowed by: the neighbours are those of the list, and so is the way back.
  validateSearch: toAlertSearch,
  component: lazyPage(async () => {
    const [page] = await Promise.all([
      import('./alert-detail-route.tsx'),
      loadTexts('alert'),
      loadTexts('alarm'),
      loadTexts('recording'),
    ])
    return page
  }, 'AlertDetailRoute'),
})

/** On paper: without the shell. */
const reportPrint = createRoute({
  getParentRoute: () => root,
  path: 'app/alerts/report/$alertId',
  beforeLoad: needs('eventDetail.search'),
  component: lazyPage(() => import('./report-print-route.tsx'), 'ReportPrintRoute'),
})

const cameraList = createRoute({
  getParentRoute: () => app,
  path: 'cameras/list',
  beforeLoad: inMenu('/app/cameras'),
  validateSearch: toCameraSearch,
  component: pageWithTexts(
    'camera',
    () => import('#console/camera/camera/list/camera-list-page.tsx'),
    'CameraListPage',
  ),
})

const cameraLive = createRoute({
  getParentRoute: () => app,
  path: 'cameras/live/$cameraId',
  beforeLoad: needs('camera.get'),
  component: pageWithTexts('live', () => import('./camera-live-route.tsx'), 'CameraLiveRoute'),
})

const cameraWall = createRoute({
  getParentRoute: () => app,
  path: 'cameras/wall',
  validateSearch: toWallSearch,
  beforeLoad: ({ search }) => {
    needs('live.open')()
    const saved = isPlain(search) ? savedWall() : {}
    if (!isPlain(saved)) throw redirect({ to: '/app/cameras/wall', search: saved, replace: true })
  },
  component: pageWithTexts('live', () => import('#console/footage/live/wall/wall-page.tsx'), 'WallPage'),
})

const recordingList = createRoute({
  getParentRoute: () => app,
  path: 'recordings/list',
  beforeLoad: inMenu('/app/recordings'),
  validateSearch: toRecordingSearch,
  component: pageWithTexts(
    'recording',
    () => import('#console/footage/recording/list/recording-list-page.tsx'),
    'RecordingListPage',
  ),
})

const recordingDetail = createRoute({
  getParentRoute: () => app,
  path: 'recordings/detail/$recordingId',
  beforeLoad: inMenu('/app/recordings'),
  validateSearch: toRecordingAt,
  component: pageWithTexts(
    'recording',
    () => import('#console/footage/recording/player/recording-detail-page.tsx'),
    'RecordingDetailPage',
  ),
})

/** A section's index and the short forms lead to the long ones, with their query (NAV-09). */
const shortcuts = [
  redirection('alerts', () => '/app/alerts/list'),
  redirection('recordings', () => '/app/recordings/list'),
  redirection('cameras', () => '/app/cameras/list'),
  redirection('cameras/$cameraId/apps', ({ cameraId }) => `/app/cameras/apps/${cameraId}`),
  redirection('recordings/$id', ({ id }) => `/app/recordings/detail/${id}`),
  redirection('alerts/$id', ({ id }) => `/app/alerts/detail/${id}`),
  ...managementRedirections.map(([from, to]) => redirection(from, () => to)),
]

function redirection(path: string, target: (params: Record<string, string>) => string) {
  return createRoute({
    getParentRoute: () => app,
    path,
    beforeLoad: ({ params, location }) => {
      throw redirect({ href: `${target(params as Record<string, string>)}${location.searchStr}`, replace: true })
    },
  })
}

const notFound = createRoute({
  getParentRoute: () => root,
  path: '404',
  component: lazyPage(() => import('./status-route.tsx'), 'NotFound'),
})
const serverError = createRoute({
  getParentRoute: () => root,
  path: '500',
  component: lazyPage(() => import('./status-route.tsx'), 'ServerError'),
})
const maintenance = createRoute({
  getParentRoute: () => root,
  path: 'maintenance',
  component: lazyPage(() => import('./status-route.tsx'), 'Maintenance'),
})

/** GEN-13: unknown paths go to /404. */
const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/404', replace: true })
  },
})

const tree = root.addChildren([
  home,
  app.addChildren([
    appIndex,
    dashboard,
    alertList,
    alertDetail,
    cameraList,
    cameraLive,
    cameraWall,
    recordingList,
    recordingDetail,
    ...checkInRoutes,
    ...roomRoutes,
    ...residentRoutes,
    ...handoverRoutes,
    ...accidentRoutes,
    ...fieldRoutes,
    ...managementRoutes,
    ...shortcuts,
  ]),
  reportPrint,
  notFound,
  serverError,
  maintenance,
  unknown,
])
makeStrict(tree)

/** One for the window: each of them listens for good, and writes the address while it is made. */
const history = createBrowserHistory()

export function makeRouter(cache: QueryClient) {
  return createRouter({
    routeTree: tree,
    history,
    parseSearch: parseSearchWith(readValue),
    stringifySearch: writeSearch,
    context: { cache },
    defaultErrorComponent: ({ reset }) => <PageCrashed onRetry={reset} />,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
