/** A dashboard card around one question: its own loading, its own error, and the link to the list behind it. */
import { Skeleton } from '@mui/material'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { TimeRange } from '#lib/list/time-range.ts'
import { Late } from '#ui/feedback/late.tsx'
import { Card } from '#ui/layout/card.tsx'
import { LoadFailed } from '#ui/list/record-list.tsx'
import css from './board.module.css'

type Props<T> = {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown }
  title: (data: T) => string
  /** Shown as title until the answer is there. */
  waitingTitle: string
  help?: (data: T) => ReactNode
  /** The list behind the card. */
  to: '/app/alerts/list' | '/app/cameras/list'
  search?: TimeRange & { archived?: 'any' }
  flush?: boolean
  children: (data: T) => ReactNode
}

export function Board<T>({ query, title, waitingTitle, help, to, search, flush, children }: Props<T>) {
  const { t } = useTranslation('dashboard')
  const { data, error, refetch } = query
  return (
    <Card
      title={data === undefined ? waitingTitle : title(data)}
      help={data !== undefined && help?.(data)}
      flush={flush}
      action={
        <Link to={to} search={search} className={css.all}>
          {t('see-all')}
          <ChevronRight size={16} aria-hidden />
        </Link>
      }
    >
      {data === undefined && error && <LoadFailed error={error} onRetry={refetch} />}
      {data === undefined && !error && (
        <Late>
          <Skeleton variant="rounded" height={180} sx={{ m: flush ? 2 : 0 }} />
        </Late>
      )}
      {data !== undefined && children(data)}
    </Card>
  )
}
