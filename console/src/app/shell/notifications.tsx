/** The popup of the bell: the latest alerts, ten at a time, older ones on scroll, new ones as they come (NAV-05). */
import type { Alert } from '@mimamori/contract/alert.ts'
import { Popover } from '@mui/material'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/api.ts'
import { Late } from '#ui/late.tsx'
import { NewPill } from '#ui/new-pill.tsx'
import { Notice } from '#ui/notice.tsx'
import { LoadFailed } from '#ui/record-list.tsx'
import { useNewAlerts } from '../../features/alert/use-new-alerts.ts'
import { NotificationRow, NotificationSkeleton } from './notification-row.tsx'
import css from './notifications.module.css'

type Props = { anchor: HTMLElement | null; onClose: () => void }

const PAGE_SIZE = 10
/** So close to the end of the list, the next page is asked for. */
const NEAR_END_PX = 160
const KEY = ['alert', 'latest']

export default function Notifications({ anchor, onClose }: Props) {
  const { t } = useTranslation('app')
  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ paper: { className: css.paper, role: 'dialog', 'aria-label': t('notifications') } }}
    >
      <div className={css.head}>
        <h2 className={css.title}>{t('notifications')}</h2>
        <Link to="/app/alerts/list" onClick={onClose} className={css.all}>
          {t('all-alerts')}
        </Link>
      </div>
      <Latest onChoose={onClose} />
    </Popover>
  )
}

function Latest({ onChoose }: { onChoose: () => void }) {
  const { t } = useTranslation(['app', 'ui'])
  const { t: alert } = useTranslation('alert')
  const scroller = useRef<HTMLDivElement>(null)
  const cache = useQueryClient()
  const latest = useLatest()
  const fresh = useNewAlerts({
    list: scroller,
    belongs: useCallback(() => true, []),
    isOnTop: true,
    scrolledPx: useCallback(() => scroller.current?.scrollTop ?? 0, []),
    refresh: useCallback(() => cache.invalidateQueries({ queryKey: KEY }), [cache]),
  })
  const showNew = () => {
    scroller.current?.scrollTo({ top: 0 })
    fresh.show()
  }
  const loadNear = ({ scrollHeight, scrollTop, clientHeight }: HTMLElement) => {
    const isNear = scrollHeight - scrollTop - clientHeight < NEAR_END_PX
    if (isNear && latest.hasNextPage && !latest.isFetchingNextPage) void latest.fetchNextPage()
  }
  const isAll = latest.data && !latest.hasNextPage
  return (
    <div
      ref={scroller}
      className={css.scroller}
      onScroll={(event) => loadNear(event.currentTarget)}
      aria-busy={latest.isFetching}
    >
      {fresh.count > 0 && (
        <NewPill
          label={fresh.count === 1 ? alert('new-one') : alert('new-many', { count: fresh.count })}
          onClick={showNew}
        />
      )}
      {latest.isPending && (
        <Late>
          <NotificationSkeleton rows={6} />
        </Late>
      )}
      {latest.error && !latest.data && <LoadFailed error={latest.error} onRetry={latest.refetch} />}
      <ul className={css.list}>
        {withoutRepeats(latest.data?.pages.flatMap((page) => page.records) ?? []).map((alert) => (
          <NotificationRow key={alert.id} alert={alert} onChoose={onChoose} />
        ))}
      </ul>
      {latest.isFetchingNextPage && <NotificationSkeleton rows={2} />}
      {latest.error && latest.data && (
        <Notice action={{ label: t('ui.retry'), onClick: latest.refetch }}>{t('ui.refresh-failed')}</Notice>
      )}
      {isAll && <p className={css.end}>{t('no-older-notification')}</p>}
    </div>
  )
}

/** Forgotten on closing: each opening begins with the newest ten. */
function useLatest() {
  return useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ signal, pageParam }) =>
      call('alert.search', { query: { pageNumber: pageParam, pageSize: PAGE_SIZE }, body: {} }, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (pages.length * PAGE_SIZE < last.totalCount ? pages.length : undefined),
    gcTime: 0,
  })
}

/** An alert that came between two pages moves the last one of the first page onto the second. */
function withoutRepeats(alerts: Alert[]): Alert[] {
  return [...new Map(alerts.map((alert) => [alert.id, alert])).values()]
}
