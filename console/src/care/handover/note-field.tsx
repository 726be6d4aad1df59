/** A free note: saved while somebody types; what a colleague wrote meanwhile is shown, and nothing is lost. HANDOVER-01. */

import { HANDOVER_NOTE_MAX } from '@mimamori/contract/care/care-lists.ts'
import type { HandoverNote } from '@mimamori/contract/care/handover.ts'
import { Button, TextField } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { useTime } from '#lib/time/use-time.ts'
import css from './handover.module.css'
import type { SheetKey } from './handover-queries.ts'
import { useNote } from './use-note.ts'

export type Writing = {
  sheet: SheetKey
  /** At a shared station the person that writes; null: nobody has been chosen yet. */
  writerId: string | null | undefined
}
type Props = { writing: Writing; cameraId: string | null; label: string; note: HandoverNote; minRows?: number }

export function NoteField({ writing: { sheet, writerId }, cameraId, label, note, minRows = 1 }: Props) {
  const { t } = useTranslation('handover')
  const own = useNote({ sheet, cameraId, note, byUserId: writerId ?? undefined })
  const { theirs } = own
  return (
    <div className={css.note}>
      <TextField
        fullWidth
        multiline
        size="small"
        minRows={minRows}
        label={label}
        value={own.text}
        disabled={writerId === null}
        onChange={({ target }) => own.write(target.value)}
        onBlur={() => void own.save()}
        slotProps={{ htmlInput: { maxLength: HANDOVER_NOTE_MAX } }}
      />
      <NoteLine note={own} />
      {theirs && (
        <div className={css.conflict} role="alert">
          <p>{t('conflict', { name: theirs.userName ?? '', text: theirs.text })}</p>
          <Button size="small" variant="contained" onClick={own.keepBoth}>
            {t('keep-both')}
          </Button>
          <Button size="small" variant="text" onClick={own.takeTheirs}>
            {t('take-theirs')}
          </Button>
        </div>
      )}
    </div>
  )
}

function NoteLine({ note: { state, saved, save } }: { note: ReturnType<typeof useNote> }) {
  const { t } = useTranslation('handover')
  const time = useTime()
  if (state === 'failed') {
    return (
      <p className={css.failed} role="alert">
        {t('not-saved')}{' '}
        <Button size="small" variant="text" onClick={() => void save()}>
          {t('try-again')}
        </Button>
      </p>
    )
  }
  const by = saved.at && saved.userName && t('saved-by', { name: saved.userName, time: time.dateTime(saved.at) })
  const line = state === 'saving' ? t('saving') : state === 'saved' ? t('saved') : by
  return (
    <p className={css.line} role="status">
      {line ?? ''}
    </p>
  )
}
