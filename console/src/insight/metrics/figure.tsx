/** One figure of a report: its name, its number as a link to what it counts, and a quiet line that says more. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import css from './metrics.module.css'
import type { Search } from './number-table.tsx'

type Props = { name: string; value: ReactNode; note: ReactNode; isBad?: boolean; search?: Search | undefined }

export function Figure({ name, value, note, isBad, search }: Props) {
  return (
    <div className={css.figure}>
      <dt>{name}</dt>
      <dd className={css.value} data-bad={isBad || undefined}>
        {search ? (
          <Link to="/app/alerts/list" search={search} className={css.number}>
            {value}
          </Link>
        ) : (
          value
        )}
      </dd>
      <dd className={css.note}>{note}</dd>
    </div>
  )
}
