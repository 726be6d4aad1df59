/** A small table in a board: times and what belongs to them, nothing sorted and nothing chosen. */
import type { ReactNode } from 'react'
import css from './plain-table.module.css'
import { TableHead } from './table-head.tsx'

type Props = {
  columns: readonly string[]
  /** All but the first column are numbers, and stand at the end of their cells. */
  isOfNumbers?: boolean
  /** Beyond it the table scrolls by itself. */
  height?: 'chart' | 'list'
  /** For a table without links that may be wider than a phone: it is then scrolled from the keyboard under this name. */
  label?: string
  /** Its rows, each with a heading of its own. */
  children: ReactNode
}

/** The page says what the table is of, in a heading above it. */
export function PlainTable({ columns, isOfNumbers, height, label, children }: Props) {
  return (
    <div
      className={css.scroll}
      data-height={height}
      {...(label && { role: 'group', 'aria-label': label, tabIndex: 0 })}
    >
      <table className={css.table} data-numbers={isOfNumbers || undefined}>
        <TableHead columns={columns} />
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
