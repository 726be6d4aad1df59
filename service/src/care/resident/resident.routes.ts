/** Residents: found, added, changed, moved and erased. Requirements RESIDENT-01, RESIDENT-02. */

import type { Resident, residentEndpoints } from '@mimamori/contract/care/resident.ts'
import type { residentExportEndpoints } from '@mimamori/contract/care/resident-export.ts'
import type { residentLifeEndpoints } from '@mimamori/contract/care/resident-life.ts'
import type { Actor } from '#platform/auth/session.ts'
import type { Context, Handlers } from '#platform/context.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail, found } from '#platform/service-error.ts'
import { hasAccess } from '#shared/access.ts'
import { byName, pageNumberOf } from '#shared/list-page.ts'
import { residentReach } from '#shared/resident-reach.ts'
import type { ResidentScope } from '#shared/resident-scope.ts'
import { VIEWER_NAME } from '#shared/viewer.ts'
import * as change from './resident.changes.ts'
import { detailOf, toResident } from './resident.detail.ts'
import { downloadExport } from './resident.download.ts'
import { importResidents } from './resident.import.ts'
import { readLife } from './resident.life.ts'
import { readMentions } from './resident.mentions.ts'
import { countResidents, readPage, readResident } from './resident.queries.ts'
import {
  correctStay,
  endPresentStay,
  findRoom,
  moveResident,
  notAhead,
  openResident,
  withConsents,
} from './resident.stays.ts'

export const residentRoutes: Handlers<
  typeof residentEndpoints & typeof residentExportEndpoints & typeof residentLifeEndpoints
> = {
  async 'resident.search'({ db, actor }, { query, body }) {
    const page = byName(query, ['name', 'room'])
    const scope = residentReach(actor, body.unitIds)
    const currentPage = pageNumberOf(query)
    if (!scope || (body.state === 'removed' && !hasAccess(actor, 'administrate')))
      return { records: [], totalCount: 0, currentPage }
    const search = { scope, text: body.text?.trim() || null, state: body.state }
    const rows = query.pageSize === 0 ? [] : await readPage(db, search, page)
    const records = rows.map((row) => toResident(row, actor))
    return { records, totalCount: await countResidents(db, search), currentPage }
  },

  'resident.get': (context, { params }) => detailOf(context, params.id),

  async 'resident.create'(context, { body }) {
    const { db, actor, now, audit } = context
    const scope = reachOf(actor)
    const { stay } = body
    // Without a room, users bound to units could not see the resident.
    if (!stay && actor.unitIds !== null) throw fail('invalid-request', { cameraId: 'resident.room-required' })
    const by = await authorOf(context)
    const id = await change.insertResident(db, body, by)
    if (stay) {
      const { cameraId } = await findRoom(db, scope, stay.cameraId)
      const from = notAhead(stay.at, now)
      const draft = { residentId: id, cameraId, bed: stay.bed, from }
      await withConsents(context, [cameraId], () => change.insertStay(db, draft, now))
    }
    await audit({ action: 'resident.create', objectType: 'resident', objectId: id })
    return shown(db, scope, id, actor)
  },

  async 'resident.import'(context, { body }) {
    reachOf(context.actor)
    return importResidents(context, body, await authorOf(context))
  },

  async 'resident.patch'(context, { body }) {
    const { db, now, actor, audit } = context
    const { resident, scope } = await openResident(context, body.id)
    const by = await authorOf(context)
    await withConsents(context, resident.stay ? [resident.stay.cameraId] : [], async () => {
      await change.updateResident(db, body, now)
      if (body.consents) await change.saveConsents(db, body.id, body.consents, by)
    })
    const { id, version: _version, ...fields } = body
    const details = { fields: Object.keys(fields) }
    await audit({ action: 'resident.change', objectType: 'resident', objectId: id, details })
    return shown(db, scope, id, actor)
  },

  async 'resident.note'(context, { params, body }) {
    const { db, now, actor, audit } = context
    const { scope } = await openResident(context, params.id)
    await change.updateResident(db, { id: params.id, ...body }, now)
    await audit({ action: 'resident.note', objectType: 'resident', objectId: params.id })
    return shown(db, scope, params.id, actor)
  },

  async 'resident.move'(context, { params, body }) {
    await moveResident(context, params.id, body)
    return shown(context.db, reachOf(context.actor), params.id, context.actor)
  },

  async 'resident.leave'(context, { params, body }) {
    const { db, now, actor, audit } = context
    const opened = await openResident(context, params.id)
    const at = notAhead(body.at, now)
    await change.touchResident(db, { id: params.id, version: body.version }, now)
    await endPresentStay(context, opened, at)
    await audit({ action: 'resident.leave', objectType: 'resident', objectId: params.id })
    return shown(db, opened.scope, params.id, actor)
  },

  async 'resident.correct'(context, { params, body }) {
    await correctStay(context, params.id, body)
    return shown(context.db, reachOf(context.actor), params.id, context.actor)
  },

  async 'resident.life'({ db, actor }, { params }) {
    const scope = found(residentReach(actor))
    const { tenantId, id, removedAt } = found(await readResident(db, scope, params.id))
    if (removedAt !== null && !hasAccess(actor, 'administrate')) throw fail('not-found')
    return readLife(db, { tenantId, id, unitIds: scope.unitIds })
  },

  'resident.export': downloadExport,

  async 'resident.remove'(context, { params, query }) {
    const { db, now, audit } = context
    const opened = await openResident(context, params.id)
    await change.touchResident(db, { id: params.id, version: query.version }, now)
    if (opened.resident.stay?.to === null) await endPresentStay(context, opened, now)
    await change.markRemoved(db, params.id, now, now)
    await audit({ action: 'resident.remove', objectType: 'resident', objectId: params.id })
    return {}
  },

  async 'resident.restore'(context, { params }) {
    const { resident } = await openResident(context, params.id)
    if (resident.removedAt === null) throw fail('conflict')
    await change.markRemoved(context.db, params.id, null, context.now)
    await context.audit({ action: 'resident.restore', objectType: 'resident', objectId: params.id })
    return {}
  },

  async 'resident.mentions'({ db, actor }, { params }) {
    const { tenantId, name } = found(await readResident(db, reachOf(actor), params.id))
    return readMentions(db, { tenantId, name })
  },

  async 'resident.erase'(context, { params, query }) {
    await openResident(context, params.id)
    await change.eraseResident(context.db, { id: params.id, version: query.version })
    await context.audit({ action: 'resident.erase', objectType: 'resident', objectId: params.id })
    return {}
  },
}

/** Throws `site-needed` for an organization's administrator that is connected to no site. */
function reachOf(actor: Actor): ResidentScope {
  const scope = residentReach(actor)
  if (!scope) throw fail('site-needed')
  return scope
}

/** The writing user, who may belong to the organization above. */
async function authorOf({ actor, asPlatform, now }: Context) {
  const row = await asPlatform('the author of a consent', (db) =>
    db.first(sql<{ name: string }>`
      select ${VIEWER_NAME} as name from app_user p where p.tenant_id = ${actor.homeTenantId} and p.id = ${actor.userId}`),
  )
  return { id: actor.userId, name: found(row).name, now }
}

async function shown(db: TenantDb, scope: ResidentScope, id: string, actor: Actor): Promise<Resident> {
  return toResident(found(await readResident(db, scope, id)), actor)
}
