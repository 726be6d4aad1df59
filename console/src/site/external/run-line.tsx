/** Result of a run to the external system, in words. */
import type { ExternalRun } from '@mimamori/contract/site/external.ts'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#ui/layout/relative-time.tsx'
import css from './external.module.css'

export function RunLine({ run }: { run: ExternalRun }) {
  const { t } = useTranslation('external')
  const what = run.cameraId ? (run.cameraName ?? t('run-one')) : t('run-all', { count: run.cameraCount })
  return (
    <div className={css.run} data-state={run.state}>
      <span className={css.line}>
        <strong>{t(`run-${run.state}`)}</strong>
        <span>{what}</span>
        {run.attempts > 1 && <span>{t('run-tries', { count: run.attempts })}</span>}
        <RelativeTime at={run.changedAt} />
      </span>
      {run.reason && (
        <span>
          {t(`reason-${run.reason}`)} {run.httpStatus !== null && `(HTTP ${run.httpStatus})`}
        </span>
      )}
      {run.message && <span className={css.quiet}>{t('said', { message: run.message })}</span>}
    </div>
  )
}
