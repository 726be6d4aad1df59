/** A small choice drawn by the browser's own select: quick on any device, right with any screen reader. */
import { ChevronDown } from 'lucide-react'
import css from './plain-select.module.css'

type Props<T extends string> = {
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
}

export function PlainSelect<T extends string>({ label, value, options, onChange }: Props<T>) {
  return (
    <span className={css.box}>
      <select
        className={css.select}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as T)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={16} className={css.arrow} aria-hidden />
    </span>
  )
}
