/** The routes of the work in shifts: handovers with their records, and rosters (NAV-09). routes.tsx explains how to add a page. */
import { createRoute } from '@tanstack/react-router'
import { toHandoverSearch } from '#console/care/handover/handover-search.ts'
import { toRosterSearch } from '#console/site/roster/roster-search.ts'
import { toListSearch } from '#lib/list/list-search.ts'
import { app, inMenu, needs, pageWithTexts } from './app-route.tsx'

const beforeLoad = inMenu('/app/handover')

const handover = createRoute({
  getParentRoute: () => app,
  path: 'handover',
  beforeLoad,
  validateSearch: toHandoverSearch,
  component: pageWithTexts('handover', () => import('#console/care/handover/handover-page.tsx'), 'HandoverPage'),
})

const rounds = createRoute({
  getParentRoute: () => app,
  path: 'handover/rounds',
  beforeLoad,
  validateSearch: toHandoverSearch,
  component: pageWithTexts('rounds', () => import('#console/care/handover/rounds-page.tsx'), 'RoundsPage'),
})

const records = createRoute({
  getParentRoute: () => app,
  path: 'handover/records',
  beforeLoad,
  validateSearch: (raw) => toListSearch(raw, ['handedAt'] as const),
  component: pageWithTexts(
    'handover',
    () => import('#console/care/handover/handover-records-page.tsx'),
    'HandoverRecordsPage',
  ),
})

const record = createRoute({
  getParentRoute: () => app,
  path: 'handover/records/$recordId',
  beforeLoad,
  component: pageWithTexts(
    'handover',
    () => import('#console/care/handover/handover-record-page.tsx'),
    'HandoverRecordPage',
  ),
})

const roster = createRoute({
  getParentRoute: () => app,
  path: 'roster',
  beforeLoad: inMenu('/app/roster'),
  validateSearch: toRosterSearch,
  component: pageWithTexts('roster', () => import('#console/site/roster/roster-page.tsx'), 'RosterPage'),
})

const rosterImport = createRoute({
  getParentRoute: () => app,
  path: 'roster/import',
  beforeLoad: needs('roster.save'),
  validateSearch: toRosterSearch,
  component: pageWithTexts('roster', () => import('#console/site/roster/roster-import-page.tsx'), 'RosterImportPage'),
})

export const handoverRoutes = [handover, rounds, records, record, roster, rosterImport] as const
