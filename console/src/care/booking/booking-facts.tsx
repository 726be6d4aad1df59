/** What is known of one planned check-in. LIVE-04. */

import type { Occurrence } from '@mimamori/contract/care/booking.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '#lib/browser/language.ts'
import { useUser } from '#lib/session/session.ts'
import { longDay } from '#lib/time/calendar-day.ts'
import { timeOf } from '#lib/time/minute-of-day.ts'
import { useTime } from '#lib/time/use-time.ts'
import { wallTime } from '#lib/time/wall-time.ts'
import { Facts } from '#ui/layout/detail-layout.tsx'
import css from './booking.module.css'
import { OccurrenceStatus } from './booking-state.tsx'

/** `22:30` by the clock of the site. */
export function endTime({ endsAt, timezone }: Pick<Occurrence, 'endsAt' | 'timezone'>): string {
  return wallTime(endsAt, timezone).slice(11, 16)
}

export function OccurrenceFacts({ occurrence }: { occurrence: Occurrence }) {
  const { t, i18n } = useTranslation('booking')
  const time = useTime()
  const { timezone } = useUser()
  const { day, startMinute, userName, purpose, repeat, startsAt } = occurrence
  const until = t('until', { time: endTime(occurrence) })
  const isElsewhere = wallTime(startsAt, timezone) !== wallTime(startsAt, occurrence.timezone)
  return (
    <Facts
      facts={[
        [
          t('when'),
          <span key="when">
            {longDay(day, toLanguage(i18n.language))}, {timeOf(startMinute)} <span className={css.quiet}>{until}</span>
            {isElsewhere && <div className={css.quiet}>{time.exact(startsAt)}</div>}
          </span>,
        ],
        [t('person'), userName],
        ...(purpose ? ([[t('purpose'), purpose]] as const) : []),
        [t('repeats'), t(`repeat-${repeat}`)],
        [t('state'), <State key="state" occurrence={occurrence} />],
      ]}
    />
  )
}

/** With the way to the check-in that it was done by. */
function State({ occurrence: { state, checkIn } }: { occurrence: Occurrence }) {
  const { t } = useTranslation('booking')
  const time = useTime()
  return (
    <>
      <OccurrenceStatus state={state} />{' '}
      {checkIn && (
        <Link to="/app/virtualCheckIn/detail/$eventId" params={{ eventId: checkIn.id }}>
          {t('done-by', { name: checkIn.userName, time: time.dateTime(checkIn.eventTime) })}
        </Link>
      )}
    </>
  )
}
