/** Gathers a burst: the first message goes at once, what follows shortly after it goes together. Rules without a database. */
import { SEVERITIES } from '@mimamori/contract/camera/app-catalogue.ts'
import type { AlertSeverity } from '@mimamori/contract/camera/apps.ts'

/** Alerts that follow within this time go into one message at its end. */
export const BURST_MS = 60_000

/** Messages of one recipient and channel about one source and activity, from the first one on. */
export type Burst = { id: string; endsAt: Date; severity: AlertSeverity }
export type Timing = { burstId: string; burstEndsAt: Date; isGathered: boolean; nextAt: Date }

/**
 * When a message goes, by the burst that runs (undefined: none does). What is more urgent than all before it goes at
 * once. `id` is the message's own. Writes into `bursts` what the next message of the same `key` is to be judged by.
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
