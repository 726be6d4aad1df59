/** Accident reports by path (NAV-09). How a page is added says routes.tsx. */
import { createRoute } from '@tanstack/react-router'
import { toAccidentSearch } from '#console/care/accident/accident-search.ts'
import { toEvidenceSearch } from '#console/care/evidence/evidence-search.ts'
import { app, inMenu, needs, pageWithTexts } from './app-route.tsx'

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

const evidence = createRoute({
  getParentRoute: () => app,
  path: 'accidents/evidence',
  beforeLoad: needs('evidence.get'),
  validateSearch: toEvidenceSearch,
  component: pageWithTexts('evidence', () => import('#console/care/evidence/evidence-page.tsx'), 'EvidencePage'),
})

const one = createRoute({
  getParentRoute: () => app,
  path: 'accidents/$accidentId',
  beforeLoad,
  component: pageWithTexts('accident', () => import('#console/care/accident/accident-page.tsx'), 'AccidentPage'),
})

export const accidentRoutes = [list, evidence, one] as const
