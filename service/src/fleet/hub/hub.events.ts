/**
 * A batch of a hub's events becomes rows in one transaction, and its cursor moves with them: what was answered is
 * stored for good, and what is sent again changes nothing. Requirement HUB-04; security.md, Design 12.
 */

import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import type { ClipError } from '@mimamori/contract/fleet/clip-error.ts'
import type { AlertRaised, ClipEvent, HubEvent } from '@mimamori/contract/fleet/hub-event.ts'
import type { HubContext } from '#platform/context.ts'
import { storageName } from '#platform/files/storage.ts'
import { settingsFrom } from '#shared/desired-rules.ts'
import {
  type AlertRow,
  alertsOfClips,
  alertsOfOthers,
  alertsSince,
  type ClipChange,
  changeClips,
  dropThumbnails,
  insertAlerts,
  insertThumbnails,
  keepRejected,
  lockCursor,
  moveCursor,
  type RejectedEvent,
  type StoredPicture,
  type WatchedCamera,
  watchedCameras,
} from './hub.events.queries.ts'
import { believedTime, blurredIdOf, jpegFrom, thumbnailIdOf, watchedBox } from './hub.events.rules.ts'
import { toClipError } from './hub.facts.ts'
import { storeProofs } from './hub.proofs.ts'

export type Batch = { epoch: string; fromSequence: number; events: HubEvent[] }
type Numbered<E> = { sequence: number; event: E }
type Raised = { row: AlertRow; camera: WatchedCamera; picture: Buffer | null; blurred: Buffer | null }

/** Pictures written at the same time; each waits for the disk. */
const WRITES_AT_ONCE = 8
const THUMBNAIL_BYTES_MAX = 200_000
/** Consoles that were open then have fetched anew since, and nobody is called for what is older. */
const PUBLISHED_AGAIN_MS = 2 * 60_000

/**
 * Stores what is new in the batch and answers the cursor. Events up to the cursor were stored before and are passed
 * over; after a gap nothing is stored, and the cursor tells the hub where to go on.
 */
export async function storeEvents(context: HubContext, batch: Batch): Promise<{ cursor: number }> {
  const { db, hub, now } = context
  const last = batch.fromSequence + batch.events.length - 1
  // Sent together: a statement that waits for its answer alone costs as much again.
  const [cursor, cameras] = await Promise.all([
    lockCursor(db, hub, batch.epoch, now),
    watchedCameras(db, hub, camerasOf(batch.events)),
  ])
  if (batch.fromSequence > cursor + 1) return { cursor }
  const numbered = batch.events.map((event, index) => ({
    sequence: batch.fromSequence + index,
    event: inLowerCase(event),
  }))
  const before = numbered.filter(({ sequence }) => sequence <= cursor).map(({ event }) => event)
  const again = await newsAgain(context, before)
  if (last <= cursor) {
    publishAfterCommit(context, again, false)
    return { cursor }
  }
  const fresh = numbered.filter(({ sequence }) => sequence > cursor)

  // Leaves together with the statement that follows.
  const moved = moveCursor(db, hub, batch.epoch, last)
  moved.catch(() => {})
  const rejected: RejectedEvent[] = []
  const alerts = await storeAlerts(context, fresh, cameras, rejected)
  const news = [...again, ...alerts, ...(await storeClips(context, fresh, rejected))]
  const hasProofs = await storeProofs(context, fresh, rejected)
  await keepRejected(db, hub, batch.epoch, rejected, now)
  await moved
  if (rejected.length > 0) context.log.warn({ hubId: hub.id, count: rejected.length }, 'events of a hub were refused')
  publishAfterCommit(context, news, hasProofs)
  return { cursor: last }
}

function publishAfterCommit(context: HubContext, news: readonly LiveEvent[], hasProofs: boolean): void {
  const { hub, log, bus, wakeSignals } = context
  context.afterCommit(() => {
    const alertIds = news.flatMap((event) => (event.type === 'alert-raised' ? [event.alertId] : []))
    if (alertIds.length > 0) log.info({ hubId: hub.id, alertIds }, 'alerts of a hub were stored')
    for (const event of news) bus.publish(hub.tenantId, event)
    if (alertIds.length > 0 || hasProofs) wakeSignals.send('notice')
    if (alertIds.length > 0) wakeSignals.send('escalation')
  })
}

/**
 * What is published of events that a hub sends again although they are stored. It got no answer: the instance that stored
 * them ended, perhaps before it published them, and consoles of the others notice neither. SCALE-06
 */
async function newsAgain({ db, hub, now }: HubContext, events: readonly HubEvent[]): Promise<LiveEvent[]> {
  const raised = new Set(events.flatMap((event) => (event.type === 'alert-raised' ? [event.alertId] : [])))
  const ids = events.flatMap((event) => ('alertId' in event ? [event.alertId] : []))
  if (ids.length === 0) return []
  const stored = await alertsSince(db, hub, ids, new Date(now.getTime() - PUBLISHED_AGAIN_MS))
  return stored.map(({ isPaused, ...alert }) =>
    raised.has(alert.alertId) && !isPaused
      ? { type: 'alert-raised', ...alert }
      : { type: 'alert-changed', alertIds: [alert.alertId], unitId: alert.unitId },
  )
}

function camerasOf(events: readonly HubEvent[]): string[] {
  return [...new Set(events.flatMap((event) => (event.type === 'alert-raised' ? event.cameraId.toLowerCase() : [])))]
}

