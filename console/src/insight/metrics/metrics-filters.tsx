/** Which month or range, and which rooms. METRIC-01. */
import { dateFormat } from '@mimamori/contract/shared/intl-format.ts'
import { IconButton } from '@mui/material'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useUnitIds } from '#lib/session/unit-filter.ts'
import { CameraPick } from '#shared/camera-pick.tsx'
import { FilterBar } from '#ui/list/filter/filter-bar.tsx'
import { TimeRangeField } from '#ui/list/filter/time-range-field.tsx'
import css from './metrics.module.css'
import { monthAfter } from './metrics-months.ts'
import { type MetricsSearch, MOST_DAYS } from './metrics-search.ts'

type Props = { search: MetricsSearch; thisMonth: string; onChange: (search: MetricsSearch) => void }

export function MetricsFilters({ search, thisMonth, onChange }: Props) {
  const { t } = useTranslation('metrics')
  const unitIds = useUnitIds()
  const { cameraIds, from, to } = search
  const retained = { ...(search.report && { report: search.report }), ...(cameraIds && { cameraIds }) }
  return (
    <FilterBar>
      {!from && (
        <MonthStepper
          month={search.month ?? thisMonth}
          thisMonth={thisMonth}
          onChange={(month) => onChange({ ...retained, ...(month !== thisMonth && { month }) })}
        />
      )}
      <TimeRangeField
        value={from && to ? { from, to } : {}}
        ownLabel={t('own-range')}
        maxDays={MOST_DAYS}
        onChange={(own) => onChange({ ...retained, ...(own.from && own.to && { from: own.from, to: own.to }) })}
      />
      <CameraPick
        label={t('rooms')}
        unitIds={unitIds}
        chosen={cameraIds}
        onChange={(chosen) => onChange({ ...search, cameraIds: chosen } as MetricsSearch)}
      />
    </FilterBar>
  )
}

type StepperProps = { month: string; thisMonth: string; onChange: (month: string) => void }

/** Months that have not begun have nothing to show. */
function MonthStepper({ month, thisMonth, onChange }: StepperProps) {
  const { t, i18n } = useTranslation('metrics')
  const name = dateFormat(i18n.language, { year: 'numeric', month: 'long', timeZone: 'UTC' })
  return (
    <fieldset aria-label={t('month')} className={css.stepper}>
      <IconButton size="small" aria-label={t('month-before')} onClick={() => onChange(monthAfter(month, -1))}>
        <ChevronLeft size={18} />
      </IconButton>
      <span aria-live="polite" className={css.month}>
        {name.format(new Date(`${month}-01T00:00Z`))}
      </span>
      <IconButton
        size="small"
        aria-label={t('month-after')}
        disabled={month >= thisMonth}
        onClick={() => onChange(monthAfter(month, 1))}
      >
        <ChevronRight size={18} />
      </IconButton>
    </fieldset>
  )
}
