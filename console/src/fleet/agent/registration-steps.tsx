/** The three steps of a hub's registration, each turning done as it happens. HUB-03. */
import { REGISTRATION_STATUSES, type RegistrationStatus } from '@mimamori/contract/camera/camera-lists.ts'
import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import css from './registration-steps.module.css'

export function RegistrationSteps({ status }: { status: RegistrationStatus }) {
  const { t } = useTranslation('agent')
  const reached = REGISTRATION_STATUSES.indexOf(status)
  return (
    <ol className={css.steps} aria-label={t('steps')} aria-live="polite">
      {REGISTRATION_STATUSES.map((step, index) => {
        const state = index <= reached ? 'done' : index === reached + 1 ? 'now' : 'later'
        return (
          <li key={step} className={css.step} data-state={state}>
            <span className={css.mark} aria-hidden>
              {state === 'done' ? <Check size={16} /> : index + 1}
            </span>
            <span>
              <strong>{t(`step-${step}`)}</strong>
              <span className="visually-hidden">{t(`step-${state}`)}</span>
              <span className={css.help}>{t(`step-${step}-help`)}</span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}
