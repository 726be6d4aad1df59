/** booking/new and booking/edit/{bookingId}: one form for both. LIVE-04. */
import type { Booking } from '@mimamori/contract/care/booking.ts'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsOutside } from '#lib/session/session.ts'
import { dayKey } from '#lib/time/time.ts'
import { useNow } from '#lib/time/use-time.ts'
import { wallTime } from '#lib/time/wall-time.ts'
import { BackLink } from '#ui/layout/link-button.tsx'
import { NotConnected } from '#ui/layout/not-connected.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import { BookingForm } from './booking-form.tsx'
import { useBooking, useRoomName } from './booking-queries.ts'
import { useSiteZone } from './use-site.ts'

const newRoute = getRouteApi('/app/booking/new')
const editRoute = getRouteApi('/app/booking/edit/$bookingId')

export function BookingNewPage() {
  const { t } = useTranslation('booking')
  const isOutside = useIsOutside()
  const { cameraId, day } = newRoute.useSearch()
  const room = useRoomName(cameraId)
  const show = useShowDay()
  const values = useFirstValues(cameraId, day)
  if (isOutside) return <NotConnected />
  return (
    <>
      <Header title={t('new')} />
      {(cameraId === undefined || room.data || room.error) && (
        <BookingForm values={values} room={room.data} onSaved={show} />
      )}
    </>
  )
}

export function BookingEditPage() {
  const { t } = useTranslation('booking')
  const { bookingId } = editRoute.useParams()
  const query = useBooking(bookingId)
  const show = useShowDay()
  return (
    <>
      <Header title={t('edit')} />
      <Loaded query={query}>
        {(booking) => (
          <BookingForm
            booking={booking}
            values={valuesOf(booking)}
            onSaved={() => show(undefined)}
            onReload={query.refetch}
          />
        )}
      </Loaded>
    </>
  )
}

function useShowDay() {
  const navigate = useNavigate()
  return (day: string | undefined) => void navigate({ to: '/app/booking', search: { day } })
}

const HOUR_MINUTES = 60
const WINDOW_MINUTES = 30
const REMINDER_MINUTES = 5

/** The next full hour of the site's clock, for planning. */
function useFirstValues(cameraId: string | undefined, day: string | undefined) {
  const zone = useSiteZone()
  const now = useNow()
  // The form begins once.
  const [{ today, hour }] = useState(() => ({
    today: dayKey(now, zone),
    hour: Number(wallTime(now, zone).slice(11, 13)),
  }))
  return useMemo(
    () => ({
      cameraId: cameraId ?? '',
      userId: '',
      firstDay: day !== undefined && day > today ? day : today,
      startMinute: Math.min(hour + 1, 23) * HOUR_MINUTES,
      windowMinutes: WINDOW_MINUTES,
      reminderMinutes: REMINDER_MINUTES,
      repeat: 'none' as const,
      untilDay: null,
      purpose: '',
    }),
    [cameraId, day, today, hour],
  )
}

function valuesOf(booking: Booking) {
  const { cameraId, userId, firstDay, startMinute, windowMinutes, reminderMinutes, repeat, untilDay, purpose } = booking
  return { cameraId, userId, firstDay, startMinute, windowMinutes, reminderMinutes, repeat, untilDay, purpose }
}

function Header({ title }: { title: string }) {
  const { t } = useTranslation('booking')
  const back = t('back-to-calendar')
  return <PageHeader lead={<BackLink to="/app/booking" label={back} />} title={title} />
}
