/** The row between a list's head and its records: chips that say what they filter, view and order on the right. */
import { ChevronDown, SlidersHorizontal, X } from 'lucide-react'
import { type ReactNode, type Ref, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from './filter-bar.module.css'

type BarProps = { children: ReactNode; search?: ReactNode; end?: ReactNode }

/** `end` (order, view) keeps to the far side; on a phone chips and `end` are folded behind one button beside `search`. */
export function FilterBar({ children, search, end }: BarProps) {
  const { t } = useTranslation('ui')
  const [isOpen, setOpen] = useState(false)
  const chips = useId()
  const hasChips = children !== null || end !== undefined
  return (
    <div className={css.bar} data-open={isOpen || undefined}>
      {search && <div className={css.search}>{search}</div>}
      {hasChips && (
        <button
          type="button"
          className={css.fold}
          aria-expanded={isOpen}
          aria-controls={chips}
          onClick={() => setOpen(!isOpen)}
        >
          <SlidersHorizontal size={18} aria-hidden />
          {t('filters')}
        </button>
      )}
      <div id={chips} className={css.chips}>
        {children}
      </div>
      {end && <div className={css.end}>{end}</div>}
    </div>
  )
}

type ChipProps = {
  /** What it filters, and by what when it is on: `Severity`, `Severity: critical, high`. */
  label: string
  on: boolean
  onClick: (chip: HTMLElement) => void
  /** Draws a small cross that lifts this filter alone. */
  onClear?: () => void
  /** It opens a menu instead of switching. */
  opens?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** Hands its own element to `onClick`, for a menu to be hung on. */
export function FilterChip({ label, on, onClick, onClear, opens, ref }: ChipProps) {
  const { t } = useTranslation('ui')
  const canClear = on && onClear
  return (
    <span className={css.chip} data-on={on || undefined}>
      <button
        ref={ref}
        type="button"
        className={css.main}
        aria-pressed={opens ? undefined : on}
        aria-haspopup={opens ? 'menu' : undefined}
        onClick={(event) => onClick(event.currentTarget)}
      >
        <span className={css.label}>{label}</span>
        {opens && !canClear && <ChevronDown size={16} aria-hidden />}
      </button>
      {canClear && (
        <button type="button" className={css.clear} aria-label={t('clear', { name: label })} onClick={onClear}>
          <X size={14} aria-hidden />
        </button>
      )}
    </span>
  )
}

/** Lifts all filters at once; beside the chips while any is on. */
export function FilterClear({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className={css.clearAll} onClick={onClick}>
      {label}
    </button>
  )
}
