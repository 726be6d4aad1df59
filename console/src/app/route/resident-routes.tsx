/** Residents by path (NAV-09). How a page is added says routes.tsx. */
import { createRoute } from '@tanstack/react-router'
import type { ResidentSearch } from '#console/care/resident/resident-list-page.tsx'
import { toListSearch } from '#lib/list/list-search.ts'
import { app, inMenu, needs, pageWithTexts } from './app-route.tsx'

const list = createRoute({
  getParentRoute: () => app,
  path: 'residents',
  beforeLoad: inMenu('/app/residents'),
  validateSearch: toResidentSearch,
  component: pageWithTexts(
    'resident',
    () => import('#console/care/resident/resident-list-page.tsx'),
    'ResidentListPage',
  ),
})

const added = createRoute({
  getParentRoute: () => app,
  path: 'residents/new',
  beforeLoad: needs('resident.create'),
  component: pageWithTexts(
    'resident',
    () => import('#console/care/resident/resident-form-page.tsx'),
    'ResidentNewPage',
  ),
})

const imported = createRoute({
  getParentRoute: () => app,
  path: 'residents/import',
  beforeLoad: needs('resident.import'),
  component: pageWithTexts(
    'resident',
    () => import('#console/care/resident/resident-import-page.tsx'),
    'ResidentImportPage',
  ),
})

const one = createRoute({
  getParentRoute: () => app,
  path: 'residents/$residentId',
  beforeLoad: inMenu('/app/residents'),
  component: pageWithTexts('resident', () => import('#console/care/resident/resident-page.tsx'), 'ResidentPage'),
})

const edited = createRoute({
  getParentRoute: () => app,
  path: 'residents/$residentId/edit',
  beforeLoad: needs('resident.patch'),
  component: pageWithTexts(
    'resident',
    () => import('#console/care/resident/resident-form-page.tsx'),
    'ResidentEditPage',
  ),
})

export const residentRoutes = [list, added, imported, one, edited] as const

export function toResidentSearch(raw: Record<string, unknown>): ResidentSearch {
  const state = raw.state === 'left' || raw.state === 'removed' ? raw.state : undefined
  return { ...toListSearch(raw, ['name', 'room']), ...(state && { state }) }
}
