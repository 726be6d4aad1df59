/** Virtual check-ins: rooms to look into, past check-ins, and their notes. Requirement LIVE-03. */

import type { CheckIn, eventEndpoints } from '@mimamori/contract/care/event.ts'
import type { Context, Handlers } from '#platform/context.ts'
import { fail, found } from '#platform/service-error.ts'
import { hasAccess, requireAccess } from '#shared/access.ts'
import { pageNumberOf, sortColumnOf } from '#shared/list-page.ts'
import { residentScope } from '#shared/resident-scope.ts'
import { addEdit, closeCheckIn, lockCheckIn, openCheckIn, signCheckIn, writeNote } from './event.changes.ts'
import { searchPeople, viewerOf } from './event.people.ts'
import { type CheckInRow, countCheckIns, readCheckIn, readEdits, readPage } from './event.queries.ts'
import { findRoom, searchRooms } from './event.rooms.ts'

export const eventRoutes: Handlers<typeof eventEndpoints> = {
  async 'event.search'({ db, actor }, { query, body }) {
    sortColumnOf(query, ['eventTime'])
    const currentPage = pageNumberOf(query)
    const scope = residentScope(actor, body.unitIds)
    if (!scope) return { records: [], totalCount: 0, currentPage }
    const search = { scope, filter: body }
    const totalCount = await countCheckIns(db, search)
    const rows = query.pageSize === 0 ? [] : await readPage(db, search, query, totalCount)
    return { records: rows.map((row) => toCheckIn(row, actor)), totalCount, currentPage }
  },

  async 'event.rooms'({ db, actor, media, now }, { query, body }) {
    const currentPage = pageNumberOf(query)
    const scope = residentScope(actor, body.unitIds)
    if (!scope) return { records: [], totalCount: 0, currentPage }
    const { rows, totalCount } = await searchRooms(db, scope, body, query, now)
    const records = rows.map(({ cameraId, cameraName, location, unitName, tenantName, status, ...room }) => ({
      ...{ cameraId, cameraName, location, unitName, tenantName, status },
      lastCheckIn: room.lastCheckIn,
      watchedBy: room.watchedBy,
      imageUrl:
        room.mediaId && hasAccess(actor, 'see clear frames', room)
          ? media.sign(room.mediaId, actor.sessionId, now)
          : null,
    }))
    return { records, totalCount, currentPage }
  },

  'event.people': (context, { query, body }) => searchPeople(context, body, query),

  async 'event.get'({ db, actor }, { params }) {
    const row = found(await readCheckIn(db, found(residentScope(actor)), params.id))
    return { ...toCheckIn(row, actor), noteEdits: await readEdits(db, row) }
  },

  async 'event.open'(context, { body }) {
    const { db, actor, now, audit } = context
    const cameraId = body.cameraId.toLowerCase()
    const room = found(await findRoom(db, found(residentScope(actor)), cameraId, now))
    if (room.liveOff) throw fail(room.liveOff.by === 'site-wide' ? 'live-disabled' : 'check-in-off')
    const viewer = await viewerOf(context, room, body.personId)
    if (room.tenantId !== db.tenantId) await db.writeTo(room.tenantId)
    const { id, isNew } = await openCheckIn(db, { cameraId, unitId: room.unitId }, viewer, now)
    if (isNew) {
      const details = { cameraId, ...(viewer.stationName !== null && { personId: viewer.personId }) }
      await audit({ action: 'check-in.open', objectType: 'event', objectId: id, details })
    }
    return answer(context, id)
  },

  async 'event.sign'(context, { params, body }) {
    const { db, actor, now, audit } = context
    const row = await takeOwn(context, params.id)
    if (row.endedAt !== null) throw fail('check-in-over')
    const { monitoredDurationSeconds: monitoredSeconds, hasImage } = body
    await signCheckIn(db, row.id, { monitoredSeconds, hasImage }, now)
    const room = await findRoom(db, found(residentScope(actor)), row.cameraId, now)
    if (room?.liveOff) {
      await closeCheckIn(db, row.id, monitoredSeconds, now)
      await audit({ action: 'check-in.close', objectType: 'event', objectId: row.id })
      return answer(context, row.id)
    }
    // Only the first frame is published: it completes the planned check-in.
    return answer(context, row.id, hasImage && row.streamTime === null)
  },

  async 'event.close'(context, { params, body }) {
    const { db, now, audit } = context
    const row = await takeOwn(context, params.id)
    if (row.endedAt === null) {
      await closeCheckIn(db, row.id, body.monitoredDurationSeconds, now)
      await audit({ action: 'check-in.close', objectType: 'event', objectId: row.id })
    }
    return answer(context, row.id)
  },

  async 'event.note'(context, { params, body }) {
    const { db, actor, now, audit } = context
    const seen = found(await readCheckIn(db, found(residentScope(actor)), params.id))
    requireAccess(actor, 'edit the note', seen)
    const row = await takeOwn(context, params.id)
    if (row.noteVersion !== body.version) throw fail('conflict')
    if (row.note === body.note) return toCheckIn(row, actor)
    await writeNote(db, row.id, body.note)
    if (row.endedAt !== null) {
      const edit = { before: row.note, after: body.note, userId: actor.userId, userName: row.userName }
      await addEdit(db, row.id, edit, now)
      await audit({ action: 'check-in.note', objectType: 'event', objectId: row.id })
    }
    return answer(context, row.id)
  },
}

/**
 * The user's own check-in, locked; from here on its tenant is the writable one. Throws `not-found` for another user's.
 */
async function takeOwn({ db, actor }: Context, id: string): Promise<CheckInRow> {
  const scope = found(residentScope(actor))
  const seen = found(await readCheckIn(db, scope, id))
  if (seen.signedInAs !== actor.userId) throw fail('not-found')
  if (seen.tenantId !== db.tenantId) await db.writeTo(seen.tenantId)
  await lockCheckIn(db, seen.id)
  return found(await readCheckIn(db, scope, id))
}

/** Returns the check-in, and notifies open consoles of its change. */
async function answer(context: Context, id: string, isNews = true): Promise<CheckIn> {
  const { db, actor, bus, afterCommit } = context
  const row = found(await readCheckIn(db, found(residentScope(actor)), id))
  const { tenantId, unitId, cameraId } = row
  if (isNews) afterCommit(() => bus.publish(tenantId, { type: 'check-in-changed', eventId: id, cameraId, unitId }))
  return toCheckIn(row, actor)
}

function toCheckIn(row: CheckInRow, { userId }: Context['actor']): CheckIn {
  const { tenantId: _, unitId: __, signedInAs, ...checkIn } = row
  return { ...checkIn, isOwn: signedInAs === userId }
}
