/** How it ended, and a note: by pointer, finger, or digits and Enter. ALARM-07. */
import { isFall } from '@mimamori/contract/shared/alarm-order.ts'
import { ALARM_NOTE_MAX, type AlarmOutcome } from '@mimamori/contract/shared/alarm-state.ts'
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
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { outcomesOf } from '../alarm-order.ts'
import { useKinds } from '../use-kinds.ts'
import css from './dialogs.module.css'
import type { Target } from './press.ts'

type Ending = { outcome: AlarmOutcome; note?: string; isAlone?: boolean }
type Props = {
  about: string
  /** What ends: the alarms of the room. */
  members: Target['members']
  mayBeAlone: boolean
  hasSomebodyGone: boolean
  onDone: (ending: Ending) => void
  onClose: () => void
}

export default function ResolveDialog({ about, members, mayBeAlone, hasSomebodyGone, onDone, onClose }: Props) {
  const { t } = useTranslation('alarm')
  const { t: ui } = useTranslation('ui')
  const outcomes = outcomesOf(hasSomebodyGone)
  const [outcome, setOutcome] = useState<AlarmOutcome | null>(null)
  const [note, setNote] = useState('')
  const [isMissing, setMissing] = useState(false)
  const [isAlone, setAlone] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const hasOthers = members.length > 1
  // A fall among several is easily overlooked.
  const mustAsk = hasOthers && !isAlone && outcome === 'false-alarm' && members.some(isFall)
  const title = useId()
  const finish = (event?: FormEvent) => {
    event?.preventDefault()
    // A form within a page's form, as React sees it.
    event?.stopPropagation()
    if (!outcome) setMissing(true)
    else if (mustAsk && !isAsked) setAsked(true)
    else onDone({ outcome, ...(note.trim() && { note: note.trim() }), ...(isAlone && { isAlone }) })
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return finish()
    if (event.target instanceof HTMLTextAreaElement || event.ctrlKey || event.metaKey || event.altKey) return
    const chosen = outcomes[Number(event.key) - 1]
    if (chosen) setOutcome(chosen)
  }
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={title} onKeyDown={press}>
      <form noValidate onSubmit={finish}>
        <DialogTitle id={title}>
          {t('resolve-title')}
          <span className={css.about}>{about}</span>
        </DialogTitle>
        <DialogContent>
          <p className={css.help}>{t(hasSomebodyGone ? 'resolve-help' : 'resolve-early-help')}</p>
          {hasOthers && <EndedAlarms members={members} isAlone={isAlone} onAlone={mayBeAlone ? setAlone : undefined} />}
          <Outcomes outcomes={outcomes} chosen={outcome} onChoose={setOutcome} />
          {isMissing && !outcome && (
            <p role="alert" className={css.error}>
              {t('choose-outcome')}
            </p>
          )}
          {mustAsk && isAsked && (
            <p role="alert" className={css.error}>
              {t('resolve-false-fall')}
            </p>
          )}
          <TextField
            fullWidth
            multiline
            minRows={2}
            maxRows={8}
            margin="normal"
            label={t('note')}
            helperText={t('note-help')}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            slotProps={{ htmlInput: { maxLength: ALARM_NOTE_MAX } }}
          />
        </DialogContent>
        <DialogActions>
          <Button variant="text" onClick={onClose}>
            {ui('cancel')}
          </Button>
          <Button type="submit" variant="contained">
            {t(mustAsk && isAsked ? 'resolve-false-all' : 'resolve')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type EndedProps = { members: Target['members']; isAlone: boolean; onAlone?: (isAlone: boolean) => void }

/** Names what the press ends, where it is more than one alarm. */
function EndedAlarms({ members, isAlone, onAlone }: EndedProps) {
  const { t } = useTranslation('alarm')
  const kinds = useKinds()
  return (
    <>
      <p className={css.help}>{t(isAlone ? 'resolve-one' : 'resolve-all', { list: kinds(members) })}</p>
      {onAlone && (
        <FormControlLabel
          control={<Checkbox checked={isAlone} onChange={(_event, isOn) => onAlone(isOn)} />}
          label={t('only-this')}
        />
      )}
    </>
  )
}

type OutcomesProps = {
  outcomes: readonly AlarmOutcome[]
  chosen: AlarmOutcome | null
  onChoose: (outcome: AlarmOutcome) => void
}

function Outcomes({ outcomes, chosen, onChoose }: OutcomesProps) {
  const { t } = useTranslation('alarm')
  const name = useId()
  return (
    <fieldset className={css.outcomes}>
      <legend className="visually-hidden">{t('outcome')}</legend>
      {outcomes.map((outcome, at) => (
        <label key={outcome} className={css.outcome} data-on={outcome === chosen || undefined}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            // biome-ignore lint/a11y/noAutofocus: the dialog was opened to choose one of them
            autoFocus={at === 0}
            checked={outcome === chosen}
            onChange={() => onChoose(outcome)}
          />
          <kbd className={css.digit} aria-hidden>
            {at + 1}
          </kbd>
          {t(`outcome-${outcome}`)}
        </label>
      ))}
    </fieldset>
  )
}
