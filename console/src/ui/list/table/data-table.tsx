/** A table of plain cells: no component library inside rows, so long tables scroll smoothly. */
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ListOrder } from '#lib/list/list-search.ts'
import type { Density } from '#lib/list/list-settings.ts'
import type { ListColumn } from '../list-column.ts'
import { rowClick } from '../list-column.ts'
import css from './data-table.module.css'
import { RowCheck } from './row-check.tsx'

export type RowChoice<T> = {
  isChosen: (key: string) => boolean
  onToggle: (key: string, reaches: boolean) => void
  onTogglePage: () => void
  /** Name of the row for assistive technology. */
  nameOf: (row: T) => string
}

type Props<T> = {
  /** Name of the table for assistive technology. */
  label: string
  /** The service does the sorting and paging. */
  columns: readonly ListColumn<T>[]
  rows: T[]
  keyOf: (row: T) => string
  /** A click on the row opens it; the first cell should have the real link for keyboard and middle click. */
  onOpen?: (row: T) => void
  order?: ListOrder
  onSort?: (column: string) => void
  choice?: RowChoice<T>
  density?: Density
}

export function DataTable<T>({ label, columns, rows, keyOf, onOpen, choice, ...rest }: Props<T>) {
  return (
    <div className={css.frame}>
      <table className={css.table} aria-label={label} data-density={rest.density}>
        <thead>
          <tr>
            {choice && <PageCheck rows={rows} keyOf={keyOf} choice={choice} />}
            {columns.map((column) => (
              <Heading key={column.id} column={column} order={rest.order} onSort={rest.onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const key = keyOf(row)
            return (
              <tr
                key={key}
                className={onOpen ? css.opens : undefined}
                data-chosen={choice?.isChosen(key) || undefined}
                onClick={rowClick(row, onOpen)}
              >
                {choice && (
                  <td className={css.check}>
                    <RowCheck
                      label={choice.nameOf(row)}
                      checked={choice.isChosen(key)}
                      onToggle={(reaches) => choice.onToggle(key, reaches)}
                    />
                  </td>
                )}
                {columns.map((column, at) => (
                  <td key={column.id} data-align={column.align} className={at === 0 ? css.name : undefined}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

type HeadingProps<T> = { column: ListColumn<T>; order?: ListOrder; onSort?: (column: string) => void }

function Heading<T>({ column, order, onSort }: HeadingProps<T>) {
  const isOn = order?.column === column.id
  if (!column.isSortable || !onSort) {
    return (
      <th scope="col" data-align={column.align}>
        {column.header}
      </th>
    )
  }
  const Arrow = isOn ? (order.ascending ? ArrowUp : ArrowDown) : ChevronsUpDown
  return (
    <th
      scope="col"
      data-align={column.align}
      aria-sort={isOn ? (order.ascending ? 'ascending' : 'descending') : 'none'}
    >
      <button type="button" className={css.sort} data-on={isOn || undefined} onClick={() => onSort(column.id)}>
        {column.header}
        <Arrow size={14} aria-hidden />
      </button>
    </th>
  )
}

type PageCheckProps<T> = { rows: T[]; keyOf: (row: T) => string; choice: RowChoice<T> }

function PageCheck<T>({ rows, keyOf, choice }: PageCheckProps<T>) {
  const { t } = useTranslation('ui')
  const count = rows.filter((row) => choice.isChosen(keyOf(row))).length
  return (
    <th scope="col" className={css.check}>
      <RowCheck
        label={t('select-page')}
        checked={count > 0 && count === rows.length}
        isPartly={count > 0 && count < rows.length}
        onToggle={choice.onTogglePage}
      />
    </th>
  )
}
