/** One day of the week as a line of 24 hours, with its times as bars to drag, resize and move by keys. */
import { type Day, type Interval, timeText } from '@mimamori/contract/camera/week.ts'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import css from './schedule-editor.module.css'
import { type Grip, STEP_MINUTES, shifted } from './schedule-moves.ts'
import { intervalText } from './schedule-words.ts'
import { useScheduleDrag } from './use-schedule-drag.ts'

type Props = {
  day: Day
  intervals: readonly Interval[]
  isChosen: boolean
  onChoose: () => void
  onChange: (intervals: Interval[]) => void
}

export function ScheduleTrack({ day, intervals, isChosen, onChoose, onChange }: Props) {
  const { t } = useTranslation('schedule')
  const track = useRef<HTMLDivElement>(null)
  const drag = useScheduleDrag(track, intervals, onChange)
  return (
    <div className={css.day} data-chosen={isChosen || undefined}>
      <button type="button" className={css.dayName} aria-pressed={isChosen} onClick={onChoose}>
        <span aria-hidden>{t(day)}</span>
        <span className="visually-hidden">{t(`long-${day}`)}</span>
      </button>
      <div
        ref={track}
        className={css.track}
        tabIndex={-1}
        data-day={day}
        {...drag.handlers}
        onPointerDown={(event) => {
          onChoose()
          drag.handlers.onPointerDown(event)
        }}
      >
        {drag.shown.map((interval, index) => (
          <Bar
            // The order of a day's times never changes while one is moved.
            // biome-ignore lint/suspicious/noArrayIndexKey: the place in the day is the identity, so that focus stays
            key={index}
            index={index}
            name={`${t(`long-${day}`)} ${intervalText(interval)}`}
            interval={interval}
            onFocus={onChoose}
            onShift={(kind, by) => onChange(shifted(intervals, { kind, index }, by))}
            onRemove={() => onChange(intervals.filter((_, i) => i !== index))}
          />
        ))}
      </div>
    </div>
  )
}

type BarProps = {
  index: number
  name: string
  interval: Interval
  onFocus: () => void
  onShift: (kind: Exclude<Grip['kind'], 'draw'>, byMinutes: number) => void
  onRemove: () => void
}

function Bar({ index, name, interval, onFocus, onShift, onRemove }: BarProps) {
  const { t } = useTranslation('schedule')
  const { startMinute, endMinute } = interval
  const keysFor = (kind: Exclude<Grip['kind'], 'draw'>) => (event: KeyboardEvent<HTMLElement>) => {
    const by = minutesOf(event)
    const isRemove = event.key === 'Delete' || event.key === 'Backspace'
    if (by === 0 && !isRemove) return
    event.preventDefault()
    event.stopPropagation()
    if (isRemove) onRemove()
    else onShift(kind, by)
  }
  const share = (minute: number) => `${(minute / 1440) * 100}%`
  const slider = (kind: 'start' | 'end', minute: number) => (
    <span
      role="slider"
      tabIndex={0}
      className={css.handle}
      data-grip={kind}
      data-index={index}
      aria-label={t(`${kind}-of`, { name })}
      aria-valuemin={0}
      aria-valuemax={1440}
      aria-valuenow={minute}
      aria-valuetext={timeText(minute)}
      onFocus={onFocus}
      onKeyDown={keysFor(kind)}
    />
  )
  return (
    <div
      className={css.bar}
      style={{ insetInlineStart: share(startMinute), inlineSize: share(endMinute - startMinute) }}
    >
      {slider('start', startMinute)}
      <button
        type="button"
        className={css.body}
        data-grip="move"
        data-index={index}
        aria-label={name}
        onFocus={onFocus}
        onKeyDown={keysFor('move')}
      >
        <span aria-hidden>{intervalText(interval)}</span>
      </button>
      {slider('end', endMinute)}
    </div>
  )
}

/** What an arrow key asks for: along the line of hours, which runs from right to left in a mirrored page. */
function minutesOf(event: KeyboardEvent<HTMLElement>): number {
  if (event.ctrlKey || event.metaKey || event.altKey) return 0
  const step = event.shiftKey ? 1 : STEP_MINUTES
  const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') return event.key === forward ? step : -step
  return { ArrowUp: step, ArrowDown: -step, PageUp: 60, PageDown: -60 }[event.key] ?? 0
}
