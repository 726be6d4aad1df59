/** Planned check-ins: the calendar, due check-ins, and changes of both. Requirement LIVE-04. */
import {
  type Booking,
  type BookingDraft,
  bookingDraft,
  type bookingEndpoints,
  type Occurrence,
} from '@mimamori/contract/care/booking.ts'
import type { Context, Handlers } from '#platform/context.ts'
import { invalid } from '#platform/rejection.ts'
import { fail, found } from '#platform/service-error.ts'
import { residentScope } from '#shared/resident-scope.ts'
import { findViewer } from '#shared/viewer.ts'
import * as change from './booking.changes.ts'
import {
  type BookingRow,
  findRoom,
  type OccurrenceRow,
  type Room,
  readBooking,
  readConflicts,
  readNext,
  readOccurrence,
  readRange,
} from './booking.queries.ts'

export const bookingRoutes: Handlers<typeof bookingEndpoints> = {
  async 'booking.search'({ db, actor, now }, { body }) {
    const scope = residentScope(actor, body.unitIds)
    if (!scope) return { records: [], isCut: false }
    const { rows, isCut } = await readRange(db, scope, body, now)
    return { records: rows.map(toOccurrence), isCut }
  },

  async 'booking.next'({ db, actor, now }, { body }) {
    const scope = residentScope(actor, body.unitIds)
    return { records: scope ? (await readNext(db, scope, now)).map(toOccurrence) : [] }
  },

  async 'booking.occurrence'({ db, actor, now }, { params }) {
    return toOccurrence(found(await readOccurrence(db, found(residentScope(actor)), params.id, now)))
  },

  async 'booking.get'({ db, actor }, { params }) {
    return toBooking(found(await readBooking(db, found(residentScope(actor)), params.id)))
  },

  async 'booking.conflicts'({ db, actor, now }, { body: { draft, bookingId = null } }) {
    const scope = found(residentScope(actor))
    const { tenantId } = found(await findRoom(db, scope, draft.cameraId))
    const { records, totalCount } = await readConflicts(db, scope, { draft, tenantId, bookingId }, now)
    return { records: records.map(({ of, ...row }) => ({ ...toOccurrence(row), of })), totalCount }
  },

  async 'booking.create'(context, { body }) {
    const { db, now, audit } = context
    const plan = await writableRoom(context, body)
    const id = await change.insertBooking(db, plan, now)
    const occurrenceCount = await planned(context, id, plan)
    const { cameraId, userId, repeat } = plan
    const details = { cameraId, userId, repeat, occurrenceCount }
    await audit({ action: 'booking.create', objectType: 'booking', objectId: id, details })
    return { ...(await answer(context, id)), occurrenceCount }
  },

  async 'booking.patch'(context, { body: { id, version, ...fields } }) {
    const { db, now, audit } = context
    const before = await takeBooking(context, id, version)
    if (before.isDeleted) throw fail('conflict')
    const plan = await writableRoom(context, mergeDraft(before, fields), before.tenantId)
    const retained = await change.replaceOccurrences(db, id, { before, plan }, now)
    await change.updateBooking(db, id, plan, now)
    const occurrenceCount = await planned(context, id, plan, retained)
    const details = { fields: Object.keys(fields), occurrenceCount }
    await audit({ action: 'booking.change', objectType: 'booking', objectId: id, details })
    return { ...(await answer(context, id)), occurrenceCount }
  },

  async 'booking.remove'(context, { params, query }) {
    const { db, now, audit } = context
    const before = await takeBooking(context, params.id, query.version)
    if (before.isDeleted) throw fail('conflict')
    await change.removeOccurrences(db, before.id, now)
    await change.markRemoved(db, before.id, now, now)
    await audit({ action: 'booking.cancel', objectType: 'booking', objectId: before.id })
    await answer(context, before.id)
    return {}
  },

  async 'booking.restore'(context, { params }) {
    const { db, now, audit } = context
    const before = await takeBooking(context, params.id)
    if (!before.isDeleted) return toBooking(before)
    await change.restoreOccurrences(db, before.id, now)
    await change.markRemoved(db, before.id, null, now)
    await audit({ action: 'booking.restore', objectType: 'booking', objectId: before.id })
    return answer(context, before.id)
  },

  async 'booking.change'(context, { params, body }) {
    const { db, actor, audit, now, asPlatform } = context
    const scope = found(residentScope(actor))
    const seen = found(await readOccurrence(db, scope, params.id, now))
    if (seen.tenantId !== db.tenantId) await db.writeTo(seen.tenantId)
    await change.lockBooking(db, seen.bookingId)
    const before = found(await readOccurrence(db, scope, seen.id, now))
    if (before.version !== body.version) throw fail('conflict')
    if (before.checkIn || Date.parse(before.endsAt) <= now.getTime()) throw fail('occurrence-over')
    const { day = before.day, startMinute = before.startMinute, userId, isSkipped } = body
    if (isSkipped !== undefined && isSkipped !== (before.state === 'skipped')) {
      await change.skipOccurrence(db, before.id, isSkipped)
    }
    if (userId !== undefined && userId !== before.userId) {
      const person = await asPlatform('who is to look in', (rows) => findViewer(rows, before, userId))
      if (!person) throw fail('invalid-request', { userId: 'booking.user-unknown' })
      await change.giveOccurrence(db, before.id, person)
    }
    if (day !== before.day || startMinute !== before.startMinute) {
      await change.moveOccurrence(db, before.id, { day, startMinute })
    }
    const after = found(await readOccurrence(db, scope, before.id, now))
    const isMovedNow = after.startsAt !== before.startsAt
    if (isMovedNow && Date.parse(after.startsAt) <= now.getTime()) throw inPast('day')
    const { version: _, ...fields } = body
    const details = { occurrenceId: after.id, fields: Object.keys(fields) }
    await audit({ action: 'booking.change-one', objectType: 'booking', objectId: after.bookingId, details })
    tell(context, after, after.bookingId)
    return toOccurrence(after)
  },
}

