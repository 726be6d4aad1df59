/** load: a site's calls by shift and carer, their causes, and settings with fewer alarms. LOAD-01. */
import type { AlarmLoad } from '@mimamori/contract/insight/alarm-load.ts'
import { LOAD_DAYS } from '@mimamori/contract/insight/insight-lists.ts'
import { Skeleton } from '@mui/material'
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { usePageCall } from '#lib/service/use-call.ts'
import { isOverSites, useIsOutside, useUser } from '#lib/session/session.ts'
import { useUnitIds } from '#lib/session/unit-filter.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NothingYet } from '#ui/feedback/illustrations.tsx'
import { BackLink, LinkButton } from '#ui/layout/link-button.tsx'
import { NotConnected } from '#ui/layout/not-connected.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Segmented } from '#ui/list/filter/segmented.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './load.module.css'
import { LoadCauses } from './load-causes.tsx'
import { LoadFigures } from './load-figures.tsx'
import { CarerLoads, ShiftLoads } from './load-tables.tsx'

type LoadDays = (typeof LOAD_DAYS)[number]
/** What the page keeps in its address. `days` left out: the usual range. */
export type LoadSearch = { days?: LoadDays }

const route = getRouteApi('/app/load')
const EVERY_MS = 5 * 60_000
const FIGURES = [1, 2, 3, 4, 5, 6]
const FIGURE = { height: { xs: 116, sm: 129 } }
const CAUSES = { height: { xs: 973, sm: 719 } }
const SHIFTS = { height: { xs: 500, sm: 278 } }
const CARERS = { height: { xs: 580, sm: 316 } }

export function LoadPage() {
  const isOver = isOverSites(useUser())
  if (useIsOutside() || isOver) return <NotConnected />
  return <OfSite />
}

function OfSite() {
  const { t } = useTranslation('load')
  const { role } = useUser()
  const { days = LOAD_DAYS[0] }: LoadSearch = route.useSearch()
  const navigate = route.useNavigate()
  const unitIds = useUnitIds()
  const query = usePageCall(
    ['load', days, unitIds ?? null],
    'load.report',
    { body: { days, ...(unitIds && { unitIds }) } },
    { refetchInterval: EVERY_MS },
  )
  const choose = (text: string) => {
    const next = Number(text) as LoadDays
    void navigate({ to: '/app/load', search: next === LOAD_DAYS[0] ? {} : { days: next }, replace: true })
  }
  return (
    <>
      <PageHeader
        lead={<BackLink to="/app/analytics" label={t('to-analytics')} />}
        title={t('title')}
        subtitle={t('subtitle')}
        actions={
          <>
            {mayCall(role, 'judgedClip.preview') && (
              <LinkButton to="/app/judged-clips">{t('to-judged-clips')}</LinkButton>
            )}
            <Segmented
              label={t('range')}
              value={String(days)}
              options={LOAD_DAYS.toSorted((a, b) => a - b).map((each) => ({
                value: String(each),
                label: t('days', { days: each }),
              }))}
              onChange={choose}
            />
          </>
        }
      />
      <Loaded query={query} skeleton={<BoardsSkeleton />}>
        {(load) => <Boards load={load} days={days} mayChange={mayCall(role, 'cameraApp.change')} />}
      </Loaded>
    </>
  )
}

function Boards({ load, days, mayChange }: { load: AlarmLoad; days: number; mayChange: boolean }) {
  const { t } = useTranslation('load')
  if (load.total.calls === 0) {
    return <EmptyState role="status" image={<NothingYet />} title={t('none', { days })} help={t('none-help')} />
  }
  return (
    <div className={css.boards}>
      <LoadFigures load={load} />
      <LoadCauses load={load} mayChange={mayChange} />
      <ShiftLoads load={load} />
      <CarerLoads load={load} />
    </div>
  )
}

/** Has the final height, so that the layout does not shift. */
function BoardsSkeleton() {
  return (
    <div className={css.boards}>
      <div className={css.figures}>
        {FIGURES.map((figure) => (
          <div key={figure} className={css.blank}>
            <Skeleton variant="rounded" sx={FIGURE} />
          </div>
        ))}
      </div>
      <Skeleton variant="rounded" sx={CAUSES} />
      <Skeleton variant="rounded" sx={SHIFTS} />
      <Skeleton variant="rounded" sx={CARERS} />
    </div>
  )
}
