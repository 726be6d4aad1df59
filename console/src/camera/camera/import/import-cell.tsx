/** One cell of the preview: its text, or a field with the fault under it; taken over when it is left. */
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFieldFault } from '#ui/form/field/field-fault.ts'
import type { CsvField } from '../list/camera-csv.ts'
import css from './camera-import.module.css'

type Props = {
  field: CsvField
  rowNumber: number
  text: string
  fault: string | undefined
  onChange: (text: string) => void
}

export function ImportCell({ field, rowNumber, text, fault, onChange }: Props) {
  const { t } = useTranslation('cameraImport')
  const { t: name } = useTranslation('cameraField')
  const words = useFieldFault(fault)
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
        fault={words}
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
  fault: string | null
  isFocused: boolean
  onDone: (text: string) => void
}

function Editor({ label, text, fault, isFocused, onDone }: EditorProps) {
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
        aria-invalid={fault !== null}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={() => onDone(draft)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') input.current?.blur()
          if (event.key === 'Escape') setDraft(text)
        }}
      />
      {fault && <span className={css.fault}>{fault}</span>}
    </>
  )
}
