/** What became of the alerts that are reported to the external system. CAM-02. */
import type { External } from '@mimamori/contract/site/external.ts'
import { useTranslation } from 'react-i18next'
import { Card } from '#ui/layout/card.tsx'
import css from './external.module.css'
import { RunLine } from './run-line.tsx'

export function ExternalAlerts({ alerts: { reportedCount, waitingCount, failed } }: { alerts: External['alerts'] }) {
  const { t } = useTranslation('external')
  return (
    <Card title={t('alerts')} help={t('alerts-help')}>
      <div className={css.stack}>
        <p className={css.line}>
          <span>{t('alerts-reported', { count: reportedCount })}</span>
          {waitingCount > 0 && <span>{t('alerts-waiting', { count: waitingCount })}</span>}
        </p>
        {failed.length === 0 ? (
          <p className={css.quiet}>{t('alerts-failed-none')}</p>
        ) : (
          <>
            <h3>{t('alerts-failed')}</h3>
            <ul className={css.runs} aria-label={t('alerts-failed')}>
              {failed.map((run) => (
                <li key={run.id}>
                  <RunLine run={run} />
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Card>
  )
}
