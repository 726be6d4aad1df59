/** One check-in in the grid: where, when, who looked and for how long, and what was noted. LIVE-03. */
import type { CheckIn } from '@mimamori/contract/event.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { duration } from '#lib/time.ts'
import { useTime } from '#lib/use-time.ts'
import css from './event.module.css'

export function EventCard({ checkIn }: { checkIn: CheckIn }) {
  const { t } = useTranslation('event')
  const time = useTime()
  const { id, location, unitName, eventTime, userName, stationName, monitoredDurationSeconds, endedAt, note } = checkIn
  const person = stationName === null ? userName : t('station', { name: userName, station: stationName })
  return (
    <div className={css.card}>
      <div className={css.body}>
        <Link to="/app/virtualCheckIn/detail/$eventId" params={{ eventId: id }} className={css.title}>
          {[location, unitName].filter(Boolean).join(' · ')}
        </Link>
        <time dateTime={eventTime} title={time.exact(eventTime)}>
          {time.dateTime(eventTime)}
        </time>
        <span className={css.soft}>
          {person} · {t('watched')} {duration(monitoredDurationSeconds * 1000)}
          {endedAt === null && <span className={css.running}> {t('running')}</span>}
        </span>
        <p className={css.text}>{note || <span className={css.soft}>{t('no-note')}</span>}</p>
      </div>
    </div>
  )
}
