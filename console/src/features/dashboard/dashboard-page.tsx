/** dashboard: what needs a person now, what happened, how the cameras are. Everything changes live. DASH-01, DASH-02. */
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsOutside, useUser } from '#lib/session.ts'
import { hourOfDay } from '#lib/time.ts'
import { boundsOf, RANGES, type Range } from '#lib/time-range.ts'
import { useUnitIds } from '#lib/unit-filter.ts'
import { useNow, useTime } from '#lib/use-time.ts'
import { NotConnected } from '#ui/not-connected.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { BusiestCameras } from './busiest-cameras.tsx'
import { CameraStatusBoard } from './camera-status-board.tsx'
import css from './dashboard-page.module.css'
import { toListRange, USUAL_RANGE } from './dashboard-range.ts'
import { LatestAlerts } from './latest-alerts.tsx'
import { SeverityBoard } from './severity-board.tsx'
import { UnseenBanner } from './unseen-banner.tsx'

const route = getRouteApi('/app/dashboard')

export function DashboardPage() {
  const { t } = useTranslation('dashboard')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const isOutside = useIsOutside()
  const unitIds = useUnitIds()
  const minute = Math.floor(useNow().getTime() / 60_000)
  const range = useMemo(() => toListRange(search), [search])
  const scope = useMemo(() => {
    const { from = '', to } = boundsOf(range, new Date(minute * 60_000))
    return { unitIds, from, ...(to && { to }) }
  }, [unitIds, minute, range])
  const choose = (next: Range | '') =>
    navigate({ search: next === '' || next === USUAL_RANGE ? {} : { range: next }, replace: true })

  if (isOutside) return <NotConnected />
  return (
    <>
      <PageHeader
        title={<Greeting />}
        actions={
          <Segmented<Range | ''>
            label={t('range')}
            value={range.range ?? ''}
            options={RANGES.map((value) => ({ value, label: t(`range-${value}`) }))}
            onChange={choose}
          />
        }
      />
      <UnseenBanner scope={scope} />
      <div className={css.boards}>
        <div className={css.column}>
          <LatestAlerts scope={scope} range={range} />
          <SeverityBoard scope={scope} range={range} />
        </div>
        <div className={css.column}>
          <CameraStatusBoard scope={scope} />
          <BusiestCameras scope={scope} range={range} />
        </div>
      </div>
    </>
  )
}

function Greeting() {
  const { t } = useTranslation('dashboard')
  const { firstName, lastName, locale } = useUser()
  const { style } = useTime()
  const hour = hourOfDay(useNow(), style.timeZone)
  const part = hour < 5 || hour >= 22 ? 'night' : hour < 11 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
  return t(`good-${part}`, { name: locale === 'ja' ? lastName : firstName })
}
