/** How long a push message may lack a browser's receipt before its alert goes out on the other channel. NAV-10. */

import type { NotificationCause } from '@mimamori/contract/alerting/notification.ts'
import type { AlertSeverity } from '@mimamori/contract/camera/apps.ts'
import type { Bus } from '#platform/messaging/bus.ts'
import type { Database } from '#platform/postgres/database.ts'
import { findUnconfirmed, giveUpReceipts } from './notification.queries.ts'

/** A push service hands on within seconds what a browser that is there can take. */
const URGENT_MS = 60_000
const OTHER_MS = 5 * 60_000

type SentMessage = { cause: NotificationCause; severity: AlertSeverity | null }

/**
 * Milliseconds from handing over until the other channel is used: one minute for what is critical or high, and for
 * what nobody answered or a person sends again, else five. For a message about several alerts the most urgent counts.
 * Null: only samples, which the person watches arrive.
 */
export function receiptWaitMs(messages: readonly SentMessage[]): number | null {
  const waits = messages.filter(({ cause }) => cause !== 'sample').map((one) => (isUrgent(one) ? URGENT_MS : OTHER_MS))
  return waits.length > 0 ? Math.min(...waits) : null
}

function isUrgent({ cause, severity }: SentMessage): boolean {
  return cause !== 'raised' || severity === 'critical' || severity === 'high'
}

/** In one transaction, which also holds their alerts. */
export const RECEIPTS_AT_ONCE = 200

/** Sends on the other channel what no browser has confirmed by now; answers how many messages there were. */
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
