/** The care note, which carers of the unit change as well. RESIDENT-02. */
import type { ResidentDetail } from '@mimamori/contract/care/resident.ts'
import { CARE_NOTE_MAX } from '@mimamori/contract/care/resident-title.ts'
import { Alert, Button, TextField } from '@mui/material'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/service/api.ts'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { notifySuccess } from '#ui/feedback/toast.ts'
import { Card } from '#ui/layout/card.tsx'
import css from './resident.module.css'
import { useResidentChange } from './resident-queries.ts'

export function NoteCard({ resident }: { resident: ResidentDetail }) {
  const { t } = useTranslation('resident')
  const [isOpen, setOpen] = useState(false)
  const { careNote, removedAt } = resident
  return (
    <Card
      title={t('care-note')}
      action={!isOpen && removedAt === null && <Button onClick={() => setOpen(true)}>{t('edit-note')}</Button>}
    >
      {isOpen ? (
        <NoteForm resident={resident} onDone={() => setOpen(false)} />
      ) : (
        <p className={careNote ? css.note : css.quiet}>{careNote || t('no-note')}</p>
      )}
    </Card>
  )
}

function NoteForm({ resident, onDone }: { resident: ResidentDetail; onDone: () => void }) {
  const { t } = useTranslation('resident')
  const errorText = useErrorText()
  const change = useResidentChange()
  // The state that was opened: another one meanwhile is a conflict.
  const [opened] = useState(resident)
  const [careNote, setNote] = useState(opened.careNote ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const { id, version } = opened
    try {
      await change(() => call('resident.note', { params: { id }, body: { careNote, version } }))
      notifySuccess(t('note-saved'))
      onDone()
    } catch (error) {
      setProblem(errorText(error))
      setBusy(false)
    }
  }
  return (
    <form className={css.form} onSubmit={save}>
      <TextField
        autoFocus
        multiline
        minRows={3}
        label={t('care-note')}
        helperText={t('care-note-help')}
        value={careNote}
        slotProps={{ htmlInput: { maxLength: CARE_NOTE_MAX } }}
        onChange={(event) => setNote(event.target.value)}
      />
      {problem && (
        <Alert severity="error" role="alert">
          {problem}
        </Alert>
      )}
      <div className={css.actions}>
        <Button variant="text" disabled={isBusy} onClick={onDone}>
          {t('cancel')}
        </Button>
        <Button type="submit" variant="contained" color="primary" loading={isBusy}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}
