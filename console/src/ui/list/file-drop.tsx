/** Where a file of rows is dropped or chosen, and why it cannot be taken. */
import { Alert, Button, type ButtonProps } from '@mui/material'
import { FileUp } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LineError } from '#lib/list/csv-file.ts'
import css from './file-drop.module.css'

const SHOWN_MAX = 10

/** Why a chosen file cannot be taken: `text` about the whole file, and the broken lines. */
export function FileErrorAlert({ text, errors = [] }: { text: string; errors?: readonly LineError[] | undefined }) {
  const { t } = useTranslation('ui')
  const more = errors.length - SHOWN_MAX
  return (
    <Alert severity="error" role="alert" sx={{ marginBlock: 1.5 }}>
      {text}
      {errors.length > 0 && (
        <ul className="marked">
          {errors.slice(0, SHOWN_MAX).map(({ line, key }) => (
            <li key={`${line} ${key}`}>{t('csv-line', { line, error: t(`csv-${key}`) })}</li>
          ))}
          {more > 0 && <li>{t('csv-more', { count: more })}</li>}
        </ul>
      )}
    </Alert>
  )
}

type FileTaker = { onFile: (file: File) => void }

/** A button that opens the browser's choice of a file. */
export function FileButton({ label, onFile, ...button }: FileTaker & { label: string } & ButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,text/csv"
        hidden
        aria-label={label}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onFile(file)
          // The same file, corrected, must be read again.
          target.value = ''
        }}
      />
    </>
  )
}

type DropProps = FileTaker & {
  title: string
  choose: string
  help: string
  /** Between the title and the button. */
  children?: ReactNode
} & Pick<ButtonProps, 'variant' | 'color'>

/** A place where a file is dropped, with a button to choose one. */
export function FileDrop({ title, choose, help, children, onFile, ...button }: DropProps) {
  const [isOver, setOver] = useState(false)
  return (
    <section
      aria-label={title}
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
        const [file] = event.dataTransfer.files
        if (file) onFile(file)
      }}
    >
      <FileUp size={32} aria-hidden />
      <strong>{title}</strong>
      {children}
      <FileButton label={choose} onFile={onFile} {...button}>
        {choose}
      </FileButton>
      <p>{help}</p>
    </section>
  )
}
