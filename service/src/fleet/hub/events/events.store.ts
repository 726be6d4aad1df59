/**
 * Batches of hubs become rows in one transaction, and their cursors move with them: what was answered is stored for
 * good, and what is sent again changes nothing. Requirement HUB-04; security.md, Design 12.
 */
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import type { AlertRaised, HubEvent } from '@mimamori/contract/fleet/hub-event.ts'
import type { RawHubContext } from '#platform/context.ts'
import type { Statements } from '#platform/postgres/database.ts'
import { storeProofs } from '../hub.proofs.ts'
import { newsOf, type Raised, toRaised } from './events.alerts.ts'
import { storeClips } from './events.clips.ts'
import {
  alertsOfOthers,
  alertsSince,
  cameraKey,
  insertAlerts,
  insertThumbnails,
  keyOf,
  lockCursors,
  moveCursors,
  type WatchedCamera,
  watchedCameras,
} from './events.queries.ts'
import { keepRejected, type RejectedEvent, stripped } from './events.refusals.ts'
import { inLowerCase } from './events.rules.ts'

/** Events of one spool of a hub in order, without a gap. */
export type Batch = { epoch: string; fromSequence: number; events: HubEvent[] }
/** A batch whose pictures lie in files already. */
export type Arrived = {
  context: RawHubContext
  batch: Batch
  /** Bytes of each picture that was written, by its id. */
  written: ReadonlyMap<string, number>
}
export type Stored = {
  cursor: number
  /** To be published after the commit. */
  news: LiveEvent[]
  hasProofs: boolean
  /** Ids of its pictures that are rows now. */
  pictureIds: ReadonlySet<string>
}

type Numbered<E> = { sequence: number; event: E }
/** A batch beside what is known of its hub. */
type Opened = Arrived & {
  cursor: number
  last: number
  /** Events that were stored before. */
  before: HubEvent[]
  fresh: Numbered<HubEvent>[]
  raised: Raised[]
  rejected: RejectedEvent[]
}

/** Consoles that were open then have fetched anew since, and nobody is called for what is older. */
const PUBLISHED_AGAIN_MS = 2 * 60_000

/**
 * Stores what is new in batches of different hubs, of any sites that `db` may write, and answers for each in their
 * order. Events up to a cursor were stored before and are passed over; after a gap nothing of a batch is stored, and
 * its cursor tells the hub where to go on.
 */
export async function storeBatches(db: Statements, arrived: readonly Arrived[]): Promise<Stored[]> {
  const spools = arrived.map(({ context: { hub, now }, batch: { epoch } }) => ({ hub, epoch, now }))
  const wanted = arrived.flatMap(({ context: { hub }, batch }) =>
    camerasOf(batch.events).map((cameraId) => ({ hub, cameraId })),
  )
  // Sent together: a statement that waits for its answer alone costs as much again.
  const [cursors, cameras] = await Promise.all([lockCursors(db, spools), watchedCameras(db, wanted)])
  const opened = arrived.map((each) => open(each, cursors.get(each.context.hub.id)!, cameras))
  const moving = opened.filter(({ fresh }) => fresh.length > 0)
  // Leaves together with the statement that follows.
  const moved = moveCursors(
    db,
    moving.map(({ context: { hub }, batch: { epoch }, last }) => ({ hub, epoch, sequence: last })),
  )
  moved.catch(() => {})
  const rows = moving.flatMap(({ raised }) => raised.map(({ row }) => row))
  const paused = await insertAlerts(db, rows)
  const isStored = ({ row }: Raised) => paused.has(keyOf(row))
  const pictures = moving.flatMap(({ raised }) => raised.filter(isStored).flatMap(({ pictures }) => pictures))
  await insertThumbnails(db, pictures)
  const stored: Stored[] = []
  for (const each of opened) stored.push(await storeRest(db, each, paused))
  await moved
  return stored
}

/** Beside alerts: what was sent before, clips, test incidents, and what is refused. One hub after the other. */
async function storeRest(db: Statements, each: Opened, paused: ReadonlyMap<string, boolean>): Promise<Stored> {
  const { context, batch, cursor, last, fresh, raised, rejected } = each
  const { hub, now, log } = context
  const again = await newsAgain(db, each)
  if (fresh.length === 0) return { cursor, news: again, hasProofs: false, pictureIds: new Set() }
  const stored = raised.filter(({ row }) => paused.has(keyOf(row)))
  if (stored.length < raised.length) await rejectTaken(db, each)
  const alerts = stored.map((one) => newsOf(one, paused.get(keyOf(one.row))!))
  const clips = await storeClips(db, hub, { events: fresh, rejected, now })
  const hasProofs = await storeProofs(db, hub, { events: fresh, rejected, now })
  await keepRejected(db, hub, batch.epoch, rejected, now)
  if (rejected.length > 0) log.warn({ hubId: hub.id, count: rejected.length }, 'events of a hub were refused')
  const pictureIds = new Set(stored.flatMap(({ pictures }) => pictures.map(({ id }) => id)))
  return { cursor: last, news: [...again, ...alerts, ...clips], hasProofs, pictureIds }
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
 * What is published of events that a hub sends again although they are stored. It got no answer: the instance that stored
 * them ended, perhaps before it published them, and consoles of the others notice neither. SCALE-06
 */
async function newsAgain(db: Statements, { context: { hub, now }, before }: Opened): Promise<LiveEvent[]> {
  const raised = new Set(before.flatMap((event) => (event.type === 'alert-raised' ? [event.alertId] : [])))
  const ids = before.flatMap((event) => ('alertId' in event ? [event.alertId] : []))
  if (ids.length === 0) return []
  const stored = await alertsSince(db, hub, ids, new Date(now.getTime() - PUBLISHED_AGAIN_MS))
  return stored.map(({ isPaused, ...alert }) =>
    raised.has(alert.alertId) && !isPaused
      ? { type: 'alert-raised', ...alert }
      : { type: 'alert-changed', alertIds: [alert.alertId], unitId: alert.unitId },
  )
}

/** An id that is another camera's alert is taken; one that is the same camera's was stored before. */
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

function alertsIn(events: readonly Numbered<HubEvent>[]): Numbered<AlertRaised>[] {
  return events.filter((each): each is Numbered<AlertRaised> => each.event.type === 'alert-raised')
}

function camerasOf(events: readonly HubEvent[]): string[] {
  return [...new Set(events.flatMap((event) => (event.type === 'alert-raised' ? [event.cameraId.toLowerCase()] : [])))]
}
