/** Counts for bell, menu and title: alarms that nobody has claimed, and unread alerts (NAV-08, ALARM-03). */
import { useEffect } from 'react'
import { entitleWindow } from '#lib/browser/page-life.ts'
import { useCall } from '#lib/service/use-call.ts'
import { useIsOutside, useUser } from '#lib/session/session.ts'
import { mayAnswer, useOpenAlarms } from '#shared/open-alarms.ts'

const EVERY_MS = 300_000

/** `alarms`: rooms that nobody goes to; null for users who do not answer alarms. `unread`: everything that this user has not read. */
export type Waiting = { alarms: number | null; unread: number }

/** A SUPER_ADMIN outside a site has no alerts, so nothing is unread. */
export function useWaiting(): Waiting {
  const isOutside = useIsOutside()
  const isAnswerer = mayAnswer(useUser())
  const alarms = useOpenAlarms().data?.unclaimedCount ?? 0
  const { data } = useCall(
    ['alert', 'unread'],
    'alert.search',
    { query: { pageSize: 0 }, body: { hasRead: false } },
    { refetchInterval: EVERY_MS, enabled: !isOutside },
  )
  return { alarms: isAnswerer ? alarms : null, unread: isOutside ? 0 : (data?.totalCount ?? 0) }
}

/** The displayed number: alarms, or unread alerts for users who do not answer alarms. */
export function countOf({ alarms, unread }: Waiting): number {
  return alarms ?? unread
}

/** `3`, and `+99` above 99 (NAV-01). */
export function badgeText(count: number): string {
  return count > 99 ? '+99' : String(count)
}

/** `(3) Users · Mimamori`, and the number on the icon of the installed app. */
export function useWaitingTitle(waiting: Waiting): void {
  const count = countOf(waiting)
  useEffect(() => {
    entitleWindow({ waiting: count > 0 ? badgeText(count) : '' })
    // Ignore systems without badges.
    void navigator.setAppBadge?.(count).catch(() => undefined)
    return () => {
      entitleWindow({ waiting: '' })
      void navigator.clearAppBadge?.().catch(() => undefined)
    }
  }, [count])
}
