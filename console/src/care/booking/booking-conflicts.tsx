/** What else is planned at the times of a draft: shown, so that a person decides. LIVE-04. */

import type { BookingConflict, BookingDraft } from '@mimamori/contract/care/booking.ts'
import { Alert } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '#lib/browser/language.ts'
import { shortDay } from '#lib/time/calendar-day.ts'
import { timeOf } from '#lib/time/minute-of-day.ts'
import css from './booking.module.css'
import { useConflicts } from './booking-queries.ts'

/** Number of conflicts that are listed. */
const NAMED = 3

export function BookingConflicts({ draft, bookingId }: { draft: BookingDraft; bookingId: string | undefined }) {
  const { t } = useTranslation('booking')
  const { data } = useConflicts(draft, bookingId)
  if (!data || data.totalCount === 0) return null
  const more = data.totalCount - Math.min(NAMED, data.records.length)
  return (
    <Alert severity="warning" role="status">
      {t('conflicts', { count: data.totalCount })}
      <ul className={css.conflicts}>
        {data.records.slice(0, NAMED).map((conflict) => (
          <Conflict key={conflict.id} conflict={conflict} />
        ))}
        {more > 0 && <li>{t('conflicts-more', { count: more })}</li>}
      </ul>
    </Alert>
  )
}

function Conflict({ conflict }: { conflict: BookingConflict }) {
  const { t, i18n } = useTranslation('booking')
  const { of, day, startMinute, location, userName } = conflict
  const when = `${shortDay(day, toLanguage(i18n.language))} ${timeOf(startMinute)}`
  return <li>{t(`conflict-${of}`, { when, room: location, name: userName })}</li>
}
