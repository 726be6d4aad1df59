/** An organization or a site is exported, marked for deletion, and the mark withdrawn. Requirement OPS-09; decision 0031. */

import { DAY_MS, HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import type { Tenant } from '@mimamori/contract/site/tenant.ts'
import {
  DELETION_DELAY_DAYS,
  EXPORT_VALID_HOURS,
  type TenantDeletion,
  type tenantDeletionEndpoints,
} from '@mimamori/contract/site/tenant-deletion.ts'
import type { AuditEntry } from '#platform/auth/audit.ts'
import type { Context, Handlers } from '#platform/context.ts'
import { OPERATOR_TENANT_ID } from '#platform/platform.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { fail, found } from '#platform/service-error.ts'
import { hasAccess, requireAccess } from '#shared/access.ts'
import { administrators } from '#shared/administrators.ts'
import { auditAt } from '#shared/audit-at.ts'
import { renewDesired } from '#shared/desired.ts'
import {
  countWhatGoes,
  hasResidentData,
  insertMark,
  lockMark,
  nameOfUser,
  readExport,
  readMark,
  removeMark,
} from './tenant.deletion.queries.ts'
import { exportTenant } from './tenant.export.ts'
import { lockTenant, readTenant, sessionsOf } from './tenant.queries.ts'
import { reachOf } from './tenant.reach.ts'

export const tenantDeletionRoutes: Handlers<typeof tenantDeletionEndpoints> = {
  'tenant.deletion': (context, { params: { id } }) =>
    context.asPlatform('what a deletion would remove', async (db) => {
      const tenant = found(await readTenant(db, reachOf(context.actor), id))
      return stateOf(db, context, tenant)
    }),

  'tenant.export': exportTenant,

  async 'tenant.remove'(context, { params: { id }, body }) {
    const { actor, now } = context
    requireAccess(actor, 'act in their own name')
    return changed(context, id, 'mark a site for deletion', async (db, tenant) => {
      // The own organization has to be deleted by the operator.
      if (id === actor.homeTenantId) throw fail('forbidden')
      if (await readMark(db, id)) throw fail('conflict')
      if (tenant.siteCount > 0) throw fail('has-sites')
      if (body.name.trim() !== tenant.name.trim()) throw fail('invalid-request', { name: 'tenant.name-mistyped' })
      const { lastExport, counts } = await stateOf(db, context, tenant)
      if (!lastExport) throw fail('export-needed')
      const dueAt = new Date(now.getTime() + DELETION_DELAY_DAYS * DAY_MS)
      const by = await nameOfUser(db, actor)
      await insertMark(db, id, { at: now, by, dueAt })
      await notifyAdministrators(db, context, tenant, { template: 'tenant-marked', by, dueAt })
      return { action: 'tenant.mark', details: { name: tenant.name, dueAt: dueAt.toISOString(), lastExport, counts } }
    })
  },

  async 'tenant.restore'(context, { params: { id } }) {
    const { actor, now } = context
    requireAccess(actor, 'act in their own name')
    return changed(context, id, 'withdraw a deletion', async (db, tenant) => {
      await lockMark(db, id)
      const mark = await readMark(db, id)
      if (!mark) throw fail('conflict')
      if (mark.begunAt !== null) throw fail('deletion-begun')
      await removeMark(db, id, mark, now)
      await notifyAdministrators(db, context, tenant, { template: 'tenant-restored', by: await nameOfUser(db, actor) })
      return { action: 'tenant.withdraw', details: { name: tenant.name } }
    })
  },
}

type Notice = { template: 'tenant-marked'; by: string; dueAt: Date } | { template: 'tenant-restored'; by: string }

/** E-mails to those of the tenant itself, and of its organization: people there have to know that nobody is alerted. */
async function notifyAdministrators(db: PlatformDb, { mail }: Context, tenant: Tenant, notice: Notice): Promise<void> {
  const { id, kind, name, parentId } = tenant
  const own = await administrators(db, id, kind === 'site' ? 'ADMIN' : 'ORG_ADMIN')
  const above = parentId === null ? [] : await administrators(db, parentId, 'ORG_ADMIN')
  for (const reader of own) await mail.send(db, { ...notice, name, kind, ...reader, tenantId: id })
  for (const reader of above) await mail.send(db, { ...notice, name, kind, ...reader, tenantId: parentId! })
}

type Deed = Pick<AuditEntry, 'action' | 'details'>

/** Changes the mark of one tenant under its lock, with all that goes by it: sessions, cameras, the audit here and above. */
async function changed(
  context: Context,
  id: string,
  why: string,
  work: (db: PlatformDb, tenant: Tenant) => Promise<Deed>,
): Promise<TenantDeletion> {
  const { actor, now, asPlatform, afterCommit, sessions, bus, wakeSignals } = context
  const { state, touched, renewed } = await asPlatform(why, async (db) => {
    found(await readTenant(db, reachOf(actor), id))
    await lockTenant(db, id)
    const tenant = found(await readTenant(db, reachOf(actor), id))
    const touched = await sessionsOf(db, id)
    // The cameras of a marked site are off: another document for each of them.
    const { result, renewed } = await renewDesired({ ...db, tenantId: id }, 'all', now, () => work(db, tenant))
    const entry = { ...result, objectType: 'tenant', objectId: id }
    // The site's own audit is deleted with it.
    for (const place of [id, tenant.parentId ?? OPERATOR_TENANT_ID]) await auditAt(db, context, place, entry)
    return { state: await stateOf(db, context, tenant), touched, renewed }
  })
  afterCommit(() => {
    sessions.changed(...touched)
    for (const camera of renewed)
      bus.publish(id, { type: 'camera-changed', cameraId: camera.id, unitId: camera.unitId })
    wakeSignals.send('escalation')
  })
  return state
}

async function stateOf(
  db: PlatformDb,
  { actor, now }: Pick<Context, 'actor' | 'now'>,
  { id, siteCount }: Pick<Tenant, 'id' | 'siteCount'>,
): Promise<TenantDeletion> {
  const validMs = EXPORT_VALID_HOURS * HOUR_MS
  const newest = await readExport(db, id, new Date(now.getTime() - validMs))
  const needsWhole = await hasResidentData(db, id)
  const isEnough = newest !== null && (newest.isWhole || !needsWhole)
  const mark = await readMark(db, id)
  return {
    counts: await countWhatGoes(db, id),
    siteCount,
    lastExport: isEnough
      ? { at: newest.at, madeBy: newest.madeBy, validUntil: new Date(Date.parse(newest.at) + validMs).toISOString() }
      : null,
    needsOtherExporter: needsWhole && !hasAccess(actor, 'export resident data'),
    marked: mark && { at: mark.markedAt, by: mark.markedBy, dueAt: mark.dueAt, isBegun: mark.begunAt !== null },
  }
}
