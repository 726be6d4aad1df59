/** A table of numbers, each a link to the alerts that it counts; zeros have no link. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { TableHead } from '#ui/list/table/table-head.tsx'
import type { behind } from './behind.ts'
import css from './metrics.module.css'
import { useTranslator } from './use-translator.ts'

export type Search = ReturnType<typeof behind>
type Cell = { text?: ReactNode; count?: number; search?: Search; isBad?: boolean }
type Row = { key: string; name: ReactNode; cells: readonly Cell[] }

/** Stands for a missing number. */
export const NONE = '–'

type Props = { name: string; columns: readonly string[]; rows: readonly Row[] }

export function NumberTable({ name, columns, rows }: Props) {
  return (
    <table className={css.numbers}>
      <TableHead columns={[name, ...columns]} />
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{row.name}</th>
            {row.cells.map((cell, at) => (
              <td
                key={columns[at]}
                data-bad={(cell.isBad && (cell.count ?? 0) > 0) || undefined}
                data-none={cell.count === 0 || cell.text === NONE || undefined}
              >
                <Content cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Content({ cell: { text, count, search } }: { cell: Cell }) {
  const { number } = useTranslator()
  const shown = text ?? number(count!)
  if (!search || count === 0) return shown
  return (
    <Link to="/app/alerts/list" search={search} className={css.number}>
      {shown}
    </Link>
  )
}
