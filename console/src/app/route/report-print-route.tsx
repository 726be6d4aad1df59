/** The report of an alert on paper, with its texts. */

import { getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { loadTexts } from '#lib/browser/i18n.ts'
import { lazyPart } from '#lib/service/patient-load.ts'

const route = getRouteApi('/app/alerts/report/$alertId')
const ReportPrintPage = lazyPart(async () => {
  const [page] = await Promise.all([import('#console/care/report/report-print-page.tsx'), loadTexts('report')])
  return { default: page.ReportPrintPage }
})

export function ReportPrintRoute() {
  const { alertId } = route.useParams()
  return (
    <Suspense>
      <ReportPrintPage alertId={alertId} />
    </Suspense>
  )
}
