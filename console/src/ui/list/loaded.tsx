/** A detail or form page around its one record: a skeleton while it loads, the reason and a retry when it does not. */
import { Skeleton } from '@mui/material'
import type { ReactNode } from 'react'
import { Late } from '../feedback/late.tsx'
import { LoadFailed, LoadFailedLine } from './record-list.tsx'

type Props<T> = {
  query: { data: T | undefined; error: unknown; refetch: () => unknown }
  /** In the final shape; a form's sections if left out. */
  skeleton?: ReactNode
  /** The button that leads back to the list: above the reason, since without a record the page has no head. */
  back?: ReactNode
  /** A part among others: it fails in one line. */
  isPart?: boolean
  children: (record: T) => ReactNode
}

export function Loaded<T>({ query, skeleton, back, isPart, children }: Props<T>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error && isPart) return <LoadFailedLine error={query.error} onRetry={query.refetch} />
  if (query.error) {
    return (
      <>
        {back}
        <LoadFailed error={query.error} onRetry={query.refetch} />
      </>
    )
  }
  return <Late>{skeleton ?? <FormSkeleton />}</Late>
}

function FormSkeleton() {
  return (
    <div style={{ maxWidth: 720, marginInline: 'auto', display: 'grid', gap: 24 }}>
      <Skeleton variant="rounded" height={220} />
      <Skeleton variant="rounded" height={160} />
    </div>
  )
}
