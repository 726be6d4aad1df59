/** Leads back to a first setup that was left before its end. DOOR-01. */
import { SETUP_STEPS } from '@mimamori/contract/site/site-lists.ts'
import { useTranslation } from 'react-i18next'
import { Card } from '#ui/layout/card.tsx'
import { LinkButton } from '#ui/layout/link-button.tsx'
import css from './setup.module.css'
import { useSetup } from './setup-queries.ts'
import { doneSteps } from './setup-search.ts'

/** Nothing once all is done, or when the installation has several sites. */
export function SetupCard() {
  const { t } = useTranslation('setup')
  const { data } = useSetup()
  const done = data ? doneSteps(data).length : 0
  if (!data || data.isOver || done === SETUP_STEPS.length) return null
  return (
    <div className={css.card}>
      <Card
        title={t('title')}
        help={t('progress', { done, count: SETUP_STEPS.length })}
        action={
          <LinkButton to="/app/setup" variant="contained">
            {t(done === 0 ? 'begin' : 'continue')}
          </LinkButton>
        }
      >
        {t('subtitle')}
      </Card>
    </div>
  )
}
