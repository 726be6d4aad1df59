/** Beside the image of a running check-in: how long was watched, the note, and the end of it. LIVE-03. */
import { CHECK_IN_NOTE_MAX, type CheckIn } from '@mimamori/contract/care/event.ts'
import { Button, TextField } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { duration } from '#lib/time/time.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import { LeaveGuard } from '#ui/form/leave-guard.tsx'
import { Card } from '#ui/layout/card.tsx'
import css from './event.module.css'
import type { RunningCheckIn } from './use-check-in.ts'
import { type LiveNote, useLiveNote } from './use-live-note.ts'

type Props = {
  checkIn: CheckIn
  running: RunningCheckIn
  isLive: boolean
  onFinished: () => void
}

export function EventRunning({ checkIn, running, isLive, onFinished }: Props) {
  const { t } = useTranslation('event')
  const note = useLiveNote(checkIn)
  const [isBusy, setBusy] = useState(false)
  const finish = async () => {
    setBusy(true)
    try {
      await note.flush()
      await running.finish()
      notifySuccess(t('finished'))
      onFinished()
    } catch (error) {
      notifyError(errorTextNow(error))
      setBusy(false)
    }
  }
  return (
    <Card title={t('watched-for')}>
      <div className={css.begin}>
        <span className={css.timer} role="timer">
          {duration(running.seconds * 1000)}
        </span>
        {!isLive && <p className={css.soft}>{t('is-paused')}</p>}
        {running.isUnreached && (
          <p className={css.warn} role="status">
            {t('not-reached')}
          </p>
        )}
        <TextField
          label={t('note-label')}
          multiline
          minRows={4}
          maxRows={12}
          fullWidth
          value={note.text}
          error={note.state === 'failed'}
          helperText={<NoteState note={note} />}
          slotProps={{ htmlInput: { maxLength: CHECK_IN_NOTE_MAX } }}
          onChange={(event) => note.change(event.target.value)}
        />
        <Button variant="contained" color="primary" size="large" loading={isBusy} onClick={() => void finish()}>
          {t('finish')}
        </Button>
      </div>
      <LeaveGuard isDirty={note.state === 'failed'} />
    </Card>
  )
}

function NoteState({ note }: { note: LiveNote }) {
  const { t } = useTranslation('event')
  if (note.state === 'failed') return t('note-failed', { reason: note.error })
  return t(note.state === 'idle' ? 'note-help' : `note-${note.state}`)
}
