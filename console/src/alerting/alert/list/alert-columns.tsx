/** The columns of the alerts list, for those who scan many. ALERT-01. */
import type { Alert } from '@mimamori/contract/alerting/alert.ts'
import { nameOfKind } from '@mimamori/contract/alerting/alert-kind.ts'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useTime } from '#lib/time/use-time.ts'
import { SeverityBadge } from '#ui/layout/severity-badge.tsx'
import type { ListColumn } from '#ui/list/list-column.ts'
import { FramedImage } from '#ui/player/framed-image.tsx'
import css from './alert-columns.module.css'
import { type AlertSearch, ofList } from './alert-search.ts'

/** `search`: the list's own, for the way back and the neighbours. */
export function useAlertColumns(search: AlertSearch): ListColumn<Alert>[] {
  const { t } = useTranslation('alert')
  const { t: alarm } = useTranslation('alarm')
  const { t: word } = useTranslation('word')
  const time = useTime()
  return useMemo(() => {
    const answer = ({ alarm: now }: Alert) =>
      now?.resolved ? alarm(`outcome-${now.resolved.outcome}`) : now ? alarm(`state-${now.state}`) : ''
    const verdict = (row: Alert) => (row.verdict ? t(`judged-${row.verdict}`) : '')
    return [
      {
        id: 'what',
        header: t('what'),
        cell: (alert) => <What alert={alert} search={search} />,
        csv: (alert) => nameOfKind(alert, word),
      },
      {
        id: 'severity',
        header: t('severity'),
        isSortable: true,
        cell: (alert) => <SeverityBadge severity={alert.severity} word={word(`severity-${alert.severity}`)} />,
        csv: (alert) => word(`severity-${alert.severity}`),
      },
      {
        id: 'where',
        header: t('where'),
        cell: (alert) => <Where alert={alert} />,
        csv: ({ location, unitName }) => (unitName ? `${location} (${unitName})` : location),
      },
      { id: 'camera', header: t('camera'), cell: (alert) => alert.cameraName, csv: (alert) => alert.cameraName },
      {
        id: 'occurredAt',
        header: t('when'),
        isSortable: true,
        cell: ({ occurredAt }) => (
          <time dateTime={occurredAt} title={time.exact(occurredAt)} className={css.when}>
            {time.dateTime(occurredAt)}
          </time>
        ),
        csv: ({ occurredAt }) => time.exact(occurredAt),
      },
      {
        id: 'answer',
        header: alarm('answer'),
        cell: (row) => <Answer alert={row} words={answer(row)} />,
        csv: answer,
      },
      { id: 'who', header: alarm('who'), cell: whoOf, csv: whoOf },
      { id: 'verdict', header: t('verdict'), cell: verdict, csv: verdict },
      {
        id: 'seen',
        header: t('seen-by'),
        isOptional: true,
        cell: (row) => row.firstSeen?.userName ?? <span className={css.nobody}>{t('nobody')}</span>,
        csv: (row) => row.firstSeen?.userName,
      },
    ]
  }, [t, alarm, word, time, search])
}

/** Who finished it, is there, or is going. */
const whoOf = ({ alarm }: Alert) => (alarm?.resolved ?? alarm?.arrived ?? alarm?.claimer)?.userName ?? ''

function Answer({ alert, words }: { alert: Alert; words: string }) {
  return (
    <span className={css.answer} data-state={alert.alarm?.state}>
      {words}
    </span>
  )
}

function Where({ alert }: { alert: Alert }) {
  return (
    <span className={css.where}>
      {alert.location}
      {alert.unitName && <span className={css.under}>{alert.unitName}</span>}
    </span>
  )
}

function What({ alert, search }: { alert: Alert; search: AlertSearch }) {
  const { t } = useTranslation('alert')
  const { t: word } = useTranslation('word')
  const activity = nameOfKind(alert, word)
  return (
    <Link
      to="/app/alerts/detail/$alertId"
      params={{ alertId: alert.id }}
      search={ofList(search)}
      data-alert={alert.id}
      className={css.what}
      data-unseen={!alert.hasRead || undefined}
    >
      <span className={css.image}>
        <FramedImage src={alert.thumbnailUrl} alt="" missing={word('no-image')} />
      </span>
      {activity}
      {!alert.hasRead && (
        <span className={css.unseen}>
          <span className="visually-hidden">{t('unseen')}</span>
        </span>
      )}
    </Link>
  )
}
