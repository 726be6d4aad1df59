/** The dashboard's time: one press for a range that moves with the clock, a small form for one of the user's own. */

import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RANGES, type Range, type TimeRange } from '#lib/list/time-range.ts'
import { lazyPart } from '#lib/service/patient-load.ts'
import { LazyOverlay } from '#ui/feedback/lazy-overlay.tsx'
import { Segmented } from '#ui/list/filter/segmented.tsx'

const TimeRangeForm = lazyPart(() => import('#ui/form/time-range-form.tsx'))

type Props = { value: TimeRange; onChange: (range: TimeRange) => void }

export function DashboardRangeChoice({ value, onChange }: Props) {
  const { t } = useTranslation('dashboard')
  const place = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <span ref={place}>
      <Segmented<Range | 'own'>
        label={t('range')}
        value={value.range ?? 'own'}
        options={[
          ...RANGES.map((range) => ({ value: range, label: t(`range-${range}`) })),
          { value: 'own', label: t('range-own') },
        ]}
        onChange={(range) => (range === 'own' ? setOpen(true) : onChange({ range }))}
        onPressAgain={(range) => range === 'own' && setOpen(true)}
      />
      {isOpen && (
        <LazyOverlay onFailed={close}>
          <TimeRangeForm
            anchor={place.current}
            value={value}
            onClose={close}
            onApply={(fixed) => {
              close()
              onChange(fixed)
            }}
          />
        </LazyOverlay>
      )}
    </span>
  )
}
