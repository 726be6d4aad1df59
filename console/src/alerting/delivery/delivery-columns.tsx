/** The columns of the list of deliveries: time, recipient, cause, channel, result. */
import { nameOfKind } from '@mimamori/contract/alerting/alert-kind.ts'
import type { Delivery } from '@mimamori/contract/alerting/notification.ts'
import { Button } from '@mui/material'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useTime } from '#lib/time/use-time.ts'
import type { ListColumn } from '#ui/list/list-column.ts'
import css from './delivery.module.css'

/** Only failed deliveries can be retried. */
export function canRetry({ state }: Delivery): boolean {
  return state === 'failed'
}

export function useDeliveryColumns(onRetry: (delivery: Delivery) => void): ListColumn<Delivery>[] {
  const { t, i18n } = useTranslation(['delivery', 'word'])
  const { t: word } = useTranslation('word')
  const { dateTime, exact } = useTime()
  return useMemo(() => {
    // The texts depend on the current language.
    void i18n.language
    const what = ({ activity, kindName, location }: Delivery) =>
      [activity && nameOfKind({ activity, kindName }, word), location].filter(Boolean).join(' · ') || t('cause-sample')
    const reason = ({ lastError }: Delivery) => lastError && t(`reason-${lastError}`)
    return [
      {
        id: 'recipient',
        header: t('recipient'),
        cell: ({ recipient }) => <span className={css.recipient}>{recipient}</span>,
        csv: ({ recipient }) => recipient,
      },
      {
        id: 'createdAt',
        header: t('when'),
        cell: ({ createdAt }) => (
          <time dateTime={createdAt} title={exact(createdAt)}>
            {dateTime(createdAt)}
          </time>
        ),
        csv: ({ createdAt }) => createdAt,
      },
      {
        id: 'what',
        header: t('what'),
        cell: (row) => <What row={row} words={what(row)} />,
        csv: what,
      },
      {
        id: 'cause',
        header: t('cause'),
        cell: ({ cause }) => t(`cause-${cause}`),
        csv: ({ cause }) => t(`cause-${cause}`),
      },
      {
        id: 'channel',
        header: t('channel'),
        cell: ({ channel }) => t(`word.channel-${channel}`),
        csv: ({ channel }) => t(`word.channel-${channel}`),
      },
      {
        id: 'state',
        header: t('state'),
        cell: (row) => <State row={row} word={t(`state-${row.state}`)} reason={reason(row)} />,
        csv: ({ state }) => t(`state-${state}`),
      },
      { id: 'reason', header: t('reason'), isOptional: true, cell: (row) => reason(row) ?? '', csv: reason },
      {
        id: 'attempts',
        header: t('attempts'),
        align: 'end',
        cell: ({ attempts }) => attempts,
        csv: ({ attempts }) => attempts,
      },
      {
        id: 'changedAt',
        header: t('changed'),
        isOptional: true,
        cell: ({ changedAt }) => dateTime(changedAt),
        csv: ({ changedAt }) => changedAt,
      },
      {
        id: 'retry',
        header: t('retry'),
        cell: (row) =>
          canRetry(row) && (
            <Button size="small" aria-label={`${t('retry')}: ${row.recipient}`} onClick={() => onRetry(row)}>
              {t('retry')}
            </Button>
          ),
      },
    ]
  }, [t, word, i18n.language, dateTime, exact, onRetry])
}

function What({ row: { alertId }, words }: { row: Delivery; words: string }) {
  if (!alertId) return words
  return (
    <Link to="/app/alerts/detail/$alertId" params={{ alertId }}>
      {words}
    </Link>
  )
}

function State({ row: { state }, word, reason }: { row: Delivery; word: string; reason: string | null }) {
  return (
    <span className={css.stack}>
      <span className={css.state} data-state={state}>
        {word}
      </span>
      {reason && <span className={css.quiet}>{reason}</span>}
    </span>
  )
}
