/** The log of alerts that are reported to the external system, each of which can be sent again. CAM-02, REACH-53. */
import type { External, ExternalRun } from '@mimamori/contract/site/external.ts'
import { Button } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { useUser } from '#lib/session/session.ts'
import { Card } from '#ui/layout/card.tsx'
import css from './external.module.css'
import { useSendAgain } from './external-queries.ts'
import { RunLine } from './run-line.tsx'

export function ExternalAlerts({ external }: { external: External }) {
  const { t } = useTranslation('external')
  const { reportedCount, waitingCount, log } = external.alerts
  return (
    <Card title={t('alerts')} help={t('alerts-help')}>
      <div className={css.stack}>
        <p className={css.line}>
          <span>{t('alerts-reported', { count: reportedCount })}</span>
          {waitingCount > 0 && <span>{t('alerts-waiting', { count: waitingCount })}</span>}
        </p>
        {log.length === 0 ? (
          <p className={css.quiet}>{t('runs-none')}</p>
        ) : (
          <ul className={css.runs} aria-label={t('alerts')}>
            {log.map((run) => (
              <li key={run.id} className={css.logged}>
                <RunLine run={run} />
                <Again run={run} isOn={external.isEnabled} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}

function Again({ run, isOn }: { run: ExternalRun; isOn: boolean }) {
  const { t } = useTranslation('external')
  const { role, impersonatedTenant } = useUser()
  const again = useSendAgain()
  // What is sent names residents by codes, which the operator sends while connected alone.
  const isOutside = role === 'SUPER_ADMIN' && !impersonatedTenant
  if (!isOn || isOutside || run.state === 'pending' || run.state === 'sending') return null
  return (
    <Button
      size="small"
      loading={again.isPending}
      aria-label={`${t('again')}: ${run.cameraName ?? t('run-alert')}`}
      onClick={() => again.mutate(run.id)}
    >
      {t('again')}
    </Button>
  )
}
