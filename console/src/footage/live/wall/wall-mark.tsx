/** The mark of an alarm that nobody has answered: shape, word and age, whether its room is calm again, and the way to it. */
import type { Alert } from '@mimamori/contract/alerting/alert.ts'
import { nameOfKind } from '@mimamori/contract/alerting/alert-kind.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useNow, useTime } from '#lib/time/use-time.ts'
import { SeverityShape } from '#ui/layout/severity-badge.tsx'
import type { Calm } from './wall-calm.ts'
import css from './wall-mark.module.css'

type Props = {
  alert: Alert
  /** What makes its room calm again; left out: it is not. */
  calm?: Calm
  /** Says where, for an alert of an image that is not shown. */
  hasPlace?: boolean
}

export function WallMark({ alert, calm, hasPlace }: Props) {
  const { t } = useTranslation('wall')
  const { t: word } = useTranslation('word')
  const time = useTime()
  const now = useNow()
  const what = nameOfKind(alert, word)
  const said = calm ? t(`calm-${calm}`, { what }) : what
  return (
    <Link
      to="/app/alerts/detail/$alertId"
      params={{ alertId: alert.id }}
      className={css.mark}
      data-severity={alert.severity}
      data-calm={calm}
      aria-label={t('to-alert', { what: said, where: alert.location, severity: word(`severity-${alert.severity}`) })}
    >
      <SeverityShape severity={alert.severity} size={14} />
      <span className={css.what}>{hasPlace ? `${alert.location} · ${said}` : said}</span>
      <span className={css.when}>{time.relative(alert.occurredAt, now)}</span>
    </Link>
  )
}
