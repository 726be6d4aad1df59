/** dashboard: what needs a person now, what happened, how the cameras are. Everything changes live. DASH-01, DASH-02. */
import { LOCALES } from '@mimamori/contract/languages/locales.ts'
import type { Role } from '@mimamori/contract/shared/roles.ts'
import { getRouteApi } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { boundsOf, type TimeRange } from '#lib/list/time-range.ts'
import { useIsOutside, useUser } from '#lib/session/session.ts'
import { useUnitIds } from '#lib/session/unit-filter.ts'
import { hourOfDay } from '#lib/time/time.ts'
import { useNow, useTime } from '#lib/time/use-time.ts'
import { NotConnected } from '#ui/layout/not-connected.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { BusiestCameras } from './busiest-cameras.tsx'
import { CameraStatusBoard } from './camera-status-board.tsx'
import css from './dashboard-page.module.css'
import { toDashboardSearch, toListRange } from './dashboard-range.ts'
import { DashboardRangeChoice } from './dashboard-range-choice.tsx'
import { LatestAlarms, LatestAlerts } from './latest-alerts.tsx'
import { SeverityBoard } from './severity-board.tsx'
import { UnseenBanner } from './unseen-banner.tsx'

const CARERS: readonly Role[] = ['USER', 'RESTRICTED_USER']
const route = getRouteApi('/app/dashboard')

/** Above the boards: `rooms`, what the rooms need, and `firstSteps`, what a new site needs. */
export function DashboardPage({ firstSteps, rooms }: { firstSteps?: ReactNode; rooms?: ReactNode }) {
  const search = route.useSearch()
  const time = useTime()
  const navigate = route.useNavigate()
  const isOutside = useIsOutside()
  // Counts and cameras are for those who manage the site: carers need its rooms.
  const hasFigures = !CARERS.includes(useUser().role)
  const unitIds = useUnitIds()
  const minute = Math.floor(useNow().getTime() / 60_000)
  const range = useMemo(() => toListRange(search), [search])
  const scope = useMemo(() => {
    const { from = '', to } = boundsOf(range, new Date(minute * 60_000), time.style.timeZone)
    return { unitIds, shown: JSON.stringify(range), from, ...(to && { to }) }
  }, [unitIds, minute, range, time])
  const choose = (next: TimeRange) => navigate({ to: '/app/dashboard', search: toDashboardSearch(next), replace: true })

  if (isOutside) return <NotConnected />
  return (
    <>
      <PageHeader
        title={<Greeting />}
        subtitle={range.from && range.to && `${time.dateTime(range.from)} – ${time.dateTime(range.to)}`}
        actions={<DashboardRangeChoice value={range} onChange={choose} />}
      />
      <UnseenBanner scope={scope} />
      {rooms}
      {firstSteps}
      {hasFigures ? (
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
      ) : (
        <LatestAlarms scope={scope} range={range} />
      )}
    </>
  )
}

function Greeting() {
  const { t } = useTranslation('dashboard')
  const { firstName, lastName, locale } = useUser()
  const { style } = useTime()
  const hour = hourOfDay(useNow(), style.timeZone)
  const part = hour < 5 || hour >= 22 ? 'night' : hour < 11 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
  return t(`good-${part}`, { name: LOCALES[locale].isFamilyNameFirst ? lastName : firstName })
}
