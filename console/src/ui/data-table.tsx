/** A table of plain cells on TanStack Table: no component library inside rows, so long tables scroll smoothly. */
import type { ColumnDef, RowData } from '@tanstack/react-table'
import { tableFeatures, useTable } from '@tanstack/react-table'
import css from './data-table.module.css'

const features = tableFeatures({})
const NO_ROWS: never[] = []

/** Sorting and paging are the service's work, so a column is a heading and a cell. Keep the array stable. */
export type Column<T extends RowData> = ColumnDef<typeof features, T>

type Props<T extends RowData> = {
  /** What the table holds, for assistive technology. */
  label: string
  columns: Column<T>[]
  rows: T[] | undefined
  keyOf: (row: T) => string
  /** The whole row opens; the first cell should hold the real link for keyboard and middle click. */
  onOpen?: (row: T) => void
}

export function DataTable<T extends RowData>({ label, columns, rows, keyOf, onOpen }: Props<T>) {
  const table = useTable({ features, columns, data: rows ?? (NO_ROWS as T[]), getRowId: keyOf })
  return (
    <div className={css.frame}>
      <table className={css.table} aria-label={label}>
        <thead>
          {table.getHeaderGroups().map((group) => (
            <tr key={group.id}>
              {group.headers.map((header) => (
                <th key={header.id} scope="col">
                  {header.isPlaceholder ? null : <table.FlexRender header={header} />}
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr
              key={row.id}
              className={onOpen ? css.opens : undefined}
              onClick={onOpen && ((event) => !isControl(event.target) && onOpen(row.original))}
            >
              {row.getAllCells().map((cell) => (
                <td key={cell.id}>
                  <table.FlexRender cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A click on a button or link inside of the row is meant for that. */
function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('a, button, input, label, select') !== null
}
