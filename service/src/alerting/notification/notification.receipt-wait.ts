/** How long a push message may lack a receipt before its alert is sent on the other channel. NAV-10. */

import type { NotificationCause } from '@mimamori/contract/alerting/notification.ts'
import type { AlertSeverity } from '@mimamori/contract/shared/apps.ts'
import type { Bus } from '#platform/messaging/bus.ts'
import type { Database } from '#platform/postgres/database.ts'
import { findUnconfirmed, giveUpReceipts } from './notification.queries.ts'

/** A push service delivers to a connected browser within seconds. */
const URGENT_MS = 60_000
const OTHER_MS = 5 * 60_000

type SentMessage = { cause: NotificationCause; severity: AlertSeverity | null }

/**
 * Milliseconds from handing over until the other channel is used: one minute for critical, high, escalated and resent
 * messages, otherwise five. The most urgent alert of a message counts. Null if it contains only samples, which their
 * requester watches arrive.
 */
export function receiptWaitMs(messages: readonly SentMessage[]): number | null {
  const waits = messages.filter(({ cause }) => cause !== 'sample').map((one) => (isUrgent(one) ? URGENT_MS : OTHER_MS))
  return waits.length > 0 ? Math.min(...waits) : null
}

function isUrgent({ cause, severity }: SentMessage): boolean {
  return cause !== 'raised' || severity === 'critical' || severity === 'high'
}

/** Per transaction, which also locks their alerts. */
export const RECEIPTS_AT_ONCE = 200

/** Sends unconfirmed messages on the other channel; returns how many. */
export async function tellOtherwise(database: Database, bus: Pick<Bus, 'publish'>, now: Date): Promise<number> {
  const { due, unreached } = await database.asPlatform('give up missing receipts', async (db) => {
    const due = await findUnconfirmed(db, now, RECEIPTS_AT_ONCE)
    return { due, unreached: due.length > 0 ? await giveUpReceipts(db, due, now) : [] }
  })
  for (const [tenantId, own] of Map.groupBy(unreached, (each) => each.tenantId)) {
    for (const [unitId, ofUnit] of Map.groupBy(own, (each) => each.unitId)) {
      const alertIds = [...new Set(ofUnit.flatMap(({ alertId }) => alertId ?? []))]
      if (alertIds.length > 0) bus.publish(tenantId, { type: 'alert-changed', alertIds, unitId })
    }
  }
  return due.length
}
