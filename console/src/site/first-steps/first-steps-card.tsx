/** The checklist of a new site on the dashboard, until all steps are done or the user hides it. OPS-09. */
import { Button } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import { Card } from '#ui/layout/card.tsx'
import { FirstStepList } from './first-step-list.tsx'
import css from './first-steps.module.css'
import { useFirstSteps, useHideFirstSteps } from './first-steps-queries.ts'

export function FirstStepsCard() {
  const { t } = useTranslation('first-steps')
  const { data } = useFirstSteps()
  const hide = useHideFirstSteps()
  const done = data?.steps.filter(({ isDone }) => isDone).length ?? 0
  // The dashboard does not show an error of this list.
  if (!data || data.isHidden || done === data.steps.length) return null
  const away = () =>
    hide(true).then(
      () => notifySuccess(t('hidden-toast')),
      (error: unknown) => notifyError(errorTextNow(error)),
    )
  return (
    <div className={css.card}>
      <Card
        title={t('title')}
        help={t('progress', { done, count: data.steps.length })}
        action={
          <Button variant="text" onClick={away}>
            {t('hide')}
          </Button>
        }
      >
        <FirstStepList steps={data.steps} />
      </Card>
    </div>
  )
}
