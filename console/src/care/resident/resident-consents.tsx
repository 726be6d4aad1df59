/** Consents: what a resident denied in a list, and each answer with its day and signature. RESIDENT-01. */
import type { Consent } from '@mimamori/contract/care/resident.ts'
import type { ConsentKind } from '@mimamori/contract/care/resident-title.ts'
import { Ban, Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useTime } from '#lib/time/use-time.ts'
import { Card } from '#ui/layout/card.tsx'
import css from './resident.module.css'

export function Denials({ refused }: { refused: readonly ConsentKind[] }) {
  const { t } = useTranslation('resident')
  if (refused.length === 0) return <span className={css.quiet}>{t('all-given')}</span>
  return (
    <span className={css.chips}>
      {refused.map((kind) => (
        <span key={kind} className={css.chip}>
          {t(`refused-${kind}`)}
        </span>
      ))}
    </span>
  )
}

export function ConsentCard({ consents }: { consents: readonly Consent[] }) {
  const { t } = useTranslation('resident')
  return (
    <Card title={t('section-consents')} help={t('section-consents-help')}>
      <ul className={css.consents}>
        {consents.map((consent) => (
          <OneConsent key={consent.kind} consent={consent} />
        ))}
      </ul>
    </Card>
  )
}

function OneConsent({ consent }: { consent: Consent }) {
  const { t } = useTranslation('resident')
  const time = useTime()
  const { kind, isGiven, answeredOn, answeredBy, recordedByName, recordedAt } = consent
  const answer = isGiven ? ('yes' as const) : ('no' as const)
  return (
    <li className={css.consent} data-given={isGiven}>
      {isGiven ? <Check size={18} aria-hidden /> : <Ban size={18} aria-hidden />}
      <div>
        <p>
          <strong>{t('consent-answer', { consent: t(`consent-${kind}`), answer: t(answer) })}</strong>
        </p>
        <p>{t(`consent-${kind}-${answer}`)}</p>
        <p className={css.small} title={t('recorded-line', { name: recordedByName, time: time.dateTime(recordedAt) })}>
          {t('given-line', { day: time.date(`${answeredOn}T12:00:00Z`), name: answeredBy })}
        </p>
      </div>
    </li>
  )
}
