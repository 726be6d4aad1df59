/**
 * Every page of the console by its path (NAV-09). How a feature adds its page:
 *
 *   1. `features/camera/camera-list-page.tsx` exports `CameraListPage`; in it `getRouteApi('/app/cameras/list')`
 *      gives typed `useSearch()`, `useParams()` and `useNavigate()`.
 *   2. Here: a route with `getParentRoute: () => app`, `validateSearch` (a zod schema whose fields have `.catch(…)`
 *      defaults, so an odd address still opens), and the page loaded on first use by `lazyPage`.
 *      Add it to the tree below. A page for some roles only: `beforeLoad: only(ADMINS)`.
 *   3. Texts: `camera.en.ts`, `camera.ja.ts` in the feature's folder, one line each in texts.en.ts and texts.ja.ts.
 *   4. In the menu: one line in navigation.ts.
 */

import type { Role } from '@mimamori/contract/roles.ts'
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { session } from '#lib/session.ts'
import { Shell } from './shell/shell.tsx'
import { StatusRoute } from './status-route.tsx'

const root = createRootRouteWithContext<{ cache: QueryClient }>()({
  notFoundComponent: () => <StatusRoute kind="not-found" />,
})

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/app', replace: true })
  },
})

/** Everything that has the shell around it. */
const app = createRoute({ getParentRoute: () => root, path: 'app', component: Shell })

const appIndex = createRoute({
  getParentRoute: () => app,
  path: '/',
  beforeLoad: () => {
    throw redirect({ href: landingPath(), replace: true })
  },
})

const statusPages = (['not-found', 'server-error', 'maintenance'] as const).map((kind) =>
  createRoute({
    getParentRoute: () => root,
    path: { 'not-found': '404', 'server-error': '500', maintenance: 'maintenance' }[kind],
    component: () => <StatusRoute kind={kind} />,
  }),
)

const tree = root.addChildren([home, app.addChildren([appIndex]), ...statusPages])

export function makeRouter(cache: QueryClient) {
  return createRouter({
    routeTree: tree,
    context: { cache },
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

/** AUTH-11; who does nothing but judge alerts begins with them. */
function landingPath(): string {
  return '/app/dashboard'
}

/** For `beforeLoad`: a page that the role may not see answers as a page that does not exist (NAV-02). */
export function only(roles: readonly Role[]) {
  return () => {
    const now = session()
    if (now.status !== 'signed-in' || !roles.includes(now.user.role)) throw redirect({ to: '/404', replace: true })
  }
}
