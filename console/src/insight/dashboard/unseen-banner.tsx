/** The one thing that needs a person now, for those who answer nothing themselves: the others have the bar above. */
import { nameOfKind } from '@mimamori/contract/alerting/alert-kind.ts'
import { useTranslation } from 'react-i18next'
import { useUser } from '#lib/session/session.ts'
import { useNow, useTime } from '#lib/time/use-time.ts'
import { mayAnswer } from '#shared/open-alarms.ts'
import { LinkButton } from '#ui/layout/link-button.tsx'
import { SeverityBadge } from '#ui/layout/severity-badge.tsx'
import { type Scope, useLatestAlerts } from './dashboard-queries.ts'
import css from './unseen-banner.module.css'

export function UnseenBanner({ scope }: { scope: Scope }) {
  const { t } = useTranslation('dashboard')
  const { t: word } = useTranslation('word')
  const time = useTime()
  const now = useNow()
  const isAnswerer = mayAnswer(useUser())
  const alert = useLatestAlerts(scope).data?.unseenCritical
  if (!alert || isAnswerer) return null
  return (
    <div className={css.banner} role="alert">
      <SeverityBadge severity={alert.severity} word={word(`severity-${alert.severity}`)} />
      <strong className={css.words}>
        {t('nobody-goes', {
          activity: nameOfKind(alert, word),
          location: alert.location,
          ago: time.relative(alert.occurredAt, now),
        })}
      </strong>
      <LinkButton to="/app/alerts/detail/$alertId" params={{ alertId: alert.id }} variant="contained">
        {t('open')}
      </LinkButton>
    </div>
  )
}
