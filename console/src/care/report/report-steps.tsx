/** The four steps of a draft as they really happen, with how long each took. REPORT-01. */
import { REPORT_STEPS, type ReportJob, type ReportStep } from '@mimamori/contract/care/report.ts'
import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from './report.module.css'

/** Longest normal duration of a draft. */
const SLOW_MS = 25_000

export function ReportSteps({ job }: { job: ReportJob | null }) {
  const { t } = useTranslation('report')
  const isSlow = useIsSlow()
  return (
    <div className={css.stack}>
      <ol className={css.steps} aria-label={t('steps')} aria-live="polite">
        {REPORT_STEPS.map((step) => (
          <Step key={step} step={step} job={job} />
        ))}
      </ol>
      {isSlow && <p className={css.quiet}>{t('slow')}</p>}
    </div>
  )
}

function Step({ step, job }: { step: ReportStep; job: ReportJob | null }) {
  const { t } = useTranslation('report')
  const record = job?.steps.find((one) => one.step === step)
  const state = record ? (record.endedAt === null ? 'now' : 'done') : 'later'
  const isFirstInLine = step === REPORT_STEPS[0] && !record
  return (
    <li className={css.step} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
      <span className={css.mark}>{state === 'done' && <Check size={14} aria-hidden />}</span>
      <span className={css.stepName}>{t(`step-${step}`)}</span>
      <span className={css.stepNote}>
        {record?.endedAt && t('step-took', { seconds: seconds(record.startedAt, record.endedAt) })}
        {state === 'now' && job!.progressPercent > 0 && t('step-percent', { percent: job!.progressPercent })}
        {isFirstInLine && t('waiting')}
      </span>
    </li>
  )
}

function seconds(from: string, to: string): string {
  return ((Date.parse(to) - Date.parse(from)) / 1000).toFixed(1)
}

function useIsSlow(): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  return isSlow
}