async function storeAlerts(
  context: HubContext,
  events: Numbered<HubEvent>[],
  cameras: readonly WatchedCamera[],
  rejected: RejectedEvent[],
) {
  const { db, hub, now } = context
  const raised = events.filter((each): each is Numbered<AlertRaised> => each.event.type === 'alert-raised')
  if (raised.length === 0) return []
  const cameraById = new Map(cameras.map((camera) => [camera.id, camera]))
  const byId = new Map<string, Raised>()
  for (const { sequence, event } of raised) {
    const camera = cameraById.get(event.cameraId)
    if (!camera) {
      rejected.push({ sequence, event: stripped(event), code: 'camera-not-watched' })
      continue
    }
    const one = toRaised(event, camera, now)
    if (!byId.has(one.row.id)) byId.set(one.row.id, one)
  }
  const rows = [...byId.values()].map(({ row }) => row)
  const stored = await insertAlerts(db, hub.tenantId, rows, now)
  if (stored.size < rows.length) {
    const taken = await alertsOfOthers(db, rows)
    for (const { sequence, event } of raised) {
      if (taken.has(event.alertId)) rejected.push({ sequence, event: stripped(event), code: 'id-taken' })
    }
  }
  const fresh = [...byId.values()].filter(({ row }) => stored.has(row.id))
  await storePictures(context, fresh)
  return fresh.map((one) => (stored.get(one.row.id) ? quietNewsOf(one) : newsOf(one)))
}

function toRaised(event: AlertRaised, camera: WatchedCamera, now: Date): Raised {
  const settings = settingsFrom(event.appCode, camera.apps[event.appCode])
  const picture = jpegFrom(event.thumbnail)
  const blurred = jpegFrom(event.blurredThumbnail)
  const people = event.people ?? 'clear'
  return {
    camera,
    picture,
    blurred,
    row: {
      id: event.alertId,
      cameraId: camera.id,
      unitId: camera.unitId,
      activity: event.appCode,
      severity: event.severity,
      occurredAt: believedTime(event.occurredAt, now),
      // Hubs send what they concluded themselves: no device's own application reports through them.
      inferencedBy: 'cloud',
      detections: event.detections,
      region: watchedBox(settings),
      thumbnailMediaId: picture && thumbnailIdOf(event.alertId),
      blurredMediaId: blurred && blurredIdOf(event.alertId),
      people,
      clipState: event.hasClip ? 'pending' : 'none',
      blurredClipState: event.hasClip && (people !== 'clear' || event.hasBlurredClip) ? 'pending' : 'none',
    },
  }
}

/** Files first, then their rows. A full disk costs the picture, never the alert. */
async function storePictures({ db, hub, now, storage, log }: HubContext, raised: readonly Raised[]): Promise<void> {
  const waiting = raised.flatMap(({ row, picture, blurred }) => [
    ...(picture ? [{ row, id: row.thumbnailMediaId!, picture, isBlurred: false }] : []),
    ...(blurred ? [{ row, id: row.blurredMediaId!, picture: blurred, isBlurred: true }] : []),
  ])
  const stored: StoredPicture[] = []
  const lost: string[] = []
  while (waiting.length > 0) {
    const group = waiting.splice(0, WRITES_AT_ONCE)
    await Promise.all(
      group.map(async ({ row, id, picture, isBlurred }) => {
        try {
          const bytes = await storage.put(storageName(hub.tenantId, id), picture, THUMBNAIL_BYTES_MAX)
          stored.push({ id, alertId: row.id, cameraId: row.cameraId, bytes, takenAt: row.occurredAt, isBlurred })
        } catch (error) {
          log.error({ err: error, alertId: row.id }, 'the picture of an alert could not be stored')
          lost.push(id)
        }
      }),
    )
  }
  await insertThumbnails(db, hub.tenantId, stored, now)
  await dropThumbnails(db, hub.tenantId, lost)
}

async function storeClips(context: HubContext, events: Numbered<HubEvent>[], rejected: RejectedEvent[]) {
  const { db, hub, now } = context
  const changes = new Map<string, Numbered<HubEvent> & { change: ClipChange }>()
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

/** PostgreSQL answers ids in lower case, and they are compared here. */
function inLowerCase(event: HubEvent): HubEvent {
  if (event.type === 'path-proof') return { ...event, cameraId: event.cameraId.toLowerCase() }
  const alertId = event.alertId.toLowerCase()
  if (event.type === 'alert-raised') return { ...event, alertId, cameraId: event.cameraId.toLowerCase() }
  return event.type === 'clip-ready'
    ? { ...event, alertId, mediaId: event.mediaId.toLowerCase() }
    : { ...event, alertId }
}

function stripped(event: HubEvent): HubEvent {
  if (event.type === 'alert-raised') return { ...event, thumbnail: null, blurredThumbnail: null }
  return event.type === 'clip-failed' ? withoutSentence(event) : event
}

function withoutSentence({ reason, error, ...event }: Extract<HubEvent, { type: 'clip-failed' }>): HubEvent {
  return { ...event, error: toClipError({ reason, error }) }
}

function newsOf({ row, camera }: Raised): LiveEvent {
  return {
    type: 'alert-raised',
    alertId: row.id,
    cameraId: camera.id,
    cameraName: camera.name,
    location: camera.location,
    unitId: camera.unitId,
    activity: row.activity,
    severity: row.severity,
    occurredAt: row.occurredAt.toISOString(),
  }
}

/** What a care visit paused is in the lists and calls nobody. */
function quietNewsOf({ row }: Raised): LiveEvent {
  return { type: 'alert-changed', alertIds: [row.id], unitId: row.unitId }
}

function changesByUnit(alerts: readonly { alertId: string; unitId: string | null }[]): LiveEvent[] {
  return [...Map.groupBy(alerts, ({ unitId }) => unitId)].map(([unitId, of]) => ({
    type: 'alert-changed' as const,
    alertIds: of.map(({ alertId }) => alertId),
    unitId,
  }))
}
