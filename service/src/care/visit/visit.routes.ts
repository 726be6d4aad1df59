/**
 * Care visits: which carer is with which resident, their begin and their end. Requirement ALARM-08; domain.md "Care
 * visit".
 */
import type { visitEndpoints } from '@mimamori/contract/care/visit.ts'
import type { Handlers } from '#platform/context.ts'
import { found } from '#platform/service-error.ts'
import { answererOf } from '#shared/answerer.ts'
import { residentScope } from '#shared/resident-scope.ts'
import { announceFound, lookAtFloors, visitEvent } from './visit.ends.ts'
import {
  endByHand,
  findRepeated,
  findRoom,
  findVisit,
  insertVisit,
  lockRoom,
  readVisits,
  replaceVisit,
} from './visit.queries.ts'

export const visitRoutes: Handlers<typeof visitEndpoints> = {
  async 'visit.list'({ db, actor, now }, { query }) {
    const scope = residentScope(actor, query.unitIds)
    return { records: scope ? await readVisits(db, scope, now) : [], now: now.toISOString() }
  },

  async 'visit.start'(context, { body }) {
    const { db, actor, now, audit, rateLimit, afterCommit, bus } = context
    const place = found(await findRoom(db, found(residentScope(actor)), body.cameraId))
    rateLimit.take('visit', actor.userId)
    await db.writeTo(place.tenantId)
    const { by } = await answererOf(context, place.tenantId, { ...body, source: 'console' })
    await lockRoom(db, place.cameraId)
    const repeated = await findRepeated(db, body)
    if (repeated) return repeated
    await replaceVisit(db, place.cameraId, by, now)
    const visit = await insertVisit(db, body, by, now)
    const { visitId, appCodes } = visit
    const details = { visitId, byUserId: by.userId, minutes: body.minutes, appCodes }
    await audit({ action: 'visit.start', objectType: 'camera', objectId: place.cameraId, details })
    afterCommit(() => bus.publish(place.tenantId, visitEvent(place)))
    return visit
  },

  async 'visit.end'(context, { params, body }) {
    const { db, actor, now, audit, asPlatform, afterCommit, bus } = context
    const place = found(await findVisit(db, found(residentScope(actor)), params.id))
    if (place.endedAt !== null) return { endedAt: place.endedAt }
    await db.writeTo(place.tenantId)
    const { by } = await answererOf(context, place.tenantId, { ...body, source: 'console' })
    if (await endByHand(db, params.id, by, now)) {
      const details = { visitId: params.id, byUserId: by.userId, reason: 'hand' }
      await audit({ action: 'visit.end', objectType: 'camera', objectId: place.cameraId, details })
    }
    const onFloor = await asPlatform('the floor after a visit', (all) => lookAtFloors(all, now, params.id))
    afterCommit(() => {
      bus.publish(place.tenantId, visitEvent(place))
      announceFound(context, onFloor, now)
    })
    return { endedAt: now.toISOString() }
  },
}
