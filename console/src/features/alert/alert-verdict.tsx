/** Was it real? Staff judge an alert with one press; the choice stays visible and can be changed. ALERT-11. */
import type { AlertDetail, Verdict } from '@mimamori/contract/alert.ts'
import { useTranslation } from 'react-i18next'
import { errorTextNow } from '#lib/use-error-text.ts'
import { Card } from '#ui/card.tsx'
import { notifyError, notifySuccess } from '#ui/toast.ts'
import { usePatchAlert } from './alert-queries.ts'
import css from './alert-verdict.module.css'

const VERDICTS: readonly Verdict[] = ['real', 'false-alarm', 'unsure']

export function AlertVerdict({ alert }: { alert: AlertDetail }) {
  const { t } = useTranslation('alert')
  const patch = usePatchAlert()
  const shown = patch.isPending ? patch.variables.verdict : alert.verdict
  const judge = (verdict: Verdict) =>
    patch.mutate(
      { id: alert.id, verdict },
      { onSuccess: () => notifySuccess(t('verdict-saved')), onError: (fault) => notifyError(errorTextNow(fault)) },
    )
  return (
    <Card>
      <div className={css.line}>
        <h2 className={css.question}>{t('was-it-real')}</h2>
        <div className={css.answers}>
          {VERDICTS.map((verdict) => (
            <button
              key={verdict}
              type="button"
              className={css.answer}
              data-verdict={verdict}
              aria-pressed={shown === verdict}
              onClick={() => judge(verdict)}
            >
              {t(`verdict-${verdict}`)}
            </button>
          ))}
        </div>
      </div>
    </Card>
  )
}
