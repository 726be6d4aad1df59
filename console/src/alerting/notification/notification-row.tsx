/** One line of the bell's popup: image, what, where, why, when, and whether it is unread. */

import { nameOfKind } from '@mimamori/contract/alerting/alert-kind.ts'
import type { Notification } from '@mimamori/contract/alerting/notification.ts'
import { Skeleton } from '@mui/material'
import { Link } from '@tanstack/react-router'
import { CalendarClock, MessageSquareDot } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#ui/layout/relative-time.tsx'
import { SeverityShape } from '#ui/layout/severity-badge.tsx'
import { FramedImage } from '#ui/player/framed-image.tsx'
import css from './notification-popup.module.css'

type Props = { notification: Notification; onChoose: () => void }

export function NotificationRow({ notification, onChoose }: Props) {
  const { alertId, occurrenceId, at, hasRead } = notification
  const { t } = useTranslation('alert')
  const words = (
    <>
      <Image notification={notification} />
      <Words notification={notification} />
      <span className={css.quiet}>
        <RelativeTime at={at} />
      </span>
      <span className={css.mark}>{!hasRead && <span className="visually-hidden">{t('unseen')}</span>}</span>
    </>
  )
  const shown = { className: css.row, 'data-unseen': !hasRead || undefined, onClick: onChoose }
  return (
    <li>
      {alertId ? (
        <Link to="/app/alerts/detail/$alertId" params={{ alertId }} {...shown}>
          {words}
        </Link>
      ) : occurrenceId ? (
        <Link to="/app/virtualCheckIn/planned/$occurrenceId" params={{ occurrenceId }} {...shown}>
          {words}
        </Link>
      ) : (
        <Link to="/app/profile" hash="notifications" {...shown}>
          {words}
        </Link>
      )}
    </li>
  )
}

function Image({ notification: { alertId, occurrenceId, thumbnailUrl } }: { notification: Notification }) {
  const { t } = useTranslation('word')
  if (!alertId) {
    return (
      <span className={css.sample}>
        {occurrenceId ? <CalendarClock size={22} aria-hidden /> : <MessageSquareDot size={22} aria-hidden />}
      </span>
    )
  }
  return (
    <span className={css.image}>
      <FramedImage src={thumbnailUrl} alt="" missing={t('no-image')} />
    </span>
  )
}

function Words({ notification }: { notification: Notification }) {
  const { cause, activity, isPossible, kindName, severity, location, unitName } = notification
  const { t } = useTranslation('word')
  const why = useCause(notification)
  return (
    <span className={css.words}>
      <span className={css.what}>
        {severity && <SeverityShape severity={severity} />}
        {severity && <span className="visually-hidden">{t(`severity-${severity}`)}</span>}
        {activity ? nameOfKind({ activity, isPossible, kindName }, t) : why}
      </span>
      <span className={css.quiet}>{[location, unitName].filter(Boolean).join(' · ')}</span>
      {activity && cause !== 'raised' && <span className={css.why}>{why}</span>}
    </span>
  )
}

function useCause({ cause, unansweredMinutes }: Notification): string {
  const { t } = useTranslation('notification')
  return unansweredMinutes === null ? t(`cause-${cause}`) : t('cause-escalated-after', { minutes: unansweredMinutes })
}

/** The shape of some rows while they load. */
export function NotificationSkeleton({ rows }: { rows: number }) {
  return Array.from({ length: rows }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blank places have no identity
    <div key={at} className={css.row} aria-hidden>
      <Skeleton variant="rounded" className={css.image} sx={{ aspectRatio: '16 / 9', height: 'auto' }} />
      <span className={css.words}>
        <Skeleton width="50%" />
        <Skeleton width="70%" />
      </span>
    </div>
  ))
}
