/** Why a chosen CSV file cannot be taken: one sentence, and the lines that are broken. */
import { Alert } from '@mui/material'
import { useTranslation } from 'react-i18next'
import type { LineError } from '#lib/list/csv-file.ts'

const SHOWN_MAX = 10

/** `text` is the sentence about the whole file. */
export function FileErrorAlert({ text, errors = [] }: { text: string; errors?: readonly LineError[] | undefined }) {
  const { t } = useTranslation('ui')
  const more = errors.length - SHOWN_MAX
  return (
    <Alert severity="error" role="alert" sx={{ marginBlock: 1.5 }}>
      {text}
      {errors.length > 0 && (
        <ul>
          {errors.slice(0, SHOWN_MAX).map(({ line, key }) => (
            <li key={`${line} ${key}`}>{t('csv-line', { line, error: t(`csv-${key}`) })}</li>
          ))}
          {more > 0 && <li>{t('csv-more', { count: more })}</li>}
        </ul>
      )}
    </Alert>
  )
}
