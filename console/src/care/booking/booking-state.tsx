/** Whether a planned check-in is to come, due, done, missed or skipped: always shape, colour and word. LIVE-04. */
import type { OccurrenceState } from '@mimamori/contract/care/booking.ts'
import { BellRing, Check, Clock, Minus, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import css from './booking.module.css'

export function OccurrenceMark({ state }: { state: OccurrenceState }) {
  const shown = { size: 14, 'aria-hidden': true, className: css.mark }
  // Chosen when it is drawn: of icons that lie in several downloads one may not be there yet when this file is read.
  switch (state) {
    case 'upcoming':
      return <Clock {...shown} />
    case 'due':
      return <BellRing {...shown} />
    case 'done':
      return <Check {...shown} />
    case 'missed':
      return <X {...shown} />
    case 'skipped':
      return <Minus {...shown} />
  }
}

export function OccurrenceStatus({ state }: { state: OccurrenceState }) {
  const { t } = useTranslation('booking')
  return (
    <span className={css.status} data-state={state}>
      <OccurrenceMark state={state} />
      {t(`state-${state}`)}
    </span>
  )
}
