/** One cell of the preview: its text, or a field with the error under it; taken over when it is left. */
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFieldError } from '#ui/form/field/text-field.tsx'
import type { CsvField } from '../list/camera-csv.ts'
import css from './camera-import.module.css'

type Props = {
  field: CsvField
  rowNumber: number
  text: string
  error: string | undefined
  onChange: (text: string) => void
}

export function ImportCell({ field, rowNumber, text, error, onChange }: Props) {
  const { t } = useTranslation('cameraImport')
  const { t: name } = useTranslation('cameraField')
  const words = useFieldError(error)
  const [isOpen, setOpen] = useState(false)
  const label = { field: name(field), row: rowNumber }
  const shown = field === 'password' && text ? '••••••' : text
  if (words === null && !isOpen) {
    return (
      <td>
        <button type="button" className={css.cell} aria-label={t('edit-cell', label)} onClick={() => setOpen(true)}>
          {shown || <span className={css.faint}>{t('empty')}</span>}
        </button>
      </td>
    )
  }
  return (
    <td>
      <Editor
        label={t('cell-of', label)}
        text={text}
        error={words}
        isFocused={isOpen}
        onDone={(next) => {
          setOpen(false)
          if (next !== text) onChange(next)
        }}
      />
    </td>
  )
}

type EditorProps = {
  label: string
  text: string
  error: string | null
  isFocused: boolean
  onDone: (text: string) => void
}

function Editor({ label, text, error, isFocused, onDone }: EditorProps) {
  const [draft, setDraft] = useState(text)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isFocused) input.current?.focus()
  }, [isFocused])
  return (
    <>
      <input
        ref={input}
        className={css.input}
        aria-label={label}
        aria-invalid={error !== null}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={() => onDone(draft)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') input.current?.blur()
          if (event.key === 'Escape') setDraft(text)
        }}
      />
      {error && <span className={css.error}>{error}</span>}
    </>
  )
}
