/** The columns of the list of check-ins. LIVE-03. */
import type { CheckIn } from '@mimamori/contract/care/event.ts'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { duration } from '#lib/time/time.ts'
import { useTime } from '#lib/time/use-time.ts'
import type { ListColumn } from '#ui/list/list-column.ts'
import css from './event.module.css'

export function useEventColumns(): ListColumn<CheckIn>[] {
  const { t } = useTranslation('event')
  const time = useTime()
  return useMemo(() => {
    const room = ({ location, unitName }: CheckIn) => [location, unitName].filter(Boolean).join(' · ')
    const person = ({ userName, stationName }: CheckIn) =>
      stationName === null ? userName : t('station', { name: userName, station: stationName })
    const watched = ({ monitoredDurationSeconds }: CheckIn) => duration(monitoredDurationSeconds * 1000)
    return [
      {
        id: 'eventTime',
        header: t('event-time'),
        isSortable: true,
        cell: ({ id, eventTime }) => (
          <Link to="/app/virtualCheckIn/detail/$eventId" params={{ eventId: id }} className={css.opens}>
            <time dateTime={eventTime} title={time.exact(eventTime)}>
              {time.dateTime(eventTime)}
            </time>
          </Link>
        ),
        csv: ({ eventTime }) => time.exact(eventTime),
      },
      { id: 'room', header: t('room'), cell: room, csv: room },
      { id: 'person', header: t('person'), cell: person, csv: person },
      {
        id: 'watched',
        header: t('watched'),
        align: 'end',
        cell: (checkIn) => (
          <>
            {watched(checkIn)}
            {checkIn.endedAt === null && <span className={css.running}> {t('running')}</span>}
          </>
        ),
        csv: watched,
      },
      {
        id: 'streamTime',
        header: t('stream-time'),
        isOptional: true,
        cell: ({ streamTime }) => (streamTime ? time.clock(streamTime) : t('no-image')),
        csv: ({ streamTime }) => (streamTime ? time.exact(streamTime) : t('no-image')),
      },
      {
        id: 'note',
        header: t('note'),
        cell: ({ note }) => (
          <span className={css.note}>{note || <span className={css.quiet}>{t('no-note')}</span>}</span>
        ),
        csv: ({ note }) => note,
      },
    ]
  }, [t, time])
}
