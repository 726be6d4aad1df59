/** The rooms of a shift: bed exits compared with the usual number, last night's sleep, visits, and a note. HANDOVER-01. */
import type { HandoverRoom, HandoverSheet } from '@mimamori/contract/care/handover.ts'
import { isUnusual } from '@mimamori/contract/care/handover-alarms.ts'
import { residentTitle } from '@mimamori/contract/care/resident-title.ts'
import { timeOfDayText } from '@mimamori/contract/insight/sleep-sentences.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#ui/layout/card.tsx'
import css from './handover.module.css'
import { useLength } from './use-length.ts'

type Props = { sheet: HandoverSheet; noteOf: (room: HandoverRoom) => ReactNode }

export function Rooms({ sheet: { rooms }, noteOf }: Props) {
  const { t } = useTranslation('handover')
  return (
    <Card title={t('rooms')} help={`${t('usual-help')} ${t('sleep-basis')}`} flush>
      {rooms.length === 0 && <p className={css.empty}>{t('no-rooms')}</p>}
      <ul>
        {rooms.map((room) => (
          <li key={room.cameraId} className={css.room}>
            <p className={css.name}>
              <Link to="/app/rooms/$cameraId" params={{ cameraId: room.cameraId }} className={css.link}>
                {room.location}
              </Link>
              {room.residents.length > 0 && (
                <span className={css.small}>{room.residents.map(residentTitle).join('・')}</span>
              )}
              <span className={css.small}>{room.unitName}</span>
            </p>
            <BedExits room={room} />
            <Sleep room={room} />
            {noteOf(room)}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function BedExits({ room }: { room: HandoverRoom }) {
  const { t } = useTranslation('handover')
  const { bedExits, usualBedExits, checkIns, visits } = room
  const done = [
    ...(checkIns > 0 ? [`${t('check-ins')} ${checkIns}`] : []),
    ...(visits > 0 ? [t('visits', { count: visits })] : []),
  ]
  return (
    <p className={css.figure} data-unusual={isUnusual(room) || undefined}>
      <span>
        {t('bed-exits')} <strong>{bedExits}</strong>
      </span>
      <span className={css.small}>
        {t('usual')} {usualBedExits ?? t('usual-unknown')}
      </span>
      {done.length > 0 && <span className={css.small}>{done.join(' · ')}</span>}
    </p>
  )
}

function Sleep({ room: { sleep } }: { room: HandoverRoom }) {
  const { t } = useTranslation('handover')
  const length = useLength()
  const minutes = sleep?.sleepMinutes ?? null
  const { bedtimeOfDay = null, getUpOfDay = null } = sleep ?? {}
  return (
    <p className={css.figure}>
      <span>
        {t('sleep')} <strong>{minutes === null ? t('sleep-unknown') : length(minutes * 60)}</strong>
      </span>
      {bedtimeOfDay !== null && getUpOfDay !== null && (
        <span className={css.small}>
          {t('bed-times')} {timeOfDayText(bedtimeOfDay)}–{timeOfDayText(getUpOfDay)}
        </span>
      )}
      {sleep?.isProvisional && <span className={css.provisional}>{t('provisional')}</span>}
    </p>
  )
}
