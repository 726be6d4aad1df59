/** The popup of the bell: notifications, ten at a time, older ones on scroll, new ones as they come (NAV-05). */
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { IconButton, Popover } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Settings } from 'lucide-react'
import { useCallback, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMoreOnScroll } from '#lib/list/use-more-on-scroll.ts'
import { useNews } from '#lib/service/use-news.ts'
import { useUser } from '#lib/session/session.ts'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NothingYet } from '#ui/feedback/illustrations.tsx'
import { Late } from '#ui/feedback/late.tsx'
import { Notice } from '#ui/feedback/notice.tsx'
import { NewPill } from '#ui/list/new-pill.tsx'
import { LoadFailed } from '#ui/list/record-list.tsx'
import css from './notification-popup.module.css'
import { LATEST_KEY, useLatestNotifications } from './notification-queries.ts'
import { NotificationRow, NotificationSkeleton } from './notification-row.tsx'

type Props = { anchor: HTMLElement | null; onClose: () => void }

/** So close to the end of the list, the next page is asked for. */
const NEAR_END_PX = 160

export default function NotificationPopup({ anchor, onClose }: Props) {
  const { t } = useTranslation(['app', 'notification'])
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
        <IconButton
          component={Link}
          to="/app/profile"
          hash="notifications"
          aria-label={t('notification.choose')}
          data-tip={t('notification.choose')}
          onClick={onClose}
        >
          <Settings size={20} />
        </IconButton>
        <Link to="/app/alerts/list" onClick={onClose} className={css.all}>
          {t('notification.all-alerts')}
        </Link>
      </div>
      <Latest onChoose={onClose} />
    </Popover>
  )
}

function Latest({ onChoose }: { onChoose: () => void }) {
  const { t } = useTranslation(['app', 'ui', 'notification'])
  const scroller = useRef<HTMLDivElement>(null)
  const latest = useLatestNotifications()
  const loadOlder = useMoreOnScroll(scroller, latest, NEAR_END_PX)
  const fresh = useFresh(scroller)
  const showNew = () => {
    scroller.current?.scrollTo({ top: 0 })
    fresh.show()
  }
  const records = latest.data?.pages.flatMap((page) => page.records)
  return (
    <div ref={scroller} className={css.scroller} onScroll={loadOlder} aria-busy={latest.isFetching}>
      {fresh.count > 0 && <NewPill label={t('notification.new', { count: fresh.count })} onClick={showNew} />}
      {latest.isPending && (
        <Late>
          <NotificationSkeleton rows={6} />
        </Late>
      )}
      {latest.error && !records && <LoadFailed error={latest.error} onRetry={latest.refetch} />}
      {records?.length === 0 && (
        <EmptyState
          role="status"
          image={<NothingYet />}
          title={t('notification.no-older-notification')}
          help={t('notification.none-help')}
        />
      )}
      <ul className={css.list}>
        {records?.map((one) => (
          <NotificationRow key={one.id} notification={one} onChoose={onChoose} />
        ))}
      </ul>
      {latest.isFetchingNextPage && <NotificationSkeleton rows={2} />}
      {latest.error && records && (
        <Notice action={{ label: t('ui.retry'), onClick: latest.refetch }}>{t('ui.refresh-failed')}</Notice>
      )}
      {!!records?.length && !latest.hasNextPage && <p className={css.end}>{t('notification.no-older-notification')}</p>}
    </div>
  )
}

/** Alerts of one's scope, and one's own notifications. */
function useFresh(list: React.RefObject<HTMLDivElement | null>) {
  const { id } = useUser()
  const cache = useQueryClient()
  return useNews({
    list,
    isNews: useCallback(
      (event: LiveEvent) => event.type === 'alert-raised' || (event.type === 'notified' && event.forUserId === id),
      [id],
    ),
    isOnTop: true,
    scrolledPx: () => list.current?.scrollTop ?? 0,
    isShown: () => false,
    refresh: () => cache.invalidateQueries({ queryKey: LATEST_KEY }, { throwOnError: true }),
  })
}