const inPast = (field: string) => fail('invalid-request', { [field]: 'booking.in-past' })

/** The draft with the name of the assignee; from here on its site is the writable tenant. */
async function writableRoom(context: Context, draft: BookingDraft, tenantId?: string): Promise<change.Plan> {
  const { db, actor, asPlatform } = context
  const room = found(await findRoom(db, found(residentScope(actor)), draft.cameraId))
  // A booking cannot move to another site.
  if (tenantId !== undefined && room.tenantId !== tenantId) throw fail('not-found')
  const person = await asPlatform('who is to look in', (rows) => findViewer(rows, room, draft.userId))
  if (!person) throw fail('invalid-request', { userId: 'booking.user-unknown' })
  if (room.tenantId !== db.tenantId) await db.writeTo(room.tenantId)
  const untilDay = draft.repeat === 'none' ? null : draft.untilDay
  return { ...draft, untilDay, userName: person.name }
}

/** Plans occurrences besides the `retained` ones, which stay unchanged. Throws if none is in the future. */
async function planned({ db, now }: Context, id: string, plan: change.Plan, retained = 0): Promise<number> {
  const count = retained + (await change.insertOccurrences(db, id, plan, now))
  if (count === 0) throw inPast('firstDay')
  return count
}

/** Merges the changed fields into the booking; validates the result as a whole. */
function mergeDraft(before: BookingRow, fields: Partial<BookingDraft>): BookingDraft {
  const { cameraId, userId, firstDay, startMinute, windowMinutes, reminderMinutes, repeat, untilDay, purpose } = before
  const draft = bookingDraft.safeParse({
    ...{ cameraId, userId, firstDay, startMinute, windowMinutes, reminderMinutes, repeat, untilDay, purpose },
    ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
  })
  if (!draft.success) throw invalid(draft.error.issues)
  return draft.data
}

/** Locks the booking within the caller's reach; from here on its site is the writable tenant. */
async function takeBooking({ db, actor }: Context, id: string, version?: number): Promise<BookingRow> {
  const scope = found(residentScope(actor))
  const seen = found(await readBooking(db, scope, id))
  if (seen.tenantId !== db.tenantId) await db.writeTo(seen.tenantId)
  await change.lockBooking(db, seen.id)
  const booking = found(await readBooking(db, scope, seen.id))
  if (version !== undefined && booking.version !== version) throw fail('conflict')
  return booking
}

async function answer(context: Context, id: string): Promise<Booking> {
  const row = found(await readBooking(context.db, found(residentScope(context.actor)), id))
  tell(context, row, id)
  return toBooking(row)
}

/** Notifies open consoles of a changed plan. */
function tell({ bus, afterCommit }: Context, { tenantId, unitId }: Room, bookingId: string): void {
  afterCommit(() => bus.publish(tenantId, { type: 'booking-changed', bookingId, unitId }))
}

function toOccurrence({ tenantId: _, unitId: __, ...occurrence }: OccurrenceRow): Occurrence {
  return occurrence
}

function toBooking({ unitId: _, ...booking }: BookingRow): Booking {
  return booking
}
