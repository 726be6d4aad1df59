/** Gathers bursts: the first message is sent at once, the following ones together. Rules without a database. */
import { LATE_AFTER_MS } from '@mimamori/contract/alerting/alert-lists.ts'
import { SEVERITIES } from '@mimamori/contract/shared/app-catalogue.ts'
import type { AlertSeverity } from '@mimamori/contract/shared/apps.ts'

/** Alerts that follow within this time are sent in one message at its end. */
export const BURST_MS = 60_000

/** An alarm delayed longer than this opens no burst in which a current alarm would wait. */
export const HELD_AFTER_MS = 2 * 60_000

type Gathered = { tenantId: string; sourceId: string | null; activity: string | null; heldMs: number }

/**
 * The key of a burst: one source and activity, delayed alarms separate from current ones. Late alarms are gathered for
 * the whole site instead of by source.
 */
export function gatheredBy({ tenantId, sourceId, activity, heldMs }: Gathered): {
  sourceId: string | null
  key: string
} {
  if (heldMs >= LATE_AFTER_MS) return { sourceId: tenantId, key: `${tenantId} late held` }
  return { sourceId, key: `${sourceId} ${activity}${heldMs >= HELD_AFTER_MS ? ' held' : ''}` }
}

/** Messages of one recipient and channel about one source and activity, from the first one on. */
export type Burst = { id: string; endsAt: Date; severity: AlertSeverity }
export type Timing = { burstId: string; burstEndsAt: Date; isGathered: boolean; nextAt: Date }

/**
 * When a message is sent, given the running burst (undefined: none). A message more urgent than all earlier ones is
 * sent at once. `id` identifies the message. Updates `bursts` for the next message with the same `key`.
 */
export function timeMessage(
  bursts: Map<string, Burst>,
  { key, id, severity }: { key: string; id: string; severity: AlertSeverity },
  now: Date,
): Timing {
  const running = bursts.get(key)
  if (!running || running.endsAt <= now) {
    const endsAt = new Date(now.getTime() + BURST_MS)
    bursts.set(key, { id, endsAt, severity })
    return { burstId: id, burstEndsAt: endsAt, isGathered: false, nextAt: now }
  }
  const timing = { burstId: running.id, burstEndsAt: running.endsAt }
  if (SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(running.severity)) {
    return { ...timing, isGathered: true, nextAt: running.endsAt }
  }
  bursts.set(key, { ...running, severity })
  return { ...timing, isGathered: false, nextAt: now }
}
