/** The text of a report in the hands of a person. What was typed stays until it is saved or given up. */
import { type EventDetail, REPORT_CONTENT_MAX } from '@mimamori/contract/care/report.ts'
import { Alert, Button, TextField } from '@mui/material'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/service/api.ts'
import css from './report.module.css'
import type { ReportActs } from './use-report.ts'

type Props = {
  /** Null: a person writes it from nothing. */
  detail: EventDetail | null
  initial: string
  acts: ReportActs
  onClose: () => void
}

export function ReportEditor({ detail, initial, acts, onClose }: Props) {
  const { t } = useTranslation('report')
  const [content, setContent] = useState(initial)
  // The version that was read: one that comes meanwhile must not be written over.
  const [read] = useState(detail)
  const [isSaving, setSaving] = useState(false)
  const [isConflict, setConflict] = useState(false)
  const isSaved = read?.state === 'saved'
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setSaving(true)
    try {
      await (isSaved ? acts.update(content, read) : acts.save(content))
      onClose()
    } catch (error) {
      setConflict(error instanceof ApiError && error.key === 'conflict')
      setSaving(false)
    }
  }
  return (
    <form className={css.stack} noValidate onSubmit={save}>
      <TextField
        autoFocus
        fullWidth
        multiline
        minRows={8}
        maxRows={24}
        label={t('content')}
        helperText={t('content-help')}
        value={content}
        onChange={(event) => setContent(event.target.value)}
        slotProps={{ htmlInput: { maxLength: REPORT_CONTENT_MAX } }}
      />
      {isConflict && <Alert severity="warning">{t('conflict')}</Alert>}
      <div className={css.actions}>
        <Button type="submit" variant="contained" loading={isSaving} disabled={content.trim() === ''}>
          {t(isSaved ? 'save-changes' : 'save')}
        </Button>
        <Button variant="text" disabled={isSaving} onClick={onClose}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
