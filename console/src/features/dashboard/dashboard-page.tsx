/** dashboard: what needs a person now, what happened, how the cameras are. Everything changes live. DASH-01, DASH-02. */
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsOutside, useUser } from '#lib/session.ts'
import { hourOfDay } from '#lib/time.ts'
import { useUnitIds } from '#lib/unit-filter.ts'
import { useNow, useTime } from '#lib/use-time.ts'
import { NotConnected } from '#ui/not-connected.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Segmented } from '#ui/segmented.tsx'
import { BusiestCameras } from './busiest-cameras.tsx'
import { CameraStatusBoard } from './camera-status-board.tsx'
import css from './dashboard-page.module.css'
import { DASHBOARD_RANGES, type DashboardRange, rangeEnding } from './dashboard-range.ts'
import { LatestAlerts } from './latest-alerts.tsx'
import { SeverityBoard } from './severity-board.tsx'
import { UnseenBanner } from './unseen-banner.tsx'

const route = getRouteApi('/app/dashboard')

export function DashboardPage() {
  const { t } = useTranslation('dashboard')
  const { range = 'day' } = route.useSearch()
  const navigate = route.useNavigate()
  const isOutside = useIsOutside()
  const unitIds = useUnitIds()
  const minute = Math.floor(useNow().getTime() / 60_000)
  const scope = useMemo(() => ({ unitIds, ...rangeEnding(new Date(minute * 60_000), range) }), [unitIds, minute, range])
  const choose = (next: DashboardRange) => navigate({ search: next === 'day' ? {} : { range: next }, replace: true })

  if (isOutside) return <NotConnected />
  return (
    <>
      <PageHeader
        title={<Greeting />}
        actions={
          <Segmented
            label={t('range')}
            value={range}
            options={DASHBOARD_RANGES.map((value) => ({ value, label: t(`range-${value}`) }))}
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
