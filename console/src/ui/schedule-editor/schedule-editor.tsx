/** Edits a weekly schedule: drag on the week, type exact times, copy a day, use a preset, undo. CAM-10. */
import { copyDay, DAYS, type Day, timeText, type Week, weekOf, withDay } from '@mimamori/contract/camera/week.ts'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { historyKey } from '../form/edit-history.ts'
import { useControlledHistory } from '../form/use-controlled-history.ts'
import { Segmented } from '../list/filter/segmented.tsx'
import { ScheduleDayPanel } from './schedule-day-panel.tsx'
import css from './schedule-editor.module.css'
import { ScheduleToolbar } from './schedule-toolbar.tsx'
import { ScheduleTrack } from './schedule-track.tsx'
import { useScheduleWords } from './schedule-words.ts'

type Props = {
  label: string
  /** Null: always on. */
  value: Week | null
  onChange: (value: Week | null) => void
}

const WHOLE_DAYS = weekOf([{ startMinute: 0, endMinute: 1440 }])
const HOURS = [0, 3, 6, 9, 12, 15, 18, 21, 24]

export function ScheduleEditor({ label, value, onChange }: Props) {
  const { t } = useTranslation('schedule')
  const [day, setDay] = useState<Day>('mon')
  const { commit, undo, redo, canUndo, canRedo } = useControlledHistory(value, onChange)
  const words = useScheduleWords()
  const help = useId()
  const week = value ?? WHOLE_DAYS
  const onKeyDown = (event: KeyboardEvent) => {
    const wanted = historyKey(event)
    // In a field the keys undo typing.
    if (!wanted || event.target instanceof HTMLInputElement) return
    event.preventDefault()
    if (wanted === 'undo') undo()
    else redo()
  }
  return (
    <fieldset aria-label={label} aria-describedby={help} className={css.editor} onKeyDown={onKeyDown}>
      <ScheduleToolbar value={value} onPick={commit} undo={canUndo ? undo : null} redo={canRedo ? redo : null} />
      <p id={help} className={css.help}>
        {t('grid-help')}
      </p>
      <div className={css.parts}>
        <div className={css.days}>
          <Segmented
            label={t('choose-day')}
            value={day}
            options={DAYS.map((one) => ({ value: one, label: t(one) }))}
            onChange={setDay}
          />
        </div>
        <div className={css.grid}>
          <Hours />
          {DAYS.map((one) => (
            <ScheduleTrack
              key={one}
              day={one}
              intervals={week[one]}
              isChosen={one === day}
              onChoose={() => setDay(one)}
              onChange={(intervals) => commit(withDay(week, one, intervals))}
            />
          ))}
        </div>
        <ScheduleDayPanel
          key={day}
          day={day}
          week={week}
          onChange={commit}
          onCopy={(to) => commit(copyDay(week, day, to))}
        />
      </div>
      <p className={css.summary} aria-live="polite">
        {words(value)}
      </p>
    </fieldset>
  )
}

function Hours() {
  return (
    <div className={css.hours} aria-hidden>
      {HOURS.map((hour) => (
        <span key={hour} style={{ insetInlineStart: `${(hour / 24) * 100}%` }}>
          {timeText(hour * 60)}
        </span>
      ))}
    </div>
  )
}
