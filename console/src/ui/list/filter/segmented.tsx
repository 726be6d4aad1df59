/** A choice of one among a few, all visible: views, ranges, orders. Radio buttons for keyboard and screen reader. */
import type { ReactNode } from 'react'
import { useId } from 'react'
import css from './segmented.module.css'

type Option<T extends string> = { value: T; label: string; icon?: ReactNode }
type Props<T extends string> = {
  label: string
  value: T
  options: readonly Option<T>[]
  onChange: (value: T) => void
  /** The one in force was pressed once more: for a choice that has something behind it. */
  onPressAgain?: (value: T) => void
  /** Shows icons alone; the labels stay for assistive technology and on hover. */
  iconsOnly?: boolean
}

export function Segmented<T extends string>({ label, value, options, onChange, onPressAgain, iconsOnly }: Props<T>) {
  const name = useId()
  return (
    <div role="radiogroup" aria-label={label} className={css.group}>
      {options.map((option) => (
        <label
          key={option.value}
          className={css.option}
          data-on={option.value === value || undefined}
          title={iconsOnly ? option.label : undefined}
        >
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            onClick={() => option.value === value && onPressAgain?.(option.value)}
          />
          {option.icon}
          <span className={iconsOnly ? 'visually-hidden' : undefined}>{option.label}</span>
        </label>
      ))}
    </div>
  )
}
