/** One alert in the grid: what, where, when, how urgent, seen or not. */
import type { Alert } from '@mimamori/contract/alerting/alert.ts'
import { nameOfKind } from '@mimamori/contract/alerting/alert-kind.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { duration } from '#lib/time/time.ts'
import { RelativeTime } from '#ui/layout/relative-time.tsx'
import { SeverityBadge } from '#ui/layout/severity-badge.tsx'
import type { RowChoice } from '#ui/list/table/data-table.tsx'
import { RowCheck } from '#ui/list/table/row-check.tsx'
import { FramedImage } from '#ui/player/framed-image.tsx'
import css from './alert-card.module.css'
import { type AlertSearch, ofList } from './alert-search.ts'

type Props = { alert: Alert; eager?: boolean; choice?: RowChoice<Alert> | undefined; search: AlertSearch }

/** The whole card is the link; the box that chooses it lies above the image, not inside of the link. */
export function AlertCard({ choice, ...props }: Props) {
  const { id } = props.alert
  return (
    <div className={css.place} data-chosen={choice?.isChosen(id) || undefined}>
      <CardLink {...props} />
      {choice && (
        <span className={css.check}>
          <RowCheck
            label={choice.nameOf(props.alert)}
            checked={choice.isChosen(id)}
            onToggle={(reaches) => choice.onToggle(id, reaches)}
          />
        </span>
      )}
    </div>
  )
}

function CardLink({ alert, eager, search }: Omit<Props, 'choice'>) {
  const { t } = useTranslation('alert')
  const { t: alarm } = useTranslation('alarm')
  const { t: word } = useTranslation('word')
  const activity = nameOfKind(alert, word)
  return (
    <Link
      to="/app/alerts/detail/$alertId"
      params={{ alertId: alert.id }}
      search={ofList(search)}
      data-alert={alert.id}
      className={css.card}
      data-unseen={!alert.hasRead || undefined}
    >
      <FramedImage
        src={alert.thumbnailUrl}
        alt={t('image-of', { activity, location: alert.location })}
        marks={alert.detections.map((detection) => detection.box)}
        missing={word('no-image')}
        corner={alert.clipDurationMs === null ? undefined : duration(alert.clipDurationMs)}
        eager={eager}
      />
      <span className={css.body}>
        <span className={css.row}>
          <SeverityBadge severity={alert.severity} word={word(`severity-${alert.severity}`)} />
          <span className={css.quiet}>
            <RelativeTime at={alert.occurredAt} />
          </span>
          {!alert.hasRead && (
            <span className={css.unseen}>
              <span className="visually-hidden">{t('unseen')}</span>
            </span>
          )}
        </span>
        <span className={css.what}>{activity}</span>
        <span className={css.quiet}>{[alert.location, alert.unitName].filter(Boolean).join(' · ')}</span>
        {alert.alarm && (
          <span className={css.answer} data-state={alert.alarm.state}>
            {alarm(`state-${alert.alarm.state}`)}
          </span>
        )}
      </span>
    </Link>
  )
}

/** The card's shape while alerts load. */
export function AlertCardSkeleton() {
  return (
    <span className={css.card} aria-hidden>
      <span className={css.blankImage} />
      <span className={css.body}>
        <span className={css.blank} style={{ width: '55%' }} />
        <span className={css.blank} style={{ width: '40%', height: 20 }} />
        <span className={css.blank} style={{ width: '70%' }} />
      </span>
    </span>
  )
}
