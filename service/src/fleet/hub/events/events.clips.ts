/** Clip reports of hubs: which clip belongs to which alert, or why it has none. */
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import type { ClipError } from '@mimamori/contract/fleet/clip-error.ts'
import type { ClipEvent, HubEvent } from '@mimamori/contract/fleet/hub-event.ts'
import type { Hub } from '#platform/context.ts'
import type { Statements } from '#platform/postgres/database.ts'
import { toClipError } from '../hub.facts.ts'
import { alertsOfClips, type ClipChange, changeClips } from './events.clips.queries.ts'
import { type RejectedEvent, stripped } from './events.rejections.ts'

type Numbered = { sequence: number; event: HubEvent }
export type Arrivals = { events: readonly Numbered[]; rejected: RejectedEvent[]; now: Date }

/** Stores the clips and returns the events for consoles; clips of unknown alerts are added to `rejected`. */
export async function storeClips(db: Statements, hub: Hub, { events, rejected, now }: Arrivals): Promise<LiveEvent[]> {
  const changes = new Map<string, Numbered & { change: ClipChange }>()
  for (const { sequence, event } of events) {
    if (event.type !== 'clip-ready' && event.type !== 'clip-failed') continue
    const change = toClipChange(event)
    changes.set(keyOf(change), { sequence, event, change })
  }
  if (changes.size === 0) return []
  const known = await alertsOfClips(
    db,
    hub,
    [...changes.values()].map(({ change }) => change),
  )
  const alerts = new Map(known.map((alert) => [keyOf(alert), alert]))
  const accepted: ClipChange[] = []
  const changed: { alertId: string; unitId: string | null }[] = []
  for (const { sequence, event, change } of changes.values()) {
    const alert = alerts.get(keyOf(change))
    if (!alert) {
      rejected.push({ sequence, event: stripped(event), code: 'alert-unknown' })
      continue
    }
    const stored = { ...change, alertId: alert.storedId }
    accepted.push(change.mediaId && !alert.hasMedia ? failedClip(stored, NOT_ARRIVED) : stored)
    changed.push({ alertId: alert.storedId, unitId: alert.unitId })
  }
  await changeClips(db, hub.tenantId, accepted, now)
  return changesByUnit(changed)
}

function toClipChange(event: ClipEvent): ClipChange {
  const { alertId, isBlurred = false } = event
  if (event.type === 'clip-failed') return failedClip({ alertId, isBlurred }, toClipError(event.error))
  const { mediaId, durationMs, alertAtMs, original = null } = event
  return { alertId, isBlurred, mediaId, durationMs, alertAtMs, error: null, original }
}

function failedClip({ alertId, isBlurred }: ClipKey, error: ClipError): ClipChange {
  return { alertId, isBlurred, mediaId: null, durationMs: null, alertAtMs: null, error, original: null }
}

const NOT_ARRIVED: ClipError = { code: 'not-arrived', params: {} }
type ClipKey = Pick<ClipChange, 'alertId' | 'isBlurred'>

function keyOf({ alertId, isBlurred }: ClipKey): string {
  return `${alertId} ${isBlurred}`
}

function changesByUnit(alerts: readonly { alertId: string; unitId: string | null }[]): LiveEvent[] {
  return [...Map.groupBy(alerts, ({ unitId }) => unitId)].map(([unitId, of]) => ({
    type: 'alert-changed' as const,
    alertIds: of.map(({ alertId }) => alertId),
    unitId,
  }))
}
