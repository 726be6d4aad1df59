/**
 * Stores batches of hubs in one transaction together with their cursors: an acknowledged event is stored durably, and
 * sending it again changes nothing. Requirement HUB-04.
 */
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import type { AlertRaised, HubEvent } from '@mimamori/contract/fleet/hub-event.ts'
import type { RawHubContext } from '#platform/context.ts'
import type { Statements } from '#platform/postgres/database.ts'
import { storeProofs } from '../hub.proofs.ts'
import { joinedTo, newsOf, type Raised, toRaised } from './events.alerts.ts'
import { storeClips } from './events.clips.ts'
import { storeInputs } from './events.inputs.ts'
import { joinFalls } from './events.joined.ts'
import {
  alertsOfOthers,
  alertsSince,
  cameraKey,
  fillAlerts,
  insertAlerts,
  insertThumbnails,
  keyOf,
  lockCursors,
  moveCursors,
  type WatchedCamera,
  watchedCameras,
} from './events.queries.ts'
import { keepRejected, type RejectedEvent, stripped } from './events.rejections.ts'
import { inLowerCase } from './events.rules.ts'

/** Events of one spool of a hub in order, without a gap. */
export type Batch = { epoch: string; fromSequence: number; events: HubEvent[] }
/** A batch whose images are already stored as files. */
export type Arrived = {
  context: RawHubContext
  batch: Batch
  /** Size in bytes of each image that was written, by its id. */
  written: ReadonlyMap<string, number>
}
export type Stored = {
  cursor: number
  /** To publish after the commit. */
  news: LiveEvent[]
  hasProofs: boolean
  /** Ids of its images that have rows now. */
  imageIds: ReadonlySet<string>
}

/**
 * By alert key: whether a care visit paused a new alert, and the alerts raised here that received their footage.
 * `signals`: the events of inputs of cameras.
 */
type Known = { paused: ReadonlyMap<string, boolean>; filled: ReadonlySet<string>; signals: readonly LiveEvent[] }

type Numbered<E> = { sequence: number; event: E }
/** A batch with the stored state of its hub. */
type Opened = Arrived & {
  cursor: number
  last: number
  /** Events that were stored before. */
  before: HubEvent[]
  fresh: Numbered<HubEvent>[]
  raised: Raised[]
  rejected: RejectedEvent[]
}

/** Older alerts need no event: consoles that were open then have fetched again since. */
const PUBLISHED_AGAIN_MS = 2 * 60_000

/**
 * Stores the new events of batches of different hubs, of any sites that `db` may write. Returns one result for each, in
 * the same order. Skips events up to the cursor. After a gap it stores nothing of a batch, and the cursor tells the hub
 * where to continue.
 */
export async function storeBatches(db: Statements, arrived: readonly Arrived[]): Promise<Stored[]> {
  const spools = arrived.map(({ context: { hub, now }, batch: { epoch } }) => ({ hub, epoch, now }))
  const wanted = arrived.flatMap(({ context: { hub }, batch }) =>
    camerasOf(batch.events).map((cameraId) => ({ hub, cameraId })),
  )
  // Sent together: waiting for each statement alone would double the cost.
  const [cursors, cameras] = await Promise.all([lockCursors(db, spools), watchedCameras(db, wanted)])
  const opened = arrived.map((each) => open(each, cursors.get(each.context.hub.id)!, cameras))
  const moving = opened.filter(({ fresh }) => fresh.length > 0)
  // Sent together with the following statement.
  const moved = moveCursors(
    db,
    moving.map(({ context: { hub }, batch: { epoch }, last }) => ({ hub, epoch, sequence: last })),
  )
  moved.catch(() => {})
  const joined = await joinFalls(
    db,
    moving.flatMap(({ raised }) => raised.map(({ row }) => row)),
  )
  for (const each of moving) each.raised = each.raised.map((one) => joinedTo(one, joined.get(keyOf(one.row))))
  const rows = moving.flatMap(({ raised }) => raised.map(({ row }) => row))
  const signals = new Map<Opened, LiveEvent[]>()
  for (const each of moving) {
    const { hub, now } = each.context
    signals.set(each, await storeInputs(db, hub, { events: each.fresh, rejected: each.rejected, now }))
  }
  const paused = await insertAlerts(db, rows)
  const filled = await fillAlerts(
    db,
    rows.filter((row) => !paused.has(keyOf(row))),
  )
  const isStored = ({ row }: Raised) => paused.has(keyOf(row)) || filled.has(keyOf(row))
  const images = moving.flatMap(({ raised }) => raised.filter(isStored).flatMap(({ images }) => images))
  await insertThumbnails(db, images)
  const stored: Stored[] = []
  for (const each of opened) {
    stored.push(await storeRest(db, each, { paused, filled, signals: signals.get(each) ?? [] }))
  }
  await moved
  return stored
}

