/** Handover of a shift: its sheet, notes, names, and what was handed over. Requirement HANDOVER-01. */
import type { handoverEndpoints } from '@mimamori/contract/care/handover.ts'
import type { Context, Handlers } from '#platform/context.ts'
import { fail, found } from '#platform/failure.ts'
import { sql } from '#platform/postgres/sql.ts'
import { type Answerer, answererOf, readAnswerers } from '#shared/answerer.ts'
import { inUnits, residentScope } from '#shared/resident-scope.ts'
import { downloadHandover } from './handover.download.ts'
import { type Place, placeOf } from './handover.place.ts'
import {
  countHandovers,
  insertHandover,
  readHanded,
  readRecord,
  saveNote,
  searchHandovers,
} from './handover.records.ts'
import { type RunningNight, readSheet } from './handover.sheet.ts'

export function createHandoverRoutes(runningNight: RunningNight): Handlers<typeof handoverEndpoints> {
  return {
    async 'handover.get'(context, { query }) {
      const { db, now } = context
      const place = await placeOf(context, query)
      const { shifts, units, mayWholeSite } = place
      const sheet = await readSheet(db, place, now, runningNight)
      return { sheet, shifts, units, mayWholeSite, handed: await readHanded(db, place) }
    },

    async 'handover.note'(context, { body }) {
      const { db, actor, now, audit, rateLimit } = context
      const place = await placeOf(context, body)
      await requireRoom(context, place, body.cameraId)
      rateLimit.take('handover', actor.userId)
      const { by } = await answererOf(context, db.tenantId, { ...body, source: 'console' })
      const saved = await saveNote(db, place, body, by, now)
      if (!saved) throw fail('conflict')
      const objectId = body.cameraId
      const details = { byUserId: by.userId, shift: place.shift.key, day: place.shift.day, version: saved.version }
      await audit({ action: 'handover.note', objectType: 'camera', objectId, details })
      return saved
    },

    async 'handover.give'(context, { body }) {
      const { db, actor, now, audit, rateLimit } = context
      const place = await placeOf(context, body)
      rateLimit.take('handover', actor.userId)
      const { by: giver } = await answererOf(context, db.tenantId, { ...body, source: 'console' })
      const receiver = await receiverOf(context, body.receiverId)
      if (receiver.userId === giver.userId) throw fail('invalid-request', { receiverId: 'handover.same-person' })
      const sheet = await readSheet(db, place, now, runningNight)
      const { requestId } = body
      const { record, isNew } = await insertHandover(db, { giver, receiver, requestId, sheet }, now)
      if (isNew) {
        const details = { giverId: giver.userId, receiverId: receiver.userId, unitId: sheet.unitId }
        await audit({ action: 'handover.give', objectType: 'handover', objectId: record.id, details })
      }
      return record
    },

    async 'handover.search'({ db, actor }, { query, body }) {
      const { pageNumber, pageSize } = query
      const scope = residentScope(actor, body.unitIds)
      if (!scope) return { records: [], totalCount: 0, currentPage: pageNumber }
      const page = { limit: pageSize, offset: pageNumber * pageSize }
      const records = pageSize === 0 ? [] : await searchHandovers(db, scope, body, page)
      return { records, totalCount: await countHandovers(db, scope, body), currentPage: pageNumber }
    },

    async 'handover.record'({ db, actor }, { params }) {
      return found(await readRecord(db, found(residentScope(actor)), params.id))
    },

    'handover.pdf': downloadHandover,
  }
}

/** The room must be one of the sheet. */
async function requireRoom({ db }: Context, { scope }: Place, cameraId: string | null): Promise<void> {
  if (cameraId === null) return
  found(
    await db.first(sql`
      select from camera c where c.tenant_id = ${db.tenantId} and c.id = ${cameraId}
        and ${inUnits(sql`c.unit_id`, scope)} and c.location_type = 'ROOM' and c.deregistered_at is null`),
  )
}

/** A person of the site who may answer alarms. */
async function receiverOf({ db, asPlatform }: Context, receiverId: string): Promise<Answerer> {
  const people = await asPlatform('people who may take over', (all) => readAnswerers(all, [db.tenantId]))
  const person = people.find(({ userId }) => userId === receiverId)
  if (!person) throw fail('invalid-request', { receiverId: 'invalid' })
  return { userId: person.userId, userName: person.userName }
}
