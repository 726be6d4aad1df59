/** Accident reports by path (NAV-09). How a page is added says routes.tsx. */
import { createRoute } from '@tanstack/react-router'
import { toAccidentSearch } from '#console/care/accident/accident-search.ts'
import { app, inMenu, pageWithTexts } from './app-route.tsx'

const beforeLoad = inMenu('/app/accidents')

const list = createRoute({
  getParentRoute: () => app,
  path: 'accidents',
  beforeLoad,
  validateSearch: toAccidentSearch,
  component: pageWithTexts(
    'accident',
    () => import('#console/care/accident/accident-list-page.tsx'),
    'AccidentListPage',
  ),
})

const one = createRoute({
  getParentRoute: () => app,
  path: 'accidents/$accidentId',
  beforeLoad,
  component: pageWithTexts('accident', () => import('#console/care/accident/accident-page.tsx'), 'AccidentPage'),
})

export const accidentRoutes = [list, one] as const
