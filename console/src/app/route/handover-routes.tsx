/** The routes of handovers and their records (NAV-09). routes.tsx explains how to add a page. */
import { createRoute } from '@tanstack/react-router'
import { toHandoverSearch } from '#console/care/handover/handover-search.ts'
import { toListSearch } from '#lib/list/list-search.ts'
import { app, inMenu, pageWithTexts } from './app-route.tsx'

const beforeLoad = inMenu('/app/handover')

const handover = createRoute({
  getParentRoute: () => app,
  path: 'handover',
  beforeLoad,
  validateSearch: toHandoverSearch,
  component: pageWithTexts('handover', () => import('#console/care/handover/handover-page.tsx'), 'HandoverPage'),
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

export const handoverRoutes = [handover, records, record] as const
