/** A click on a row opens it, unless it was meant for something inside of the row. */
import type { MouseEvent } from 'react'

const CONTROL = 'a, button, input, label, select'

/** The row's `onClick`; undefined when rows of this list do not open. */
export function rowClick<T>(row: T, onOpen: ((row: T) => void) | undefined) {
  if (!onOpen) return undefined
  return ({ target }: MouseEvent) => {
    if (target instanceof Element && !target.closest(CONTROL)) onOpen(row)
  }
}
