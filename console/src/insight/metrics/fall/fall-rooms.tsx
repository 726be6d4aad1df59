/** Where people fall: the three rooms with most confirmed falls first, each leading to its alerts. METRIC-03. */
import type { FallRoom } from '@mimamori/contract/insight/metrics.ts'
import { BEHIND } from '@mimamori/contract/insight/metrics-behind.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#ui/layout/card.tsx'
import { behind } from '../behind.ts'
import css from '../metrics.module.css'
import type { MetricsScope } from '../metrics-queries.ts'
import { useLength } from '../use-length.ts'

const TOP = 3

export function FallRooms({ rooms, scope }: { rooms: readonly FallRoom[]; scope: MetricsScope }) {
  const { t } = useTranslation('metrics')
  const length = useLength()
  const [isWhole, setWhole] = useState(false)
  return (
    <Card title={t('top-rooms')} help={t('top-rooms-help')}>
      <ol className={css.rooms}>
        {(isWhole ? rooms : rooms.slice(0, TOP)).map((room) => (
          <li key={room.cameraId}>
            <Link
              to="/app/alerts/list"
              search={behind(scope, BEHIND.confirmedFalls, { cameraIds: [room.cameraId] })}
              className={css.room}
            >
              <span className={css.roomName}>
                {room.location || room.cameraName} <small>{room.unitName}</small>
              </span>
              <b>{room.confirmed}</b>
              <small className={css.roomNote}>
                {[
                  room.undecided > 0 && t('undecided-count', { count: room.undecided }),
                  room.medianSeconds !== null && t('response-of', { length: length(room.medianSeconds) }),
                  room.arrivedMedianSeconds !== null && t('arrival', { length: length(room.arrivedMedianSeconds) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </Link>
          </li>
        ))}
      </ol>
      {rooms.length > TOP && (
        <button type="button" className={css.switch} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('top-only') : t('all-rooms', { count: rooms.length })}
        </button>
      )}
    </Card>
  )
}
