/** Units: the list behind every unit filter, and their administration. Requirements NAV-04, UNIT-01, UNIT-02. */

import { appCode } from '@mimamori/contract/shared/apps.ts'
import type { Unit, UnitDraft, unitEndpoints } from '@mimamori/contract/site/unit.ts'
import type { Context, Handlers } from '#platform/context.ts'
import type { PlatformDb, Statements, TenantDb } from '#platform/postgres/database.ts'
import { fail, found } from '#platform/service-error.ts'
import { hasAccess } from '#shared/access.ts'
import { auditAt } from '#shared/audit-at.ts'
import { renewDesired } from '#shared/desired.ts'
import { requireDetection } from '#shared/licence.ts'
import { byName, pageNumberOf } from '#shared/list-page.ts'
import { type ResidentScope, residentScope } from '#shared/resident-scope.ts'
import { isSite } from '#shared/tenant-kind.ts'
import * as change from './unit.changes.ts'
import { countUnits, countUses, readApps, readCameras, readPage, readReminderUsers, readUnit } from './unit.queries.ts'

export const unitRoutes: Handlers<typeof unitEndpoints> = {
  async 'unit.search'({ db, actor, asPlatform }, { query, body }) {
    const page = byName(query, ['name'])
    const scope = residentScope(actor, body.ids)
    const currentPage = pageNumberOf(query)
    const isOfAll = body.ofAllSites && hasAccess(actor, 'reach all sites')
    if (!scope && !isOfAll) return { records: [], totalCount: 0, currentPage }
    const search = { scope, name: body.name?.trim() || null }
    const read = async (rows: Statements) => {
      const records = query.pageSize === 0 ? [] : await readPage(rows, search, page)
      return { records, totalCount: await countUnits(rows, search), currentPage }
    }
    return isOfAll ? asPlatform('list the units of all sites', read) : read(db)
  },

  async 'unit.get'({ db, actor }, { params }) {
    const unit = found(await readUnit(db, found(residentScope(actor)), params.id))
    const isAdmin = hasAccess(actor, 'administrate')
    const cameras = await readCameras(db, unit)
    const reminderSubscribers = isAdmin ? await readReminderUsers(db, unit) : []
    return { ...unit, cameras, reminderSubscribers, apps: await readApps(db, unit, appCode.options) }
  },

  async 'unit.create'(context, { body }) {
    const { db, actor, asPlatform } = context
    if (!hasAccess(actor, 'reach all sites')) {
      const tenantId = body.tenantId?.toLowerCase() ?? db.tenantId
      const canHaveUnits = actor.tenantIds.includes(tenantId) && (await isSite(db, tenantId))
      if (!canHaveUnits) throw body.tenantId === undefined ? fail('site-needed') : unknownSite()
      await db.writeTo(tenantId)
      return createUnit(context, db, body)
    }
    const { tenantId } = body
    if (tenantId === undefined) throw fail('site-needed')
    return asPlatform('create a unit of a site', async (rows) => {
      if (!(await isSite(rows, tenantId))) throw unknownSite()
      return createUnit(context, { ...rows, tenantId, unitIds: null }, body)
    })
  },

  async 'unit.patch'(context, { body }) {
    const { db, audit, now } = context
    const { scope } = await open(context, body.id)
    await change.updateUnit(db, body, now)
    if (body.reminderUserIds) await change.replaceReminderUsers(db, body.id, body.reminderUserIds)
    if (body.cameraIds) await moveCameras(context, db, body.id, body.cameraIds)
    const { id, version: _version, ...fields } = body
    await audit({ action: 'unit.change', objectType: 'unit', objectId: id, details: { fields: Object.keys(fields) } })
    return found(await readUnit(db, scope, id))
  },

  async 'unit.remove'(context, { params }) {
    const { unit } = await open(context, params.id)
    const { cameras, users } = await countUses(context.db, unit)
    if (cameras > 0) throw fail('in-use', { cameras: `unit.has-cameras ${cameras}` })
    if (users > 0) throw fail('in-use', { users: `unit.has-users ${users}` })
    await change.deleteUnit(context.db, unit.id)
    await context.audit({ action: 'unit.delete', objectType: 'unit', objectId: unit.id, details: { name: unit.name } })
    return {}
  },

  async 'unit.saveSchedule'(context, { params, body }) {
    const { db, audit, now } = context
    const { unit } = await open(context, params.unitId)
    if (body.state === 'ENABLED') await requireDetection(db, unit.tenantId, params.mlAppCode)
    const save = () => change.saveApp(db, unit.id, params.mlAppCode, body, now)
    const { renewed } = await renewDesired(db, { unitId: unit.id }, now, save)
    tell(
      context,
      unit,
      renewed.map((camera) => camera.id),
    )
    const details = { appCode: params.mlAppCode, fields: Object.keys(body) }
    await audit({ action: 'unit.schedule', objectType: 'unit', objectId: unit.id, details })
    return (await readApps(db, unit, [params.mlAppCode]))[0]!
  },
}

/** The unit within the caller's reach; from here on its tenant is the writable one. */
async function open({ db, actor }: Context, id: string): Promise<{ unit: Unit; scope: ResidentScope }> {
  const scope = found(residentScope(actor))
  const unit = found(await readUnit(db, scope, id))
  await db.writeTo(unit.tenantId)
  return { unit, scope }
}

/** Statements, with the writable tenant. */
type WritableDb = (TenantDb | PlatformDb) & change.UnitDb

const unknownSite = () => fail('invalid-request', { tenantId: 'unit.tenant-unknown' })

async function createUnit(context: Context, db: WritableDb, draft: UnitDraft): Promise<Unit> {
  const { tenantId } = db
  const id = await change.insertUnit(db, draft, context.now)
  await change.replaceReminderUsers(db, id, draft.reminderUserIds)
  await moveCameras(context, db, id, draft.cameraIds)
  const details = { name: draft.name }
  await auditAt(db, context, tenantId, { action: 'unit.create', objectType: 'unit', objectId: id, details })
  return (await readUnit(db, { tenantIds: [tenantId], unitIds: null }, id))!
}

/** Moved cameras may follow another unit's settings from now on. */
async function moveCameras(
  context: Context,
  db: change.UnitDb,
  unitId: string,
  cameraIds: readonly string[],
): Promise<void> {
  const { now } = context
  const involved = await change.involvedCameras(db, unitId, cameraIds)
  const move = () => change.replaceCameras(db, unitId, cameraIds, now)
  const { result: moved, renewed } = await renewDesired(db, { cameraIds: involved }, now, move)
  const place = { id: unitId, tenantId: db.tenantId }
  tell(context, place, [...new Set([...moved, ...renewed.map(({ id }) => id)])])
}

/** Notifies consoles and hubs of cameras with new settings. */
function tell({ afterCommit, bus }: Context, unit: Pick<Unit, 'id' | 'tenantId'>, cameraIds: readonly string[]): void {
  afterCommit(() => {
    for (const cameraId of cameraIds) bus.publish(unit.tenantId, { type: 'camera-changed', cameraId, unitId: unit.id })
  })
}
