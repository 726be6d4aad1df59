/** Start and end of one time of a schedule as fields: taken over on leaving or with Enter, refused with the reason. */
import {
  type Day,
  type EntryErrors,
  entryErrors,
  type Interval,
  minuteOf,
  timeText,
} from '@mimamori/contract/camera/week.ts'
import { Button, IconButton, TextField } from '@mui/material'
import { Trash2 } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFieldError } from '../form/field/text-field.tsx'
import css from './schedule-editor.module.css'
import { intervalText } from './schedule-words.ts'

type Field = 'start' | 'end'
type Props = {
  day: Day
  /** Null: a new one. */
  interval: Interval | null
  othersOf: (day: Day) => readonly Interval[]
  /** An end before the start means the next day. */
  onCommit: (interval: Interval) => void
  onRemove: () => void
}

export function ScheduleTimes({ day, interval, othersOf, onCommit, onRemove }: Props) {
  const { t } = useTranslation('schedule')
  const entry = useTimesEntry(day, interval, othersOf, onCommit)
  const { start, end } = entry.errors
  const isOrderWrong = start === 'schedule.start-before-end' || end === 'schedule.end-after-start'
  const name = interval ? intervalText(interval) : t('add-time')
  const leave = (event: FocusEvent<HTMLElement>) => {
    // Between the two fields of a new time nothing is complete yet.
    if (!event.currentTarget.contains(event.relatedTarget)) entry.commit(false)
  }
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    entry.commit(false)
  }
  return (
    <fieldset aria-label={name} className={css.times} onBlur={leave} onKeyDown={enter}>
      <TimeField
        label={t('start')}
        value={entry.texts.start}
        error={start}
        isNew={!interval}
        onType={entry.type('start')}
      />
      <TimeField label={t('end')} value={entry.texts.end} error={end} onType={entry.type('end')} />
      <IconButton size="small" aria-label={t('remove', { name })} title={t('remove', { name })} onClick={onRemove}>
        <Trash2 size={18} />
      </IconButton>
      {isOrderWrong && (
        <Button size="small" className={css.nextDay} onClick={() => entry.commit(true)}>
          {t('ends-next-day')}
        </Button>
      )}
    </fieldset>
  )
}

type TimeFieldProps = {
  label: string
  value: string
  error: string | undefined
  isNew?: boolean
  onType: (text: string) => void
}

function TimeField({ label, value, error, isNew, onType }: TimeFieldProps) {
  const words = useFieldError(error)
  return (
    <TextField
      size="small"
      label={label}
      value={value}
      autoFocus={isNew}
      error={words !== null}
      helperText={words}
      autoComplete="off"
      placeholder="00:00"
      slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 5, dir: 'ltr' }, inputLabel: { shrink: true } }}
      onChange={(event) => onType(event.target.value)}
    />
  )
}

/** The two texts and their errors. Follows the interval when it is dragged elsewhere. */
function useTimesEntry(
  day: Day,
  interval: Interval | null,
  othersOf: (day: Day) => readonly Interval[],
  onCommit: (interval: Interval) => void,
) {
  const of = interval ? intervalText(interval) : ''
  const fresh = {
    of,
    start: interval ? timeText(interval.startMinute) : '',
    end: interval ? timeText(interval.endMinute) : '',
    edited: 'end' as Field,
    errors: {} as EntryErrors,
  }
  const [state, setState] = useState(fresh)
  const now = state.of === of ? state : fresh
  if (now !== state) setState(fresh)
  return {
    texts: now,
    errors: now.errors,
    type: (edited: Field) => (text: string) => setState({ ...now, [edited]: text, edited, errors: {} }),
    commit: (endsNextDay: boolean) => {
      const isUntouched = now.start === fresh.start && now.end === fresh.end
      if (isUntouched) return
      const errors = entryErrors(day, { ...now, endsNextDay }, now.edited, othersOf)
      if (errors.start || errors.end) setState({ ...now, errors })
      else onCommit({ startMinute: minuteOf(now.start)!, endMinute: minuteOf(now.end)! })
    },
  }
}
