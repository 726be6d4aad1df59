/** Where the sheet comes in: pasted, dropped or chosen. REACH-11. */
import { Button, TextField } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FileDrop, FileErrorAlert } from '#ui/list/file-drop.tsx'
import css from './roster.module.css'
import type { RosterImport } from './use-roster-import.ts'

export function RosterSource({ state: { readText, readFile, error } }: { state: RosterImport }) {
  const { t } = useTranslation('roster')
  const [text, setText] = useState('')
  return (
    <>
      <div className={css.source}>
        <form
          className={css.form}
          onSubmit={(event) => {
            event.preventDefault()
            readText(text)
          }}
        >
          <TextField
            multiline
            minRows={7}
            maxRows={14}
            label={t('paste')}
            helperText={t('paste-help')}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <Button type="submit" variant="contained" disabled={text.trim() === ''}>
            {t('read')}
          </Button>
        </form>
        <FileDrop title={t('drop')} choose={t('choose')} help={t('drop-help')} onFile={(file) => void readFile(file)} />
      </div>
      {error && (
        <FileErrorAlert
          text={t(`error-${error.key}`, { count: error.count })}
          errors={'errors' in error ? error.errors : undefined}
        />
      )}
    </>
  )
}
