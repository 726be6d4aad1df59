/** Where the sheet comes in: pasted, dropped or chosen. REACH-11. */
import { Button, TextField } from '@mui/material'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FileErrorAlert } from '#ui/list/file-error-alert.tsx'
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
        <Drop onFile={readFile} />
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

function Drop({ onFile }: { onFile: (file: File) => Promise<void> }) {
  const { t } = useTranslation('roster')
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const take = (file: File | undefined) => void (file && onFile(file))
  return (
    <section
      aria-label={t('drop')}
      className={css.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files[0])
      }}
    >
      <FileUp size={32} aria-hidden />
      <strong>{t('drop')}</strong>
      <Button onClick={() => input.current?.click()}>{t('choose')}</Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,text/csv"
        hidden
        aria-label={t('choose')}
        onChange={({ target }) => {
          take(target.files?.[0])
          // The same file, corrected, must be read again.
          target.value = ''
        }}
      />
      <p className={css.soft}>{t('drop-help')}</p>
    </section>
  )
}
