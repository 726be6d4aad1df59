/** Alerts as a table, for those who scan many. */
import type { Alert } from '@mimamori/contract/alert.ts'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useTime } from '#lib/use-time.ts'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { FramedPicture } from '#ui/framed-picture.tsx'
import { SeverityBadge } from '#ui/severity-badge.tsx'
import css from './alert-table.module.css'

type Props = { alerts: Alert[]; onOpen: (alert: Alert) => void }

export function AlertTable({ alerts, onOpen }: Props) {
  const { t } = useTranslation('alert')
  const { t: word } = useTranslation('word')
  const time = useTime()
  const columns = useMemo<Column<Alert>[]>(
    () => [
      { id: 'what', header: t('what'), cell: ({ row }) => <What alert={row.original} /> },
      {
        id: 'severity',
        header: t('severity'),
        cell: ({ row: { original } }) => (
          <SeverityBadge severity={original.severity} word={word(`severity-${original.severity}`)} />
        ),
      },
      {
        id: 'where',
        header: t('where'),
        cell: ({ row: { original } }) => (
          <span className={css.where}>
            {original.location}
            {original.unitName && <span className={css.under}>{original.unitName}</span>}
          </span>
        ),
      },
      { id: 'camera', header: t('camera'), accessorFn: (alert) => alert.cameraName },
      {
        id: 'when',
        header: t('when'),
        cell: ({ row: { original } }) => (
          <time dateTime={original.occurredAt} title={time.exact(original.occurredAt)} className={css.when}>
            {time.dateTime(original.occurredAt)}
          </time>
        ),
      },
      {
        id: 'seen',
        header: t('seen-by'),
        cell: ({ row: { original } }) =>
          original.firstSeen?.userName ?? <span className={css.nobody}>{t('nobody')}</span>,
      },
    ],
    [t, word, time],
  )
  return <DataTable label={t('title')} columns={columns} rows={alerts} keyOf={(alert) => alert.id} onOpen={onOpen} />
}

function What({ alert }: { alert: Alert }) {
  const { t } = useTranslation('alert')
  const { t: word } = useTranslation('word')
  const activity = word(`app-${alert.appCode}`)
  return (
    <Link
      to="/app/alerts/detail/$alertId"
      params={{ alertId: alert.id }}
      className={css.what}
      data-unseen={!alert.hasRead || undefined}
    >
      <span className={css.picture}>
        <FramedPicture src={alert.thumbnailUrl} alt="" missing={word('no-picture')} />
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
