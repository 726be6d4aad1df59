/** What hubs say became of clips: which one belongs to which alert, or why there is none. */
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import type { ClipError } from '@mimamori/contract/fleet/clip-error.ts'
import type { ClipEvent, HubEvent } from '@mimamori/contract/fleet/hub-event.ts'
import type { Hub } from '#platform/context.ts'
import type { Statements } from '#platform/postgres/database.ts'
import { toClipError } from '../hub.facts.ts'
import { alertsOfClips, type ClipChange, changeClips } from './events.clips.queries.ts'
import { type RejectedEvent, stripped } from './events.refusals.ts'

type Numbered = { sequence: number; event: HubEvent }
export type Arrivals = { events: readonly Numbered[]; rejected: RejectedEvent[]; now: Date }

/** Stores them and answers what consoles get to know; those of unknown alerts are added to `rejected`. */
export async function storeClips(db: Statements, hub: Hub, { events, rejected, now }: Arrivals): Promise<LiveEvent[]> {
  const changes = new Map<string, Numbered & { change: ClipChange }>()
  for (const { sequence, event } of events) {
    if (event.type === 'alert-raised' || event.type === 'path-proof') continue
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
  for (const { sequence, event, change } of changes.values()) {
    const alert = alerts.get(keyOf(change))
    if (!alert) rejected.push({ sequence, event: stripped(event), code: 'alert-unknown' })
    else if (change.mediaId && !alert.hasMedia) accepted.push(failedClip(change, NOT_ARRIVED))
    else accepted.push(change)
  }
  await changeClips(db, hub.tenantId, accepted, now)
  return changesByUnit(accepted.map((change) => alerts.get(keyOf(change))!))
}

function toClipChange(event: ClipEvent): ClipChange {
  const { alertId, isBlurred = false } = event
  if (event.type === 'clip-failed') return failedClip({ alertId, isBlurred }, toClipError(event))
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
