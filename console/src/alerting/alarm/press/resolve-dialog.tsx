/** How it ended: one press on an outcome ends the alarm, with the note if there is one; by pointer, finger or digit. ALARM-07. */
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
import { Pencil } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { outcomesOf } from '../alarm-order.ts'
import { useKinds } from '../use-kinds.ts'
import css from './dialogs.module.css'
import type { Target } from './press.ts'
import { useSteady } from './use-steady.ts'

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
  const [note, setNote] = useState('')
  const [isAlone, setAlone] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const hasOthers = members.length > 1
  const title = useId()
  const finish = (outcome: AlarmOutcome) =>
    onDone({ outcome, ...(note.trim() && { note: note.trim() }), ...(isAlone && { isAlone }) })
  const choose = (outcome: AlarmOutcome) => {
    // A fall among several is easily overlooked.
    if (hasOthers && !isAlone && outcome === 'false-alarm' && members.some(isFall)) setAsked(true)
    else finish(outcome)
  }
  const press = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLTextAreaElement || event.ctrlKey || event.metaKey || event.altKey) return
    const chosen = outcomes[Number(event.key) - 1]
    if (chosen && !event.repeat) choose(chosen)
  }
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={title} onKeyDown={press}>
      <DialogTitle id={title}>
        {t('resolve-title')}
        <span className={css.about}>{about}</span>
      </DialogTitle>
      <DialogContent>
        <p className={css.help}>{t(hasSomebodyGone ? 'resolve-press' : 'resolve-early-help')}</p>
        {hasOthers && <EndedAlarms members={members} isAlone={isAlone} onAlone={mayBeAlone ? setAlone : undefined} />}
        <NoteField note={note} onChange={setNote} />
        <Outcomes outcomes={outcomes} labelledBy={title} onChoose={choose} />
        {isAsked && (
          <p role="alert" className={css.error}>
            {t('resolve-false-fall')}
          </p>
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="text" onClick={onClose}>
          {ui('cancel')}
        </Button>
        {isAsked && (
          <Button variant="contained" onClick={() => finish('false-alarm')}>
            {t('resolve-false-all')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

/** A button first: on a phone with other alarms the outcomes need the room. */
function NoteField({ note, onChange }: { note: string; onChange: (note: string) => void }) {
  const { t } = useTranslation('alarm')
  const [isOpen, setOpen] = useState(false)
  if (!isOpen) {
    return (
      <Button variant="text" startIcon={<Pencil size={18} />} onClick={() => setOpen(true)}>
        {t('note-add')}
      </Button>
    )
  }
  return (
    <TextField
      fullWidth
      multiline
      autoFocus
      maxRows={8}
      margin="dense"
      label={t('note')}
      helperText={t('note-help')}
      value={note}
      onChange={(event) => onChange(event.target.value)}
      slotProps={{ htmlInput: { maxLength: ALARM_NOTE_MAX } }}
    />
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
  labelledBy: string
  onChoose: (outcome: AlarmOutcome) => void
}

/** They take nothing at first: the second press of a double click on *Finish* would end the alarm. */
function Outcomes({ outcomes, labelledBy, onChoose }: OutcomesProps) {
  const { t } = useTranslation('alarm')
  const place = useRef<HTMLDivElement>(null)
  const { isReady, takes } = useSteady(place, 'outcomes')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would repeat the title as its legend
    <div ref={place} role="group" aria-labelledby={labelledBy} className={css.outcomes}>
      {outcomes.map((outcome, at) => (
        <button
          key={outcome}
          type="button"
          className={css.outcome}
          aria-disabled={!isReady || undefined}
          aria-keyshortcuts={String(at + 1)}
          onClick={() => takes() && onChoose(outcome)}
        >
          <kbd className={css.digit} aria-hidden>
            {at + 1}
          </kbd>
          {t(`outcome-${outcome}`)}
        </button>
      ))}
    </div>
  )
}
