/** The four states of every list: loading, failed, empty (nothing yet, or nothing matches), filled (GEN-09, GEN-10). */

import type { Page } from '@mimamori/contract/shared/page.ts'
import { Button } from '@mui/material'
import { RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/service/api.ts'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { EmptyState } from '../feedback/empty-state.tsx'
import { Broken, NothingMatches, NothingYet } from '../feedback/illustrations.tsx'
import { Late } from '../feedback/late.tsx'
import { Notice } from '../feedback/notice.tsx'

/** The part of a TanStack query that a list needs; the query itself fits. */
export type ListQuery<T> = {
  data: Page<T> | undefined
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

/** Nothing was ever there: what to say, and the action that makes the first one. */
export type ListNone = { title: string; help?: string; action?: ReactNode }

type Props<T> = {
  query: ListQuery<T>
  /** In the final shape, shown after 200 ms. */
  skeleton: ReactNode
  none: ListNone
  /** Given while filters are on: an empty answer then means "nothing matches". */
  onClearFilters?: () => void
  children: (records: T[]) => ReactNode
  /** The pager, drawn when there are records on any page. */
  footer?: (totalCount: number) => ReactNode
}

/** Records of the page before stay while the next one loads (give the query `keepPreviousData`). */
export function RecordList<T>({ query, skeleton, none, onClearFilters, children, footer }: Props<T>) {
  const { t } = useTranslation('ui')
  const { data, error } = query
  if (!data) return error ? <LoadFailed error={error} onRetry={query.refetch} /> : <Late>{skeleton}</Late>
  const isNothing = data.totalCount === 0 && data.records.length === 0
  // The rows of the last page were archived or deleted meanwhile.
  const isBeyond = data.totalCount > 0 && data.records.length === 0
  return (
    <div aria-busy={query.isFetching}>
      {error !== null && error !== undefined && (
        <Notice action={{ label: t('retry'), onClick: query.refetch }}>{t('refresh-failed')}</Notice>
      )}
      {data.records.length > 0 && children(data.records)}
      {isBeyond && (
        <EmptyState role="status" image={<NothingYet />} title={t('page-empty')} help={t('page-empty-help')} />
      )}
      {data.totalCount > 0 && footer?.(data.totalCount)}
      {isNothing && onClearFilters && (
        <EmptyState
          role="status"
          image={<NothingMatches />}
          title={t('no-matches')}
          help={t('no-matches-help')}
          action={<Button onClick={onClearFilters}>{t('clear-filters')}</Button>}
        />
      )}
      {isNothing && !onClearFilters && <EmptyState role="status" image={<NothingYet />} {...none} />}
    </div>
  )
}

/** The same in one line, for a small part of a page that has other things to show. */
export function LoadFailedLine({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const { t } = useTranslation('ui')
  const errorText = useErrorText()
  return (
    <Notice action={{ label: t('retry'), onClick: onRetry }}>
      {t('load-failed')}: {errorText(error)}
    </Notice>
  )
}

/** Also for a detail page or a card whose one query failed. */
export function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const { t } = useTranslation('ui')
  const errorText = useErrorText()
  // Asking again brings back nothing that is not there.
  if (error instanceof ApiError && error.status === 404) {
    return <EmptyState role="alert" image={<NothingMatches />} title={errorText(error)} />
  }
  return (
    <EmptyState
      role="alert"
      image={<Broken />}
      title={t('load-failed')}
      help={errorText(error)}
      action={
        <Button startIcon={<RotateCw />} onClick={() => onRetry()}>
          {t('retry')}
        </Button>
      }
    />
  )
}
