/** One column of a list, described once: its heading, its cell, its order, its place in the table and in the export. */

import type { MouseEvent, ReactNode } from 'react'
import type { CsvValue } from '#lib/list/csv.ts'

/** Keep the array of columns stable (`useMemo`). The first one names the record and holds the link that opens it. */
export type ListColumn<T> = {
  /** Also what the service sorts by, where it does. */
  id: string
  header: string
  cell: (row: T) => ReactNode
  /** The service can sort by it. */
  isSortable?: boolean
  /** Hidden until somebody chooses it. */
  isOptional?: boolean
  /** Figures stand under each other at the end. */
  align?: 'end'
  /** Left out: the column is not exported. */
  csv?: (row: T) => CsvValue
}

/** A click on a row opens it, unless it was meant for something inside of the row. */
const CONTROL = 'a, button, input, label, select'

/** The row's `onClick`; undefined when rows of this list do not open. */
export function rowClick<T>(row: T, onOpen: ((row: T) => void) | undefined) {
  if (!onOpen) return undefined
  return ({ target }: MouseEvent) => {
    if (target instanceof Element && !target.closest(CONTROL)) onOpen(row)
  }
}
