/** Which shift, of which day, of which unit: they stand in the address. HANDOVER-01. */
import { MenuItem, TextField } from '@mui/material'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useTime } from '#lib/time/use-time.ts'
import css from './handover.module.css'
import type { useHandover } from './handover-queries.ts'
import { type HandoverSearch, searchOf } from './handover-search.ts'

const WHOLE_SITE = 'whole-site'

export function HandoverFilters({ answer }: { answer: NonNullable<ReturnType<typeof useHandover>['data']> }) {
  const { t } = useTranslation('handover')
  const time = useTime()
  const navigate = useNavigate()
  const { sheet, shifts, units, mayWholeSite } = answer
  const { shift, unitId } = sheet
  const present = searchOf({ shift: shift.key, day: shift.day, unitId })
  const change = (next: HandoverSearch) =>
    void navigate({ to: '/app/handover', search: { ...present, ...next }, replace: true })
  return (
    <div className={css.filters}>
      <TextField
        select
        size="small"
        label={t('shift')}
        value={shift.key}
        onChange={({ target }) => change({ shift: target.value })}
      >
        {shifts.map(({ key, name }) => (
          <MenuItem key={key} value={key}>
            {name ?? t(key === 'day' ? 'shift-day' : 'shift-night')}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        type="date"
        size="small"
        label={t('day')}
        value={shift.day}
        onChange={({ target }) => target.value && change({ day: target.value })}
        slotProps={{ inputLabel: { shrink: true } }}
      />
      {(units.length > 1 || (mayWholeSite && units.length > 0)) && (
        <TextField
          select
          size="small"
          label={t('unit')}
          value={unitId ?? WHOLE_SITE}
          onChange={({ target }) => change({ unit: target.value === WHOLE_SITE ? undefined : target.value })}
        >
          {mayWholeSite && <MenuItem value={WHOLE_SITE}>{t('whole-site')}</MenuItem>}
          {units.map((unit) => (
            <MenuItem key={unit.unitId} value={unit.unitId}>
              {unit.name}
            </MenuItem>
          ))}
        </TextField>
      )}
      <p className={css.span}>
        {time.dateTime(shift.startsAt)} – {time.dateTime(shift.endsAt)}
      </p>
    </div>
  )
}
