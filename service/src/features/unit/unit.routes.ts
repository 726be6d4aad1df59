/** Units: the list behind every units filter, and their administration. Requirements NAV-04, UNIT-01, UNIT-02. */
import { appCode } from '@mimamori/contract/apps.ts'
import { ADMINS, type Role } from '@mimamori/contract/roles.ts'
import type { Unit, unitEndpoints } from '@mimamori/contract/unit.ts'
import type { Context, Handlers } from '#platform/context.ts'
import { renewDesired } from '#platform/desired.ts'
import { fail, found } from '#platform/failure.ts'
import { type ResidentScope, residentScope } from '#platform/resident-scope.ts'
import * as change from './unit.changes.ts'
import { countUnits, countUses, readApps, readCameras, readPage, readReminderUsers, readUnit } from './unit.queries.ts'

export const unitRoutes: Handlers<typeof unitEndpoints> = {
  async 'unit.search'({ db, actor }, { query, body }) {
    if (query.sortColumn !== undefined && query.sortColumn !== 'name') {
      throw fail('invalid-request', { sortColumn: 'invalid' })
    }
    const scope = residentScope(actor, body.ids)
    const currentPage = query.pageSize === 0 ? 0 : query.pageNumber
    if (!scope) return { records: [], totalCount: 0, currentPage }
    const question = { scope, name: body.name?.trim() || null }
    // By name from the first letter on, unless the caller turns it round.
    const sortAscending = query.sortColumn === undefined ? true : query.sortAscending
    const records = query.pageSize === 0 ? [] : await readPage(db, question, { ...query, sortAscending })
    return { records, totalCount: await countUnits(db, question), currentPage }
  },

  async 'unit.get'({ db, actor }, { params }) {
    const unit = found(await readUnit(db, found(residentScope(actor)), params.id))
    const isAdmin = (ADMINS as readonly Role[]).includes(actor.role)
    const cameras = await readCameras(db, unit)
    const reminderSubscribers = isAdmin ? await readReminderUsers(db, unit) : []
    return { ...unit, cameras, reminderSubscribers, apps: await readApps(db, unit, appCode.options) }
  },

  async 'unit.create'(context, { body }) {
    const { db, actor, audit, now } = context
    const scope = residentScope(actor)
    if (!scope) throw fail('site-needed')
    const id = await change.insertUnit(db, body, now)
    await change.replaceReminderUsers(db, id, body.reminderUserIds)
    await moveCameras(context, id, body.cameraIds)
    await audit({ action: 'unit.create', objectType: 'unit', objectId: id, details: { name: body.name } })
    return found(await readUnit(db, scope, id))
  },

  async 'unit.patch'(context, { body }) {
    const { db, audit, now } = context
    const { scope } = await open(context, body.id)
    await change.updateUnit(db, body, now)
    if (body.reminderUserIds) await change.replaceReminderUsers(db, body.id, body.reminderUserIds)
    if (body.cameraIds) await moveCameras(context, body.id, body.cameraIds)
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
    const save = () => change.saveApp(db, unit.id, params.mlAppCode, body, now)
    const { renewed } = await renewDesired(db, { unitId: unit.id }, now, save)
    tell(
      context,
      renewed.map((camera) => camera.id),
      unit.id,
    )
    const details = { appCode: params.mlAppCode, fields: Object.keys(body) }
    await audit({ action: 'unit.schedule', objectType: 'unit', objectId: unit.id, details })
    return (await readApps(db, unit, [params.mlAppCode]))[0]!
  },
}

/** The unit within the caller's reach, its tenant being the one that is written from here on. */
async function open({ db, actor }: Context, id: string): Promise<{ unit: Unit; scope: ResidentScope }> {
  const scope = found(residentScope(actor))
  const unit = found(await readUnit(db, scope, id))
  await db.writeTo(unit.tenantId)
  return { unit, scope }
}

/** Cameras that come or go may follow another unit's settings from now on. */
async function moveCameras(context: Context, unitId: string, cameraIds: readonly string[]): Promise<void> {
  const { db, now } = context
  const involved = await change.involvedCameras(db, unitId, cameraIds)
  const move = () => change.replaceCameras(db, unitId, cameraIds, now)
  const { result: moved, renewed } = await renewDesired(db, { cameraIds: involved }, now, move)
  tell(context, [...new Set([...moved, ...renewed.map(({ id }) => id)])], unitId)
}

/** Consoles and hubs hear which cameras have new settings. */
function tell({ db, afterCommit, bus }: Context, cameraIds: readonly string[], unitId: string): void {
  const { tenantId } = db
  afterCommit(() => {
    for (const cameraId of cameraIds) bus.publish(tenantId, { type: 'camera-changed', cameraId, unitId })
  })
}
