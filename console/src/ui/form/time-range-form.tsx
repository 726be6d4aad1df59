/** Two dates with their times, in the user's zone, under the field that opened it. ALERT-02. */

import { Button, Popover, TextField } from '@mui/material'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { boundsOf, type TimeRange } from '#lib/list/time-range.ts'
import { serviceNow } from '#lib/time/service-clock.ts'
import { useTime } from '#lib/time/use-time.ts'
import { instantOf, wallTime } from '#lib/time/wall-time.ts'
import css from './time-range-form.module.css'

export type TimeRangeFormProps = {
  anchor: HTMLElement | null
  value: TimeRange
  /** The longest range that can be asked for. */
  maxDays?: number | undefined
  onApply: (fixed: { from: string; to: string }) => void
  onClose: () => void
}

const DAY_MS = 86_400_000

export default function TimeRangeForm({ anchor, value, maxDays, onApply, onClose }: TimeRangeFormProps) {
  const { t } = useTranslation('ui')
  const { timeZone } = useTime().style
  const [walls, setWalls] = useState(() => firstWalls(value, timeZone))
  const [isTried, setTried] = useState(false)
  const [from, to] = [instantOf(walls.from, timeZone), instantOf(walls.to, timeZone)]
  const error = errorOf(from, to, maxDays)
  const apply = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (from && to && !error) onApply({ from, to })
  }
  const field = (name: 'from' | 'to') => ({
    type: 'datetime-local',
    label: t(`time-${name}`),
    value: walls[name],
    onChange: (event: { target: { value: string } }) => setWalls({ ...walls, [name]: event.target.value }),
    slotProps: { inputLabel: { shrink: true } },
    fullWidth: true,
  })
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      slotProps={{ paper: { role: 'dialog', 'aria-label': t('time-custom') } }}
    >
      <form noValidate className={css.form} onSubmit={apply}>
        <TextField {...field('from')} autoFocus />
        <TextField
          {...field('to')}
          error={isTried && error !== null}
          helperText={isTried && error && t(error, { days: maxDays })}
        />
        <div className={css.actions}>
          <Button variant="text" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="contained">
            {t('time-apply')}
          </Button>
        </div>
      </form>
    </Popover>
  )
}

/** The range in force; without one the last 24 hours. */
function firstWalls(value: TimeRange, timeZone: string): { from: string; to: string } {
  const now = serviceNow()
  const bounds = boundsOf(value, now, timeZone)
  return {
    from: wallTime(bounds.from ?? new Date(now.getTime() - DAY_MS), timeZone),
    to: wallTime(bounds.to ?? now, timeZone),
  }
}

function errorOf(from: string | null, to: string | null, maxDays: number | undefined) {
  if (!from || !to) return 'time-missing'
  const lengthMs = Date.parse(to) - Date.parse(from)
  if (lengthMs <= 0) return 'time-start-before-end'
  return maxDays !== undefined && lengthMs > maxDays * DAY_MS ? 'time-too-long' : null
}
