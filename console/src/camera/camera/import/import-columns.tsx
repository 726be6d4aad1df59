/** What each column of the file holds: recognised by its heading, to be changed where that went wrong. CAM-07. */
import { useTranslation } from 'react-i18next'
import { Card } from '#ui/layout/card.tsx'
import { PlainSelect } from '#ui/list/filter/plain-select.tsx'
import { CSV_FIELDS, type CsvField } from '../list/camera-csv.ts'
import css from './camera-import.module.css'
import type { CameraImport } from './use-camera-import.ts'

type Choice = CsvField | 'none'

export function ImportColumns({ state }: { state: CameraImport }) {
  const { t } = useTranslation('cameraImport')
  const { t: field } = useTranslation('cameraField')
  const headings = state.file?.headings ?? []
  const known = state.mapping.filter((held) => held !== null).length
  const unknown = headings.length - known
  const options: { value: Choice; label: string }[] = [
    { value: 'none', label: t('column-none') },
    ...CSV_FIELDS.map((value) => ({ value, label: field(value) })),
  ]
  return (
    <Card title={t('columns')}>
      <p>
        {t('columns-known', { count: known })} {unknown > 0 && t('columns-unknown', { count: unknown })}
      </p>
      <details className={css.columns} open={known === 0 || undefined}>
        <summary>{t('columns-change')}</summary>
        <ul>
          {headings.map((heading, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one heading, and none ever moves
            <li key={at}>
              <PlainSelect<Choice>
                label={t('column-of', { heading: heading || String(at + 1) })}
                value={state.mapping[at] ?? 'none'}
                options={options}
                onChange={(next) => state.map(at, next === 'none' ? null : next)}
              />
            </li>
          ))}
        </ul>
      </details>
    </Card>
  )
}
