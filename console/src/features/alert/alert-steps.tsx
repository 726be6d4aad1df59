/** The timeline of an alert: what happened, when, and who did it. ALERT-05. */
import type { AlertDetail, AlertStep } from '@mimamori/contract/alert.ts'
import { useTranslation } from 'react-i18next'
import { duration } from '#lib/time.ts'
import { useTime } from '#lib/use-time.ts'
import css from './alert-steps.module.css'

export function AlertSteps({ alert }: { alert: AlertDetail }) {
  const time = useTime()
  return (
    <ol className={css.steps}>
      {alert.steps.map((step) => (
        <li key={`${step.at} ${step.kind} ${step.userName}`} className={css.step}>
          <time dateTime={step.at} title={time.exact(step.at)} className={css.time}>
            {time.clock(step.at)}
          </time>
          <span className={css.dot} data-kind={step.kind} />
          <StepWords step={step} occurredAt={alert.occurredAt} />
        </li>
      ))}
    </ol>
  )
}

function StepWords({ step, occurredAt }: { step: AlertStep; occurredAt: string }) {
  const { t } = useTranslation('alert')
  const afterMs = Date.parse(step.at) - Date.parse(occurredAt)
  const name = step.userName ?? ''
  const words =
    step.kind === 'judged' ? t(`step-judged-${step.verdict ?? 'unsure'}`, { name }) : t(`step-${step.kind}`, { name })
  return (
    <span>
      {words}
      {step.kind !== 'occurred' && afterMs >= 1000 && (
        <small className={css.after}>{t('step-after', { duration: duration(afterMs) })}</small>
      )}
    </span>
  )
}
