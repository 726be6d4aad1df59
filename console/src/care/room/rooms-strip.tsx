/** At the head of the dashboard: the rooms that need somebody, in the order of need, the calm ones, and who is on duty. ROOM-01, ALARM-05. */
import { Skeleton } from '@mui/material'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useUser } from '#lib/session/session.ts'
import { useUnitIds } from '#lib/session/unit-filter.ts'
import { useOnDuty } from '#shared/answerers.ts'
import { mayAnswer } from '#shared/open-alarms.ts'
import { Loaded } from '#ui/list/loaded.tsx'
import { useRooms } from './room-queries.ts'
import { RoomTiles } from './room-tiles.tsx'
import css from './rooms-strip.module.css'
import { useOrdered } from './use-ordered-rooms.ts'

/** More are behind the link: the least urgent ones. */
const MOST = 40

export function RoomsStrip() {
  const { t } = useTranslation('room')
  const query = useRooms(useUnitIds())
  const rooms = useOrdered(query.data)
  return (
    <section className={css.strip} aria-label={t('title')}>
      <div className={css.head}>
        <h2 className={css.title}>{t('title')}</h2>
        <Link to="/app/rooms" className={css.all}>
          {t('strip-all')}
          <ChevronRight size={16} aria-hidden />
        </Link>
      </div>
      <Loaded query={query} isPart skeleton={<Skeleton variant="rounded" height={70} />}>
        {({ aheadMs, records }) =>
          records.length === 0 ? (
            <p className={css.count}>{t('none')}</p>
          ) : (
            <RoomTiles rooms={rooms.slice(0, MOST)} aheadMs={aheadMs} isWhole={false} />
          )
        }
      </Loaded>
      <OnDuty />
    </section>
  )
}

export function OnDuty() {
  const { t } = useTranslation('room')
  const onDuty = useOnDuty(mayAnswer(useUser())).data
  if (!onDuty) return null
  const { names, hasRoster } = onDuty
  return (
    <p className={css.duty}>
      <strong>{t('on-duty')}</strong> {names.length > 0 ? names.join(t('name-separator')) : t('on-duty-nobody')}
      {!hasRoster && <small className={css.standing}>{t('on-duty-standing')}</small>}
    </p>
  )
}
