/** analytics: the reports of a month or a custom time range. METRIC-01 to METRIC-03. */
import { HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import { Skeleton } from '@mui/material'
import { getRouteApi } from '@tanstack/react-router'
import { Siren } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { siteOf, useIsOutside, useUser } from '#lib/session/session.ts'
import { useUnitIds } from '#lib/session/unit-filter.ts'
import { knownZone } from '#lib/time/time.ts'
import { useNow } from '#lib/time/use-time.ts'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { NotConnected } from '#ui/layout/not-connected.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Segmented } from '#ui/list/filter/segmented.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import { DownloadButton } from './download-button.tsx'
import { FallBoards } from './fall/fall-boards.tsx'
import { GeneralBoards } from './general/general-boards.tsx'
import css from './metrics.module.css'
import { MetricsFilters } from './metrics-filters.tsx'
import { boundsOfMonth, monthOf } from './metrics-months.ts'
import { type MetricsScope, useFallReport, useGeneralReport } from './metrics-queries.ts'
import { type MetricsSearch, REPORTS, type ReportName, toMetricsSearch } from './metrics-search.ts'
import { SleepBoards } from './sleep/sleep-boards.tsx'

const route = getRouteApi('/app/analytics')
const NAMES = { general: 'general-report', falls: 'fall-report', sleep: 'sleep' } as const

export function MetricsPage() {
  const isOutside = useIsOutside()
  return isOutside ? <NotConnected /> : <Reports />
}

function Reports() {
  const { t } = useTranslation('metrics')
  const { t: word } = useTranslation('metrics-word')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const unitIds = useUnitIds()
  const timeZone = knownZone(siteOf(useUser())?.timezone)
  const hour = Math.floor(useNow().getTime() / HOUR_MS)
  const thisMonth = monthOf(new Date(hour * HOUR_MS), timeZone)
  const range = useMemo(() => rangeOf(search, hour, timeZone), [search, hour, timeZone])
  const scope = { ...range, unitIds, cameraIds: search.cameraIds }
  const { report = 'general' } = search
  const change = (next: MetricsSearch) => navigate({ to: '/app/analytics', search: next, replace: true })
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            <LinkButton to="/app/load" variant="outlined" startIcon={<Siren size={18} />}>
              {t('alarm-load')}
            </LinkButton>
            <DownloadButton {...pdfOf(search, thisMonth, timeZone)} unitIds={unitIds} cameraIds={search.cameraIds} />
            <Segmented<ReportName>
              label={t('title')}
              value={report}
              options={REPORTS.map((value) => ({ value, label: word(NAMES[value]) }))}
              onChange={(next) => change(toMetricsSearch({ ...search, report: next }))}
            />
          </>
        }
      />
      <MetricsFilters search={search} thisMonth={thisMonth} onChange={change} />
      {report === 'falls' && <Falls scope={scope} timeZone={timeZone} />}
      {report === 'sleep' && (
        <SleepBoards scope={scope} room={search.room} onRoom={(room) => change({ ...search, room })} />
      )}
      {report === 'general' && <General scope={scope} timeZone={timeZone} />}
    </>
  )
}

type ReportProps = { scope: MetricsScope; timeZone: string }

function General(props: ReportProps) {
  return (
    <Loaded query={useGeneralReport(props.scope)} skeleton={<BoardsSkeleton />}>
      {(report) => <GeneralBoards report={report} {...props} />}
    </Loaded>
  )
}

function Falls(props: ReportProps) {
  return (
    <Loaded query={useFallReport(props.scope)} skeleton={<BoardsSkeleton />}>
      {(report) => <FallBoards report={report} {...props} />}
    </Loaded>
  )
}

function BoardsSkeleton() {
  return (
    <div className={css.boards}>
      <Skeleton variant="rounded" height={108} />
      <Skeleton variant="rounded" height={320} />
      <Skeleton variant="rounded" height={320} />
    </div>
  )
}

/** Content of the PDF: the month, or the custom range with its months. */
function pdfOf({ from, to, month = '' }: MetricsSearch, thisMonth: string, timeZone: string) {
  if (!from || !to) return { months: { first: month || thisMonth, last: month || thisMonth }, own: undefined }
  const last = monthOf(new Date(Date.parse(to) - 1), timeZone)
  return { months: { first: monthOf(new Date(from), timeZone), last }, own: { from, to } }
}

/** The current month ends with this hour, so that it is compared with an equally long time. */
function rangeOf({ from, to, month }: MetricsSearch, hour: number, timeZone: string) {
  if (from && to) return { from, to }
  const bounds = boundsOfMonth(month ?? monthOf(new Date(hour * HOUR_MS), timeZone), timeZone)
  const untilMs = Math.min(Date.parse(bounds.to), Math.max(hour + 1, Date.parse(bounds.from) / HOUR_MS + 1) * HOUR_MS)
  return { from: bounds.from, to: new Date(untilMs).toISOString() }
}
