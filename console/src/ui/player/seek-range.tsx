/** The slider of a video's time, filled up to what is shown. It fills its parent; left is the beginning everywhere. */
import type { CSSProperties } from 'react'
import css from './seek-range.module.css'

type Props = {
  label: string
  /** The value as it is read out. */
  valueText: string
  min: number
  max: number
  step: number
  value: number
  onSeek: (value: number) => void
  /** Easier to take hold of, where the bar is the page's main tool. */
  isLarge?: boolean
}

export function SeekRange({ label, valueText, min, max, step, value, onSeek, isLarge }: Props) {
  const within = Math.min(max, Math.max(min, value))
  const played = { '--played': `${((within - min) / Math.max(step, max - min)) * 100}%` } as CSSProperties
  return (
    <input
      type="range"
      className={css.range}
      data-large={isLarge || undefined}
      style={played}
      aria-label={label}
      aria-valuetext={valueText}
      min={min}
      max={max}
      step={step}
      value={within}
      onChange={(event) => onSeek(Number(event.currentTarget.value))}
    />
  )
}
