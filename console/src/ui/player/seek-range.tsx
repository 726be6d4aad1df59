/** The position slider of a video, filled up to the current position. It fills its parent; the left end is always the start. */
import type { CSSProperties } from 'react'
import css from './seek-range.module.css'

type Props = {
  label: string
  /** The value for screen readers. */
  valueText: string
  min: number
  max: number
  step: number
  value: number
  onSeek: (value: number) => void
  /** Larger and easier to grab, where the bar is the page's main control. */
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
