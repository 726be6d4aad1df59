/** A time range above a list or board: a relative one, or a fixed custom one. */

import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RANGES, type Range, type TimeRange } from '#lib/list/time-range.ts'
import { lazyPart } from '#lib/service/patient-load.ts'
import { useTime } from '#lib/time/use-time.ts'
import { LazyOverlay } from '#ui/feedback/lazy-overlay.tsx'
import type { TimeRangeFormProps } from '#ui/form/time-range-form.tsx'
import { FilterChip } from './filter-bar.tsx'
import { PlainSelect } from './plain-select.tsx'

const TimeRangeForm = lazyPart(() => import('#ui/form/time-range-form.tsx'))

/** All three keys, so that old values are removed from the address. */
type TimeRangeChange = { range: Range | undefined; from: string | undefined; to: string | undefined }
const ANY: TimeRangeChange = { range: undefined, from: undefined, to: undefined }

type Props = {
  value: TimeRange
  onChange: (change: TimeRangeChange) => void
  /** Label without a range; default: `Any time`. */
  anyLabel?: string
  /** Allows only a custom range, with this label: the other ranges are next to it. */
  ownLabel?: string
} & Pick<TimeRangeFormProps, 'maxDays'>

export function TimeRangeField({ value, onChange, anyLabel, ownLabel, maxDays }: Props) {
  const { t } = useTranslation('ui')
  const time = useTime()
  const place = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { from, to } = value
  const close = () => setOpen(false)
  return (
    <span ref={place}>
      {ownLabel || (from && to) ? (
        <FilterChip
          label={from && to ? `${time.dateTime(from)} – ${time.dateTime(to)}` : ownLabel!}
          on={from !== undefined}
          opens
          onClick={() => setOpen(true)}
          onClear={() => onChange(ANY)}
        />
      ) : (
        <PlainSelect<Range | '' | 'custom'>
          label={t('time-range')}
          value={value.range ?? ''}
          options={[
            { value: '', label: anyLabel ?? t('time-any') },
            ...RANGES.map((range) => ({ value: range, label: t(`time-${range}`) })),
            { value: 'custom', label: t('time-custom') },
          ]}
          onChange={(next) => (next === 'custom' ? setOpen(true) : onChange({ ...ANY, range: next || undefined }))}
        />
      )}
      {isOpen && (
        <LazyOverlay onFailed={close}>
          <TimeRangeForm
            anchor={place.current}
            value={value}
            maxDays={maxDays}
            onClose={close}
            onApply={(fixed) => {
              close()
              onChange({ ...ANY, ...fixed })
            }}
          />
        </LazyOverlay>
      )}
    </span>
  )
}
