/** At the head of the dashboard: the rooms that need somebody, in the order of need, and how many are calm. ROOM-01, ALARM-05. */
import type { Room } from '@mimamori/contract/care/room.ts'
import { Skeleton } from '@mui/material'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useUnitIds } from '#lib/session/unit-filter.ts'
import { Loaded } from '#ui/list/loaded.tsx'
import { Elapsed } from './elapsed.tsx'
import { type Need, needOf } from './room-order.ts'
import { useRooms } from './room-queries.ts'
import { RoomSign, useStateWord } from './room-state.tsx'
import css from './rooms-strip.module.css'
import { useIsNight, useOrdered } from './use-ordered-rooms.ts'

const MOST = 8

export function RoomsStrip() {
  const { t } = useTranslation('room')
  const query = useRooms(useUnitIds())
  const isNight = useIsNight()
  const rooms = useOrdered(query.data)
  const needing = rooms.map((room) => ({ room, need: needOf(room, isNight) })).filter(({ need }) => need !== 'calm')
  const shown = needing.slice(0, MOST)
  const calm = rooms.length - needing.length
  const more = needing.length - shown.length
  return (
    <section className={css.strip} aria-label={t('title')}>
      <div className={css.head}>
        <h2 className={css.title}>{t('title')}</h2>
        {query.data && rooms.length > 0 && (
          <span className={css.count}>
            {more > 0 && `${t('strip-more', { count: more })} `}
            {needing.length === 0 ? t('strip-all-calm', { count: calm }) : t('strip-calm', { count: calm })}
          </span>
        )}
        <Link to="/app/rooms" className={css.all}>
          {t('strip-all')}
          <ChevronRight size={16} aria-hidden />
        </Link>
      </div>
      <Loaded query={query} isPart skeleton={<Skeleton variant="rounded" height={70} sx={{ mt: 1.25 }} />}>
        {({ aheadMs, records }) =>
          records.length === 0 ? (
            <p className={css.count}>{t('none')}</p>
          ) : (
            shown.length > 0 && <Tiles shown={shown} aheadMs={aheadMs} />
          )
        }
      </Loaded>
    </section>
  )
}

function Tiles({ shown, aheadMs }: { shown: readonly { room: Room; need: Need }[]; aheadMs: number }) {
  const word = useStateWord()
  return (
    <ul className={css.tiles}>
      {shown.map(({ room: { cameraId, location, now }, need }) => (
        <li key={cameraId} className={css.tile} data-need={need}>
          <Link to="/app/rooms/$cameraId" params={{ cameraId }} className={css.room}>
            <span className={css.name}>{location}</span>
            <span className={css.state}>
              <RoomSign state={now.state} size={18} /> {word(now)}
            </span>
          </Link>
          <span className={css.since}>
            <Elapsed since={now.since} aheadMs={aheadMs} />
          </span>
        </li>
      ))}
    </ul>
  )
}
