/** A choice on a public page, by the browser's own list. */
import type { SelectHTMLAttributes } from 'react'
import { useId } from 'react'
import css from './public-form.module.css'

type Props = SelectHTMLAttributes<HTMLSelectElement> & {
  label: string
  options: readonly (readonly [value: string, name: string])[]
}

export function PublicSelect({ label, options, ...select }: Props) {
  const id = useId()
  return (
    <div className={css.field}>
      <label htmlFor={id} className={css.label}>
        {label}
      </label>
      <span className={css.box}>
        <select {...select} id={id} className={css.input}>
          {options.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </span>
    </div>
  )
}
