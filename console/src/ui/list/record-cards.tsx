/** Rows of a list on a phone: each a card with the same columns under each other, so that nothing scrolls sideways. */

import type { ListColumn } from './list-column.ts'
import { rowClick } from './list-column.ts'
import css from './record-cards.module.css'
import type { RowChoice } from './table/data-table.tsx'
import { RowCheck } from './table/row-check.tsx'

type Props<T> = {
  label: string
  columns: readonly ListColumn<T>[]
  rows: T[]
  keyOf: (row: T) => string
  onOpen?: (row: T) => void
  choice?: RowChoice<T>
}

export function RecordCards<T>({ label, columns, rows, keyOf, onOpen, choice }: Props<T>) {
  const [name, ...facts] = columns
  return (
    <ul className={css.list} aria-label={label}>
      {rows.map((row) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the link inside opens by keyboard, the rest of the card is for fingers
        <li
          key={keyOf(row)}
          className={css.card}
          data-chosen={choice?.isChosen(keyOf(row)) || undefined}
          onClick={rowClick(row, onOpen)}
        >
          <div className={css.head}>
            <div className={css.name}>{name?.cell(row)}</div>
            {choice && (
              <RowCheck
                label={choice.nameOf(row)}
                checked={choice.isChosen(keyOf(row))}
                onToggle={(reaches) => choice.onToggle(keyOf(row), reaches)}
              />
            )}
          </div>
          <dl>
            {facts.map((fact) => (
              <div key={fact.id} className={css.fact}>
                <dt>{fact.header}</dt>
                <dd>{fact.cell(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
