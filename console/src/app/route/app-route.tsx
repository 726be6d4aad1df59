/** The two routes that all pages hang on, who may open a page, and how a page of the management is loaded. */

import type { TextGroup } from '@mimamori/contract/languages/text-groups.ts'
import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router'
import { isBound, mayCallNow } from '#lib/access/access.ts'
import { loadTexts } from '#lib/browser/i18n.ts'
import type { CallKey } from '#lib/service/api.ts'
import { session, siteOf } from '#lib/session/session.ts'
import { mayOpen } from '../navigation.ts'
import { Shell } from '../shell/shell.tsx'
import { lazyPage } from './lazy-page.tsx'

export const root = createRootRouteWithContext<{ cache: QueryClient }>()({
  notFoundComponent: lazyPage(() => import('./status-route.tsx'), 'NotFound'),
})

/** Everything that has the shell around it. */
export const app = createRoute({ getParentRoute: () => root, path: 'app', component: Shell })

/** For `beforeLoad`: a page that the role may not see answers as a page that does not exist (NAV-02). */
export function needs(call: CallKey) {
  return () => {
    if (!mayCallNow(call)) throw redirect({ to: '/404', replace: true })
  }
}

/** For `beforeLoad`: the pages of a section are for the roles that have it in their menu (NAV-02). */
export function inMenu(section: string) {
  return () => {
    const now = session()
    const isOpen = now.status === 'signed-in' && mayOpen(now.user.role, section, siteOf(now.user), isBound(now.user))
    if (!isOpen) throw redirect({ to: '/404', replace: true })
  }
}

/**
 * `lazyPage` for the pages behind "Management": with the page comes its part of the dictionary
 * (texts-management.*.ts), which nobody else downloads.
 */
export function managementPage<T extends Record<string, unknown>, K extends keyof T & string>(
  load: () => Promise<T>,
  name: K,
) {
  return pageWithTexts('management', load, name)
}

/** `lazyPage` for a page whose texts travel in a group of their own. */
export function pageWithTexts<T extends Record<string, unknown>, K extends keyof T & string>(
  group: TextGroup,
  load: () => Promise<T>,
  name: K,
) {
  return lazyPage(async () => {
    const [page] = await Promise.all([load(), loadTexts(group)])
    return page as Record<K, T[K] extends React.ComponentType ? T[K] : never>
  }, name)
}
