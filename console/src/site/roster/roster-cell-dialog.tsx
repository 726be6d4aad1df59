/** One day of one person, by hand: shifts, leave, a swap with somebody else. REACH-10. */
import type { Roster, RosterCell, RosterChange, RosterLine } from '@mimamori/contract/site/roster.ts'
import { ROSTER_CODE_MAX, SHIFTS_OF_DAY_MAX } from '@mimamori/contract/site/site-lists.ts'
import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  FormControlLabel,
  TextField,
} from '@mui/material'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '#lib/browser/language.ts'
import { longDay } from '#lib/time/calendar-day.ts'
import { timeOf } from '#lib/time/minute-of-day.ts'
import { useTime } from '#lib/time/use-time.ts'
import css from './roster.module.css'
import { cellText } from './roster-codes.ts'
import { useSaveRoster } from './roster-queries.ts'

type Props = {
  roster: Roster
  line: RosterLine
  day: string
  codes: ReadonlyMap<string, string>
  onClose: () => void
}

const cellAt = (line: RosterLine, day: string): RosterCell =>
  line.days.find((cell) => cell.day === day) ?? { day, shiftIds: [], mark: null }
const changeOf = ({ userId, version }: RosterLine, days: RosterCell[] | null): RosterChange => ({
  userId,
  version,
  days,
})

export function RosterCellDialog({ roster, line, day, codes, onClose }: Props) {
  const { t, i18n } = useTranslation('roster')
  const { t: ui } = useTranslation('ui')
  const title = useId()
  const before = cellAt(line, day)
  const [shiftIds, setShiftIds] = useState(before.shiftIds)
  const [mark, setMark] = useState(before.mark ?? '')
  const [otherId, setOtherId] = useState('')
  const saving = useSaveRoster(roster)
  const save = (...lines: RosterChange[]) => saving.mutate({ lines }, { onSuccess: onClose })
  const send = (event: FormEvent) => {
    event.preventDefault()
    const other = roster.lines.find(({ userId }) => userId === otherId)
    if (other) return save(changeOf(line, [cellAt(other, day)]), changeOf(other, [before]))
    // In the order of the day, whatever the order of the presses.
    const chosen = roster.shifts.map(({ id }) => id).filter((id) => shiftIds.includes(id))
    save(changeOf(line, [{ day, shiftIds: chosen, mark: chosen.length > 0 ? null : mark.trim() || null }]))
  }
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={title}>
      <form noValidate onSubmit={send}>
        <DialogTitle id={title}>
          {line.name}
          <span className={css.titleDay}>{longDay(day, toLanguage(i18n.language))}</span>
        </DialogTitle>
        <DialogContent className={css.form!}>
          <ShiftBoxes roster={roster} chosen={shiftIds} isDisabled={otherId !== ''} onChange={setShiftIds} />
          <TextField
            size="small"
            label={t('mark')}
            helperText={t('mark-help')}
            value={shiftIds.length > 0 ? '' : mark}
            disabled={shiftIds.length > 0 || otherId !== ''}
            onChange={({ target }) => setMark(target.value)}
            slotProps={{ htmlInput: { maxLength: ROSTER_CODE_MAX } }}
          />
          <SwapField roster={roster} line={line} day={day} codes={codes} value={otherId} onChange={setOtherId} />
          {line.version > 0 && (
            <Button
              className={css.takeOut!}
              color="error"
              disabled={saving.isPending}
              onClick={() => save(changeOf(line, null))}
            >
              {t('take-out')}
            </Button>
          )}
          <Edited line={line} />
        </DialogContent>
        <DialogActions>
          <Button variant="text" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={saving.isPending}>
            {t(otherId ? 'swap' : 'save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type BoxesProps = {
  roster: Roster
  chosen: readonly string[]
  isDisabled: boolean
  onChange: (ids: string[]) => void
}

function ShiftBoxes({ roster: { shifts }, chosen, isDisabled, onChange }: BoxesProps) {
  const { t } = useTranslation('roster')
  const isFull = chosen.length >= SHIFTS_OF_DAY_MAX
  return (
    <fieldset className={css.boxes} disabled={isDisabled}>
      <legend>{t('shifts')}</legend>
      {shifts.map(({ id, name, startMinute, endMinute }) => (
        <FormControlLabel
          key={id}
          disabled={isDisabled || (isFull && !chosen.includes(id))}
          label={`${name} ${timeOf(startMinute)}–${timeOf(endMinute)}`}
          control={
            <Checkbox
              checked={chosen.includes(id)}
              onChange={(_, on) => onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
            />
          }
        />
      ))}
    </fieldset>
  )
}

type SwapProps = Omit<Props, 'onClose'> & { value: string; onChange: (userId: string) => void }

/** The other one's day comes here, and this one goes there. */
function SwapField({ roster, line, day, codes, value, onChange }: SwapProps) {
  const { t } = useTranslation('roster')
  const others = roster.lines.filter(
    ({ userId, mayChange, version }) => mayChange && version > 0 && userId !== line.userId,
  )
  if (others.length === 0 || line.version === 0) return null
  return (
    <TextField
      select
      size="small"
      label={t('swap-with')}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      <option value="">{t('swap-nobody')}</option>
      {others.map((other) => (
        <option key={other.userId} value={other.userId}>
          {t('swap-option', { name: other.name, text: cellText(cellAt(other, day), codes) || t('free') })}
        </option>
      ))}
    </TextField>
  )
}

function Edited({ line: { editedBy, editedAt, awayUntil } }: { line: RosterLine }) {
  const { t } = useTranslation('roster')
  const time = useTime()
  return (
    <>
      {awayUntil && <p className={css.soft}>{t('away', { day: awayUntil })}</p>}
      {editedBy && editedAt && (
        <p className={css.soft}>{t('edited', { name: editedBy, time: time.dateTime(editedAt) })}</p>
      )}
    </>
  )
}
