/** booking: the calendar on which check-ins are planned, by day, week and month, in the site's own days. LIVE-04. */

import type { Occurrence } from '@mimamori/contract/care/booking.ts'
import { Button, IconButton, Skeleton } from '@mui/material'
import { getRouteApi } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { toLanguage } from '#lib/browser/language.ts'
import { useIsOutside, useUser } from '#lib/session/session.ts'
import { useUnitIds } from '#lib/session/unit-filter.ts'
import { dayKey } from '#lib/time/time.ts'
import { useNow } from '#lib/time/use-time.ts'
import { findPeople, usePeopleNames } from '#shared/viewer-choices.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { BackLink, LinkButton } from '#ui/layout/link-button.tsx'
import { NotConnected } from '#ui/layout/not-connected.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { FilterBar } from '#ui/list/filter/filter-bar.tsx'
import { PickChip } from '#ui/list/filter/pick-chip.tsx'
import { Segmented } from '#ui/list/filter/segmented.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './booking.module.css'
import { daysOf, step, titleOf } from './booking-days.ts'
import { OccurrenceDialog } from './booking-dialog.tsx'
import { BookingGrid } from './booking-grid.tsx'
import { findRooms, useOccurrences } from './booking-queries.ts'
import { type BookingSearch, toBookingSearch, VIEWS, type View } from './booking-search.ts'
import { useMoveBooking } from './use-move-booking.ts'
import { useRoomNames, useSiteZone } from './use-site.ts'

const route = getRouteApi('/app/booking')

export function BookingCalendarPage() {
  return useIsOutside() ? <NotConnected /> : <Calendar />
}

function Calendar() {
  const { t, i18n } = useTranslation('booking')
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const zone = useSiteZone()
  const today = dayKey(useNow(), zone)
  const { span: view = 'week', day = today, cameraIds, userIds } = search
  const days = daysOf(view, day, toLanguage(i18n.language))
  const unitIds = useUnitIds()
  const planned = useOccurrences({ fromDay: days[0]!, toDay: days.at(-1)!, unitIds, cameraIds, userIds })
  const [openId, setOpenId] = useState<string | null>(null)
  const go = (change: Partial<BookingSearch>) =>
    void navigate({ to: '/app/booking', search: toBookingSearch({ ...search, ...change }), replace: true })
  const { role } = useUser()
  const move = useMoveBooking()
  const mayMove = ({ state }: Occurrence) => mayCall(role, 'booking.change') && ['upcoming', 'due'].includes(state)
  const opened = planned.data?.records.find(({ id }) => id === openId)
  return (
    <>
      <Header day={search.day} zone={zone} />
      <FilterBar end={<Segmented<View> {...viewChoice(t, view)} onChange={(next) => go({ span: next })} />}>
        <Filters search={search} onChange={go} />
      </FilterBar>
      <Toolbar view={view} day={day} today={today} onDay={(next) => go({ day: next === today ? undefined : next })} />
      {planned.data?.isCut && <Notice>{t('is-cut')}</Notice>}
      <Loaded query={planned} skeleton={<Skeleton variant="rounded" height={420} />}>
        {({ records }) => (
          <>
            <BookingGrid
              view={view}
              day={day}
              today={today}
              occurrences={records}
              onDay={(next) => go({ day: next })}
              onOpenDay={(next) => go({ span: 'day', day: next })}
              onOpen={setOpenId}
              mayMove={mayMove}
              onMove={move}
            />
            {mayCall(role, 'booking.change') && <p className={css.hint}>{t('carry-hint')}</p>}
          </>
        )}
      </Loaded>
      {opened && <OccurrenceDialog occurrence={opened} onClose={() => setOpenId(null)} />}
    </>
  )
}

type Translate = ReturnType<typeof useTranslation<'booking'>>['t']

function viewChoice(t: Translate, view: View) {
  return { label: t('view-label'), value: view, options: VIEWS.map((value) => ({ value, label: t(`view-${value}`) })) }
}

function Header({ day, zone }: { day: string | undefined; zone: string }) {
  const { t } = useTranslation('booking')
  const { role, timezone } = useUser()
  const back = t('back-to-check-ins')
  return (
    <PageHeader
      lead={<BackLink to="/app/virtualCheckIn" label={back} />}
      title={t('title')}
      subtitle={zone === timezone ? undefined : t('times-of-site', { zone })}
      actions={
        mayCall(role, 'booking.create') && (
          <LinkButton to="/app/booking/new" search={{ day }} variant="contained" color="primary">
            {t('new')}
          </LinkButton>
        )
      }
    />
  )
}

type ToolbarProps = { view: View; day: string; today: string; onDay: (day: string) => void }

function Toolbar({ view, day, today, onDay }: ToolbarProps) {
  const { t, i18n } = useTranslation('booking')
  return (
    <div className={css.toolbar}>
      <IconButton aria-label={t('previous')} title={t('previous')} onClick={() => onDay(step(view, day, -1))}>
        <ChevronLeft size={20} className={css.turns} />
      </IconButton>
      <IconButton aria-label={t('next')} title={t('next')} onClick={() => onDay(step(view, day, 1))}>
        <ChevronRight size={20} className={css.turns} />
      </IconButton>
      <h2 className={css.period} aria-live="polite">
        {titleOf(view, day, toLanguage(i18n.language))}
      </h2>
      <Button disabled={day === today} onClick={() => onDay(today)}>
        {t('today')}
      </Button>
    </div>
  )
}

type FilterProps = { search: BookingSearch; onChange: (change: Partial<BookingSearch>) => void }

function Filters({ search, onChange }: FilterProps) {
  const { t } = useTranslation('booking')
  const rooms = useRoomNames(search.cameraIds)
  const people = usePeopleNames(search.userIds)
  return (
    <>
      <PickChip
        label={t('room')}
        queryKey={['booking', 'pick-rooms']}
        find={findRooms}
        chosen={search.cameraIds}
        named={rooms}
        onChange={(cameraIds) => onChange({ cameraIds })}
      />
      <PickChip
        label={t('person')}
        queryKey={['booking', 'pick-people']}
        find={(text, signal) => findPeople(text, signal)}
        chosen={search.userIds}
        named={people}
        onChange={(userIds) => onChange({ userIds })}
      />
    </>
  )
}
