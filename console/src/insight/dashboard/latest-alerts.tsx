/** The newest alerts, or those that needed an answer, each a link to itself. */
import type { Alert } from '@mimamori/contract/alerting/alert.ts'
import { nameOfKind } from '@mimamori/contract/alerting/alert-kind.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { TimeRange } from '#lib/list/time-range.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NothingYet } from '#ui/feedback/illustrations.tsx'
import { RelativeTime } from '#ui/layout/relative-time.tsx'
import { SeverityBadge } from '#ui/layout/severity-badge.tsx'
import { FramedImage } from '#ui/player/framed-image.tsx'
import { Board } from './board.tsx'
import { type Scope, useLatestAlarms, useLatestAlerts } from './dashboard-queries.ts'
import css from './latest-alerts.module.css'

const SHOWN = 6

type Props = { scope: Scope; range: TimeRange }

export function LatestAlerts({ scope, range }: Props) {
  return <Latest title="latest" range={range} query={useLatestAlerts(scope)} />
}

export function LatestAlarms({ scope, range }: Props) {
  return <Latest title="latest-alarms" range={range} query={useLatestAlarms(scope, SHOWN)} />
}

type LatestProps = {
  title: 'latest' | 'latest-alarms'
  range: TimeRange
  query: { data: { records: Alert[] } | undefined; error: Error | null; refetch: () => unknown }
}

function Latest({ title, range, query }: LatestProps) {
  const { t } = useTranslation('dashboard')
  return (
    <Board query={query} title={() => t(title)} waitingTitle={t(title)} to="/app/alerts/list" search={range} flush>
      {({ records }) =>
        records.length === 0 ? (
          <EmptyState image={<NothingYet />} title={t('no-alerts')} help={t('no-alerts-help')} />
        ) : (
          <ul className={css.list}>
            {records.slice(0, SHOWN).map((alert) => (
              <li key={alert.id}>
                <Row alert={alert} />
              </li>
            ))}
          </ul>
        )
      }
    </Board>
  )
}

function Row({ alert }: { alert: Alert }) {
  const { t } = useTranslation('dashboard')
  const { t: word } = useTranslation('word')
  return (
    <Link
      to="/app/alerts/detail/$alertId"
      params={{ alertId: alert.id }}
      className={css.row}
      data-unseen={!alert.hasRead || undefined}
    >
      <span className={css.image}>
        <FramedImage src={alert.thumbnailUrl} alt="" missing={word('no-image')} eager />
      </span>
      <span className={css.words}>
        <span className={css.what}>{nameOfKind(alert, word)}</span>
        <span className={css.where}>{alert.location}</span>
      </span>
      <span className={css.severity}>
        <SeverityBadge severity={alert.severity} word={word(`severity-${alert.severity}`)} />
      </span>
      <span className={css.when}>
        <RelativeTime at={alert.occurredAt} />
      </span>
      <span className={css.unseen}>{!alert.hasRead && <span className="visually-hidden">{t('unseen')}</span>}</span>
    </Link>
  )
}
