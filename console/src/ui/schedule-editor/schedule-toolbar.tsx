/** Above a schedule: ready-made ones, undo and redo. */
import { BY_DAY, BY_NIGHT, isSameWeek, NEVER, type Week } from '@mimamori/contract/camera/week.ts'
import { IconButton } from '@mui/material'
import { Redo2, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import css from './schedule-editor.module.css'

type Props = {
  value: Week | null
  onPick: (value: Week | null) => void
  /** Null when there is nothing to undo or redo. */
  undo: (() => void) | null
  redo: (() => void) | null
}

const PRESETS = { always: null, day: BY_DAY, night: BY_NIGHT, never: NEVER }
const NAMES = ['always', 'day', 'night', 'never'] as const

export function ScheduleToolbar({ value, onPick, undo, redo }: Props) {
  const { t } = useTranslation('schedule')
  return (
    <div className={css.toolbar}>
      <fieldset aria-label={t('presets')} className={css.presets}>
        {NAMES.map((name) => (
          <button
            key={name}
            type="button"
            className={css.preset}
            aria-pressed={isSameWeek(value, PRESETS[name])}
            onClick={() => onPick(PRESETS[name])}
          >
            {t(name)}
          </button>
        ))}
      </fieldset>
      <span className={css.space} />
      <IconButton size="small" aria-label={t('undo')} title={t('undo')} disabled={!undo} onClick={() => undo?.()}>
        <Undo2 size={18} />
      </IconButton>
      <IconButton size="small" aria-label={t('redo')} title={t('redo')} disabled={!redo} onClick={() => redo?.()}>
        <Redo2 size={18} />
      </IconButton>
    </div>
  )
}
