/** One check-in in the grid: room, time, user, duration and note. LIVE-03. */
import type { CheckIn } from '@mimamori/contract/care/event.ts'
import { useTranslation } from 'react-i18next'
import { duration } from '#lib/time/time.ts'
import { useTime } from '#lib/time/use-time.ts'
import { OpenCard, OpenCardTitle } from '#ui/list/open-card.tsx'
import css from './event.module.css'

export function EventCard({ checkIn }: { checkIn: CheckIn }) {
  const { t } = useTranslation('event')
  const time = useTime()
  const { id, location, unitName, eventTime, userName, stationName, monitoredDurationSeconds, endedAt, note } = checkIn
  const person = stationName === null ? userName : t('station', { name: userName, station: stationName })
  return (
    <OpenCard>
      <OpenCardTitle to="/app/virtualCheckIn/detail/$eventId" params={{ eventId: id }}>
        {[location, unitName].filter(Boolean).join(' · ')}
      </OpenCardTitle>
      <time dateTime={eventTime} title={time.exact(eventTime)}>
        {time.dateTime(eventTime)}
      </time>
      <span className={css.small}>
        {person} · {t('watched')} {duration(monitoredDurationSeconds * 1000)}
        {endedAt === null && <span className={css.running}> {t('running')}</span>}
      </span>
      <p className={css.text}>{note || <span className={css.soft}>{t('no-note')}</span>}</p>
    </OpenCard>
  )
}
