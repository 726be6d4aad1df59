/** What became of each step of a walk test. REAL-11. */
import type { WalkStepRecord } from '@mimamori/contract/camera/walk/walk-test.ts'
import { useTranslation } from 'react-i18next'
import css from './walk.module.css'
import { signOf } from './walk-image.tsx'

export function WalkResults({ steps }: { steps: readonly WalkStepRecord[] }) {
  const { t } = useTranslation('walk-test')
  const postures = steps.filter(({ step, result }) => step !== 'floor' && result !== null)
  // A step that was repeated counts by its last result.
  const newest = [...new Map(postures.map((one) => [one.step, one])).values()]
  const places = steps.filter(({ step, result }) => step === 'floor' && result !== null && result !== 'skipped')
  const seen = places.filter(({ result }) => result === 'seen').length
  return (
    <ul className={css.results}>
      {newest.map(({ step, result }) => (
        <li key={step} data-result={result}>
          <span className={css.sign} aria-hidden>
            {signOf(result!)}
          </span>
          <span>{t(`step-${step}`)}</span>
          <span className={css.quiet}>{t(`result-${result!}`)}</span>
        </li>
      ))}
      {places.length > 0 && (
        <li data-result={seen === places.length ? 'seen' : 'otherwise'}>
          <span className={css.sign} aria-hidden>
            {signOf(seen === places.length ? 'seen' : 'otherwise')}
          </span>
          <span>{t('step-floor')}</span>
          <span className={css.quiet}>{t('places-seen', { seen, all: places.length })}</span>
        </li>
      )}
    </ul>
  )
}
