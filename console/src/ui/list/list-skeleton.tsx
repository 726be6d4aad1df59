/** A list before its first answer: rows in their final height. */
import { Skeleton } from '@mui/material'
import css from './list-skeleton.module.css'

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

export function ListSkeleton() {
  return (
    <div className={css.frame}>
      {ROWS.map((row) => (
        <div key={row} className={css.row}>
          <Skeleton variant="rounded" width="24%" height={14} />
          <Skeleton variant="rounded" width="16%" height={14} />
          <Skeleton variant="rounded" width="20%" height={14} />
        </div>
      ))}
    </div>
  )
}