/** Processes repeated events, clips, test incidents and rejected events, one hub after the other. */
async function storeRest(db: Statements, each: Opened, { paused, filled, signals }: Known): Promise<Stored> {
  const { context, batch, cursor, last, fresh, raised, rejected } = each
  const { hub, now, log } = context
  const again = await newsAgain(db, each)
  if (fresh.length === 0) return { cursor, news: again, hasProofs: false, imageIds: new Set() }
  const stored = raised.filter(({ row }) => paused.has(keyOf(row)) || filled.has(keyOf(row)))
  if (stored.length < raised.length) await rejectTaken(db, each)
  const published = raised.filter((one) => one.isJoined || stored.includes(one))
  const alerts = published.map((one) => newsOf(one, paused.get(keyOf(one.row)) ?? 'known'))
  const clips = await storeClips(db, hub, { events: fresh, rejected, now })
  const hasProofs = await storeProofs(db, hub, { events: fresh, rejected, now })
  await keepRejected(db, hub, batch.epoch, rejected, now)
  if (rejected.length > 0) log.warn({ hubId: hub.id, count: rejected.length }, 'events of a hub were refused')
  const imageIds = new Set(stored.flatMap(({ images }) => images.map(({ id }) => id)))
  return { cursor: last, news: [...again, ...signals, ...alerts, ...clips], hasProofs, imageIds }
}

function open(arrived: Arrived, cursor: number, cameras: ReadonlyMap<string, WatchedCamera>): Opened {
  const { context, batch, written } = arrived
  const last = batch.fromSequence + batch.events.length - 1
  const rejected: RejectedEvent[] = []
  const opened: Opened = { ...arrived, cursor, last, before: [], fresh: [], raised: [], rejected }
  if (batch.fromSequence > cursor + 1) return opened
  const numbered = batch.events.map((event, index) => ({
    sequence: batch.fromSequence + index,
    event: inLowerCase(event),
  }))
  const before = numbered.filter(({ sequence }) => sequence <= cursor).map(({ event }) => event)
  const fresh = numbered.filter(({ sequence }) => sequence > cursor)
  const byId = new Map<string, Raised>()
  for (const { sequence, event } of alertsIn(fresh)) {
    const camera = cameras.get(cameraKey(context.hub, event.cameraId))
    if (!camera) rejected.push({ sequence, event: stripped(event), code: 'camera-not-watched' })
    else if (!byId.has(event.alertId)) byId.set(event.alertId, toRaised(event, { camera, context, written }))
  }
  return { ...opened, before, fresh, raised: [...byId.values()] }
}

/**
 * Events to publish again for alerts that a hub repeats although they are stored. The hub got no response: the instance
 * that stored them ended, perhaps before it published them, and consoles of other instances miss them. SCALE-06
 */
async function newsAgain(db: Statements, { context: { hub, now }, before }: Opened): Promise<LiveEvent[]> {
  const raised = new Set(before.flatMap((event) => (isRaised(event) ? [event.alertId] : [])))
  const ids = before.flatMap((event) => ('alertId' in event ? [event.alertId] : []))
  if (ids.length === 0) return []
  const stored = await alertsSince(db, hub, ids, new Date(now.getTime() - PUBLISHED_AGAIN_MS))
  return stored.map(({ isPaused, ...alert }) =>
    raised.has(alert.alertId) && !isPaused
      ? { type: 'alert-raised', ...alert }
      : { type: 'alert-changed', alertIds: [alert.alertId], unitId: alert.unitId },
  )
}

/** Rejects an id that belongs to another camera's alert; an id of the same camera was stored before. */
async function rejectTaken(db: Statements, { context: { hub }, raised, fresh, rejected }: Opened): Promise<void> {
  const taken = await alertsOfOthers(
    db,
    hub.tenantId,
    raised.map(({ row }) => row),
  )
  for (const { sequence, event } of alertsIn(fresh)) {
    if (taken.has(event.alertId)) rejected.push({ sequence, event: stripped(event), code: 'id-taken' })
  }
}

const isRaised = (event: HubEvent): event is Extract<HubEvent, { type: 'alert-raised' | 'input-raised' }> =>
  event.type === 'alert-raised' || event.type === 'input-raised'

function alertsIn(events: readonly Numbered<HubEvent>[]): Numbered<AlertRaised>[] {
  return events.filter((each): each is Numbered<AlertRaised> => each.event.type === 'alert-raised')
}

function camerasOf(events: readonly HubEvent[]): string[] {
  return [...new Set(events.flatMap((event) => (event.type === 'alert-raised' ? [event.cameraId.toLowerCase()] : [])))]
}
