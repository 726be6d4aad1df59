/** Removes system notifications of answered alarms while a page is open. ALARM-04. */
import { useEffect } from 'react'
import type { OpenAlarms } from '#shared/open-alarms.ts'

/** Causes whose notification asks the user to go; the alert's id follows. */
const ASKS = /^(?:raised|escalated|resent|reopened):([\w-]+)$/

export function useWithdrawal(alarms: OpenAlarms | undefined): void {
  useEffect(() => {
    if (alarms) void withdraw(alarms)
  }, [alarms])
}

/** Fields of the Notifications API that TypeScript's types lack. */
type Standing = Pick<Notification, 'tag'> & { actions?: readonly { action: string }[]; timestamp?: number }
/** A younger alarm may be missing in a response that was already in transit. */
const YOUNG_MS = 10_000

async function withdraw({ records, totalCount, clockAheadMs }: OpenAlarms): Promise<void> {
  // The state of alarms beyond the list is unknown.
  if (records.length < totalCount) return
  const registration = await navigator.serviceWorker?.getRegistration()
  const nowMs = Date.now() + clockAheadMs
  for (const notification of (await registration?.getNotifications()) ?? []) {
    if (isAnswered(notification, records, nowMs)) notification.close()
  }
}

/** Whether its request is answered. Notifications of activity request nothing, and stay. */
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
