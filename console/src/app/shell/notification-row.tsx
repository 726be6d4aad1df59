/** One alert in the popup of the bell: picture, what, where, when, and whether it still waits to be seen. */
import type { Alert } from '@mimamori/contract/alert.ts'
import { Skeleton } from '@mui/material'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FramedPicture } from '#ui/framed-picture.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SeverityShape } from '#ui/severity-badge.tsx'
import css from './notifications.module.css'

export function NotificationRow({ alert, onChoose }: { alert: Alert; onChoose: () => void }) {
  const { t } = useTranslation('alert')
  const { t: word } = useTranslation('word')
  return (
    <li>
      <Link
        to="/app/alerts/detail/$alertId"
        params={{ alertId: alert.id }}
        className={css.row}
        data-unseen={!alert.hasRead || undefined}
        onClick={onChoose}
      >
        <span className={css.picture}>
          <FramedPicture src={alert.thumbnailUrl} alt="" missing={word('no-picture')} />
        </span>
        <span className={css.words}>
          <span className={css.what}>
            <SeverityShape severity={alert.severity} />
            <span className="visually-hidden">{word(`severity-${alert.severity}`)}</span>
            {word(`app-${alert.activity}`)}
          </span>
          <span className={css.quiet}>{[alert.location, alert.unitName].filter(Boolean).join(' · ')}</span>
        </span>
        <span className={css.quiet}>
          <RelativeTime at={alert.occurredAt} />
        </span>
        <span className={css.mark}>{!alert.hasRead && <span className="visually-hidden">{t('unseen')}</span>}</span>
      </Link>
    </li>
  )
}

/** The shape of some rows while they load. */
export function NotificationSkeleton({ rows }: { rows: number }) {
  return Array.from({ length: rows }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blank places have no identity
    <div key={at} className={css.row} aria-hidden>
      <Skeleton variant="rounded" className={css.picture} sx={{ aspectRatio: '16 / 9', height: 'auto' }} />
      <span className={css.words}>
        <Skeleton width="50%" />
        <Skeleton width="70%" />
      </span>
    </div>
  ))
}
