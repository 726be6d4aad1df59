/** The order of a list without visible headings: cards, and rows on a phone. */
import { IconButton } from '@mui/material'
import { ArrowDownNarrowWide, ArrowDownWideNarrow } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ListOrder } from '#lib/list/list-search.ts'
import { PlainSelect } from './plain-select.tsx'

type Column = { id: string; header: string; isSortable?: boolean }
type Props = { columns: readonly Column[]; order: ListOrder; onSort: (column: string) => void }

export function OrderSelect({ columns, order, onSort }: Props) {
  const { t } = useTranslation('ui')
  const sortable = columns.filter(({ isSortable }) => isSortable)
  if (sortable.length === 0) return null
  const Arrow = order.ascending ? ArrowDownNarrowWide : ArrowDownWideNarrow
  return (
    <>
      <PlainSelect
        label={t('order')}
        value={order.column}
        options={sortable.map(({ id, header }) => ({ value: id, label: header }))}
        onChange={onSort}
      />
      <IconButton
        aria-label={t(order.ascending ? 'turn-descending' : 'turn-ascending')}
        onClick={() => onSort(order.column)}
      >
        <Arrow size={20} />
      </IconButton>
    </>
  )
}
