/** first-steps: the checklist of the site, also when the person put it away or all of it is done. OPS-09. */
import { Button } from '@mui/material'
import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { isOverSites, useIsOutside, useUser } from '#lib/session/session.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import { Card } from '#ui/layout/card.tsx'
import { NotConnected } from '#ui/layout/not-connected.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import { FirstStepList } from './first-step-list.tsx'
import css from './first-steps.module.css'
import { useFirstSteps, useHideFirstSteps } from './first-steps-queries.ts'

export function FirstStepsPage() {
  const { t } = useTranslation('first-steps')
  const isOutside = useIsOutside()
  const isOver = isOverSites(useUser())
  if (isOutside || isOver) return <NotConnected />
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} />
      <Steps />
    </>
  )
}

function Steps() {
  const { t } = useTranslation('first-steps')
  const query = useFirstSteps()
  const hide = useHideFirstSteps()
  const show = () =>
    hide(false).then(
      () => notifySuccess(t('shown-toast')),
      (error: unknown) => notifyError(errorTextNow(error)),
    )
  return (
    <Loaded query={query}>
      {({ steps, isHidden }) => {
        const done = steps.filter(({ isDone }) => isDone).length
        return (
          <div className={css.page}>
            {done === steps.length && (
              <p className={css.complete} role="status">
                <CircleCheck size={20} aria-hidden className={css.done} />
                {t('all-done')}
              </p>
            )}
            <Card
              title={t('progress', { done, count: steps.length })}
              action={isHidden && <Button onClick={show}>{t('show')}</Button>}
            >
              <FirstStepList steps={steps} />
            </Card>
          </div>
        )
      }}
    </Loaded>
  )
}
