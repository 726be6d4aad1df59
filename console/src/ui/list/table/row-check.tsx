/** The box that chooses a record of a list; a click with shift reaches from the last one on. */
import { useEffect, useRef } from 'react'
import css from './data-table.module.css'

type Props = {
  /** What is chosen by it, for assistive technology. */
  label: string
  checked: boolean
  /** Some of what it stands for is chosen. */
  isPartly?: boolean
  onToggle: (reaches: boolean) => void
}

export function RowCheck({ label, checked, isPartly = false, onToggle }: Props) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = isPartly
  }, [isPartly])
  return (
    <label className={css.place}>
      <input
        ref={box}
        type="checkbox"
        className="check"
        aria-label={label}
        checked={checked}
        onChange={(event) => onToggle('shiftKey' in event.nativeEvent && event.nativeEvent.shiftKey === true)}
      />
    </label>
  )
}
