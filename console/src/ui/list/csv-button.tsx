/** Hands out everything that a list's filters find, all pages of it, as one CSV file. */

import type { Page } from '@mimamori/contract/shared/page.ts'
import { IconButton } from '@mui/material'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Asked, CsvColumn } from '#lib/list/csv.ts'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { serviceNow } from '#lib/time/service-clock.ts'
import { dayKey } from '#lib/time/time.ts'
import { useTime } from '#lib/time/use-time.ts'
import { notifyError, notifySuccess } from '../feedback/toast.ts'
import type { ListColumn } from './list-column.ts'

/** One page of what the list shows, with its filters and its order. */
export type AskPage<T> = (page: Asked) => Promise<Page<T>>

type Props<T> = {
  /** First part of the file's name; the day follows. */
  name: string
  columns: readonly ListColumn<T>[]
  keyOf: (row: T) => string
  ask: AskPage<T>
}

export function CsvButton<T>({ name, columns, keyOf, ask }: Props<T>) {
  const { t } = useTranslation('ui')
  const { style } = useTime()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const { download, readAll, toCsv } = await import('#lib/list/csv.ts')
      const rows = await readAll(ask, keyOf)
      const exported = columns.filter((column): column is ListColumn<T> & CsvColumn<T> => column.csv !== undefined)
      download(`${name}-${dayKey(serviceNow(), style.timeZone)}.csv`, toCsv(exported, rows))
      notifySuccess(t('exported', { count: rows.length }))
    } catch (error) {
      notifyError(errorTextNow(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <IconButton aria-label={t('export')} data-tip={t('export')} loading={isBusy} onClick={save}>
      <Download size={20} />
    </IconButton>
  )
}
