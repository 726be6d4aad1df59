/** The unread count for bell, menu and title (NAV-08): at sign-in, every 5 minutes, and with every live event. */
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { entitleWindow } from '#lib/browser/window-title.ts'
import { call } from '#lib/service/api.ts'
import { useIsOutside } from '#lib/session/session.ts'

const EVERY_MS = 300_000

/** 0 for a SUPER_ADMIN outside of a site, who has no alerts of their own. */
export function useUnreadCount(): number {
  const isOutside = useIsOutside()
  const { data } = useQuery({
    queryKey: ['alert', 'unread'],
    queryFn: ({ signal }) => call('alert.search', { query: { pageSize: 0 }, body: { hasRead: false } }, signal),
    refetchInterval: EVERY_MS,
    enabled: !isOutside,
  })
  return isOutside ? 0 : (data?.totalCount ?? 0)
}

/** `3`, and `+99` above 99 (NAV-01). */
export function badgeText(count: number): string {
  return count > 99 ? '+99' : String(count)
}

/** `(3) Users · Mimamori`, and the number on the icon of the installed app. */
export function useUnreadTitle(count: number): void {
  useEffect(() => {
    entitleWindow({ unread: count > 0 ? badgeText(count) : '' })
    // Nobody is told when the system shows no numbers.
    void navigator.setAppBadge?.(count).catch(() => undefined)
    return () => {
      entitleWindow({ unread: '' })
      void navigator.clearAppBadge?.().catch(() => undefined)
    }
  }, [count])
}
