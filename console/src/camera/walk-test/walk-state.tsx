/** How a camera stands with its walk test: tested on a day, never, or to be done again with the reason. REAL-11. */
import type { WalkRecord } from '@mimamori/contract/camera/walk/walk-test.ts'
import { useTranslation } from 'react-i18next'
import { useTime } from '#lib/time/use-time.ts'
import css from './walk.module.css'
import { useRenewal } from './walk-certificate.tsx'

export function WalkState({ newest }: Pick<WalkRecord, 'newest'>) {
  const { t } = useTranslation('walk-test')
  const time = useTime()
  const why = useRenewal(newest?.renewals ?? [])
  if (!newest) return <p className={css.state}>{t('never')}</p>
  const { tried, seen, testerName, endedAt } = newest
  return (
    <p className={css.state} data-renew={why !== null || undefined}>
      <span>{t('tested', { when: time.dateTime(endedAt) })}</span>
      <span className={css.quiet}>{t('tested-by', { seen, tried, name: testerName })}</span>
      {why && <span className={css.why}>{why}</span>}
    </p>
  )
}
