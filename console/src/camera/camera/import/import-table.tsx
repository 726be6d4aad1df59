/** The rows of the file, each error in words at its cell, and every cell to be fixed in place. CAM-07. */
import { Button, FormControlLabel, Switch } from '@mui/material'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#ui/layout/card.tsx'
import { CSV_FIELDS, type CsvField } from '../list/camera-csv.ts'
import css from './camera-import.module.css'
import { ImportCell } from './import-cell.tsx'
import type { CameraImport, ImportRow } from './use-camera-import.ts'

/** More at once would make typing in a cell slow. */
const ROWS_SHOWN = 50
const REQUIRED: readonly CsvField[] = [
  'name',
  'description',
  'type',
  'brand',
  'model',
  'streamUrl',
  'streamingId',
  'location',
]

export function ImportTable({ state }: { state: CameraImport }) {
  const { t } = useTranslation('cameraImport')
  const [isOnlyBad, setOnlyBad] = useState(false)
  const [page, setPage] = useState(0)
  const wanted = isOnlyBad ? state.rows.filter(({ isBad }) => isBad) : state.rows
  const from = Math.min(page * ROWS_SHOWN, Math.max(0, wanted.length - 1))
  const shown = wanted.slice(from, from + ROWS_SHOWN)
  const count = state.badCount
  return (
    <Card
      title={t('preview')}
      help={count > 0 ? t('bad-rows', { count }) : t('all-good', { count: state.rows.length })}
      action={
        (count > 0 || isOnlyBad) && (
          <FormControlLabel
            label={t('only-bad')}
            control={<Switch checked={isOnlyBad} onChange={(_, on) => setOnlyBad(on)} />}
          />
        )
      }
      flush
    >
      <Rows rows={shown} state={state} />
      {wanted.length > ROWS_SHOWN && (
        <div className={css.pager}>
          <Button variant="text" disabled={from === 0} onClick={() => setPage(page - 1)}>
            {t('earlier')}
          </Button>
          {t('shown', { from: from + 1, to: from + shown.length, total: wanted.length })}
          <Button variant="text" disabled={from + ROWS_SHOWN >= wanted.length} onClick={() => setPage(page + 1)}>
            {t('later')}
          </Button>
        </div>
      )}
    </Card>
  )
}

function Rows({ rows, state }: { rows: readonly ImportRow[]; state: CameraImport }) {
  const { t } = useTranslation('cameraImport')
  const { t: name } = useTranslation('cameraField')
  const fields = useFields(state)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach what scrolls
    <section className={css.frame} aria-label={t('preview')} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('row')}</th>
            {fields.map((field) => (
              <th key={field} scope="col">
                {name(field)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.number} data-bad={row.isBad || undefined}>
              <th scope="row">
                {row.number}
                {row.isBad && !fields.some((field) => row.errors[field]) && (
                  <span className={css.error}>{t('row-error')}</span>
                )}
              </th>
              {fields.map((field) => (
                <ImportCell
                  key={field}
                  field={field}
                  rowNumber={row.number}
                  text={row.cells[field] ?? ''}
                  error={row.errors[field]}
                  onChange={(text) => state.change(row.number, field, text)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Columns of the file, what every camera needs, and whatever has an error. */
function useFields({ mapping, rows }: CameraImport): CsvField[] {
  return useMemo(() => {
    const wrong = rows.flatMap(({ errors }) => Object.keys(errors))
    return CSV_FIELDS.filter((field) => mapping.includes(field) || REQUIRED.includes(field) || wrong.includes(field))
  }, [mapping, rows])
}
