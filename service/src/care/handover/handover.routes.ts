/** Handover of a shift: its sheet, notes, names, and records. Requirement HANDOVER-01. */
import type { handoverEndpoints } from '@mimamori/contract/care/handover.ts'
import type { roundsEndpoints } from '@mimamori/contract/care/rounds.ts'
import type { Context, Handlers } from '#platform/context.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail, found } from '#platform/service-error.ts'
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
import { forReader } from './handover.residents.ts'
import { readRounds } from './handover.rounds.ts'
import { type RunningNight, readSheet } from './handover.sheet.ts'

export function createHandoverRoutes(
  runningNight: RunningNight,
): Handlers<typeof handoverEndpoints & typeof roundsEndpoints> {
  return {
    async 'handover.get'(context, { query }) {
      const { db, now } = context
      const place = await placeOf(context, query)
      const { shifts, units, mayWholeSite } = place
      const read = await readSheet(db, place, now, runningNight)
      const sheet = await forReader(db, context, { tenantId: db.tenantId, sheet: read })
      return { sheet, shifts, units, mayWholeSite, handed: await readHanded(db, place) }
    },

    'handover.rounds': async (context, { query }) => readRounds(context, await placeOf(context, query)),

    async 'handover.note'(context, { body }) {
      const { db, actor, now, audit, rateLimit } = context
      const place = await placeOf(context, body)
      const unitId = await unitOf(context, place, body.cameraId)
      rateLimit.take('handover', actor.userId)
      const { by } = await answererOf(context, db.tenantId, { ...body, source: 'console' })
      const saved = await saveNote(db, place, body, by, now)
      if (!saved) throw fail('conflict')
      const objectId = body.cameraId
      const details = { byUserId: by.userId, shift: place.shift.key, day: place.shift.day, version: saved.version }
      await audit({ action: 'handover.note', objectType: 'camera', objectId, details })
      announce(context, unitId)
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
        announce(context, sheet.unitId)
      }
      return record
    },

    'handover.search': findHandovers,

    'handover.record': (context, { params }) => readAudited(context, params.id),

    'handover.pdf': downloadHandover,
  }
}

const findHandovers: Handlers<typeof handoverEndpoints>['handover.search'] = async (context, { query, body }) => {
  const { db, actor } = context
  const { pageNumber, pageSize } = query
  const scope = residentScope(actor, body.unitIds)
  if (!scope) return { records: [], totalCount: 0, currentPage: pageNumber }
  const page = { limit: pageSize, offset: pageNumber * pageSize }
  const records = pageSize === 0 ? [] : await searchHandovers(db, scope, body, page)
  return { records, totalCount: await countHandovers(db, scope, body), currentPage: pageNumber }
}

async function readAudited(context: Context, id: string) {
  const { db, actor, audit } = context
  const { tenantId, ...stored } = found(await readRecord(db, found(residentScope(actor)), id))
  const record = { ...stored, sheet: await forReader(db, context, { tenantId, sheet: stored.sheet }) }
  await db.writeTo(tenantId)
  await audit({ action: 'handover.read', objectType: 'handover', objectId: record.id })
  return record
}

/** Makes open consoles fetch the sheet again: those of the unit, or of everybody who reaches the whole site. */
function announce({ db, bus, afterCommit }: Context, unitId: string | null): void {
  const { tenantId } = db
  afterCommit(() => bus.publish(tenantId, { type: 'handover-changed', unitId }))
}

/** The unit of a note; its room must be on the sheet. */
async function unitOf({ db }: Context, { scope, unit }: Place, cameraId: string | null): Promise<string | null> {
  if (cameraId === null) return unit?.unitId ?? null
  const room = found(
    await db.first(sql<{ unitId: string | null }>`
      select c.unit_id as "unitId" from camera c where c.tenant_id = ${db.tenantId} and c.id = ${cameraId}
        and ${inUnits(sql`c.unit_id`, scope)} and c.location_type = 'ROOM' and c.deregistered_at is null`),
  )
  return room.unitId
}

/** A person of the site who may answer alarms. */
async function receiverOf({ db, asPlatform }: Context, receiverId: string): Promise<Answerer> {
  const people = await asPlatform('people who may take over', (all) => readAnswerers(all, [db.tenantId]))
  const person = people.find(({ userId }) => userId === receiverId)
  if (!person) throw fail('invalid-request', { receiverId: 'invalid' })
  return { userId: person.userId, userName: person.userName }
}
