/** Takes the system's notifications away whose alarm somebody answered, while a page is open here. ALARM-04. */
import { useEffect } from 'react'
import type { OpenAlarms } from '#shared/open-alarms.ts'

/** Causes whose notification asks somebody to go; the alert's id follows. */
const ASKS = /^(?:raised|escalated|resent|reopened):([\w-]+)$/

export function useWithdrawal(alarms: OpenAlarms | undefined): void {
  useEffect(() => {
    if (alarms) void withdraw(alarms)
  }, [alarms])
}

/** Of the Notifications API, more than TypeScript knows of it. */
type Standing = Pick<Notification, 'tag'> & { actions?: readonly { action: string }[]; timestamp?: number }
/** So young an alarm may be missing in an answer that was on its way already. */
const YOUNG_MS = 10_000

async function withdraw({ records, totalCount, clockAheadMs }: OpenAlarms): Promise<void> {
  // Of an alarm beyond the list nothing is known.
  if (records.length < totalCount) return
  const registration = await navigator.serviceWorker?.getRegistration()
  const nowMs = Date.now() + clockAheadMs
  for (const notification of (await registration?.getNotifications()) ?? []) {
    if (isAnswered(notification, records, nowMs)) notification.close()
  }
}

/** Whether it asks for what somebody does already, or has done. Activity asks nobody and stays. */
export function isAnswered(
  { tag, actions = [], timestamp = 0 }: Standing,
  open: OpenAlarms['records'],
  nowMs: number,
): boolean {
  const alertId = ASKS.exec(tag)?.[1]
  const isAlarm = actions.some(({ action }) => action === 'claim')
  if (!alertId || !isAlarm) return false
  const found = open.find((one) => one.alertId === alertId)
  return found ? found.alarm.state !== 'open' : nowMs - timestamp > YOUNG_MS
}
