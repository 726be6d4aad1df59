/**
 * Stays: the periods in which residents live in rooms. Consents take effect with them, so a stay cannot begin or end in
 * the future.
 */
import type { residentEndpoints, StayDraft } from '@mimamori/contract/care/resident.ts'
import type { InputOf } from '@mimamori/contract/shared/endpoint.ts'
import type { Context } from '#platform/context.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { fail, found } from '#platform/service-error.ts'
import { renewDesired } from '#shared/desired.ts'
import { residentReach } from '#shared/resident-reach.ts'
import type { ResidentScope } from '#shared/resident-scope.ts'
import * as change from './resident.changes.ts'
import { type ResidentRow, type Room, readResident, readRoomCameras, readRooms, readStays } from './resident.queries.ts'

/** A tablet's clock may be slightly ahead. */
const AHEAD_MS = 60_000

type Found = { resident: ResidentRow; scope: ResidentScope }
type Correction = InputOf<(typeof residentEndpoints)['resident.correct']>['body']

/** The resident within the caller's reach; from here on its tenant is the writable one. */
export async function openResident({ db, actor }: Pick<Context, 'db' | 'actor'>, id: string): Promise<Found> {
  const scope = found(residentReach(actor))
  const resident = found(await readResident(db, scope, id))
  await db.writeTo(resident.tenantId)
  return { resident, scope }
}

/** The room of that camera, within the scope. Throws `invalid-request` if there is none. */
export async function findRoom(db: TenantDb, scope: ResidentScope, cameraId: string): Promise<Room> {
  const [room] = await readRooms(db, scope, { cameraIds: [cameraId] })
  if (!room) throw fail('invalid-request', { cameraId: 'resident.room-unknown' })
  return room
}

export function notAhead(at: string, now: Date, field = 'at'): Date {
  const time = new Date(at)
  if (time.getTime() > now.getTime() + AHEAD_MS) throw fail('invalid-request', { [field]: 'resident.not-ahead' })
  return time
}

/** Runs `work`, then updates the cameras of these rooms to the settings that the consents of their residents allow. */
export async function withConsents<T>(
  { db, now, bus, afterCommit }: Context,
  roomCameraIds: readonly string[],
  work: () => Promise<T>,
): Promise<T> {
  const cameraIds = await readRoomCameras(db, roomCameraIds)
  const { result, renewed } = await renewDesired(db, { cameraIds }, now, work)
  const { tenantId } = db
  afterCommit(() => {
    for (const { id, unitId } of renewed) bus.publish(tenantId, { type: 'camera-changed', cameraId: id, unitId })
  })
  return result
}

/** Ends the previous stay at that instant if it is still open. */
export async function moveResident(context: Context, id: string, draft: StayDraft & { version: number }) {
  const { db, now, audit } = context
  const { resident, scope } = await openResident(context, id)
  const room = await findRoom(db, scope, draft.cameraId)
  const at = notAhead(draft.at, now)
  const { stay } = resident
  await withConsents(context, [room.cameraId, ...(stay ? [stay.cameraId] : [])], async () => {
    await change.touchResident(db, { id, version: draft.version }, now)
    if (stay && stay.to === null) await change.endStay(db, stay, at, now)
    const next = { residentId: id, cameraId: room.cameraId, bed: draft.bed, from: at }
    await change.insertStay(db, next, now)
  })
  const details = { cameraId: room.cameraId }
  await audit({ action: 'resident.move', objectType: 'resident', objectId: id, details })
}

export async function endPresentStay(context: Context, { resident }: Found, at: Date): Promise<void> {
  const { stay } = resident
  if (!stay || stay.to !== null) throw fail('invalid-request', { at: 'resident.no-stay' })
  await withConsents(context, [stay.cameraId], () => change.endStay(context.db, stay, at, context.now))
}

/** A stay outside of the caller's units counts as not found. */
export async function correctStay(context: Context, id: string, body: Correction): Promise<void> {
  const { db, now, audit } = context
  const { resident, scope } = await openResident(context, id)
  const stay = found((await readStays(db, scope, resident)).find(({ stayId }) => stayId === body.stayId))
  const isDeleted = body.action === 'delete'
  const room = isDeleted ? null : await findRoom(db, scope, body.cameraId)
  await withConsents(context, [stay.cameraId, ...(room ? [room.cameraId] : [])], async () => {
    await change.touchResident(db, { id, version: resident.version }, now)
    if (isDeleted || !room) return change.deleteStay(db, id, body)
    const from = notAhead(body.from, now, 'from')
    const to = body.to === null ? null : notAhead(body.to, now, 'to')
    if (to && to <= from) throw fail('invalid-request', { to: 'resident.ends-before' })
    const { stayId, version, bed } = body
    await change.correctStay(db, id, { stayId, version, cameraId: room.cameraId, bed, from, to }, now)
  })
  const details = { stayId: stay.stayId, isDeleted }
  await audit({ action: 'resident.correct-stay', objectType: 'resident', objectId: id, details })
}
