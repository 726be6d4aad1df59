/** Tenants: organisations and their sites. Requirements SITE-01, SITE-02, SITE-04. */

import { createHash, randomBytes } from 'node:crypto'
import { HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import type { alarmSettingsEndpoints } from '@mimamori/contract/site/alarm-settings.ts'
import { TENANT_SORTS } from '@mimamori/contract/site/site-lists.ts'
import { KEY_OVERLAP_HOURS, type tenantDraft, type tenantEndpoints } from '@mimamori/contract/site/tenant.ts'
import type { tenantDeletionEndpoints } from '@mimamori/contract/site/tenant-deletion.ts'
import type { z } from 'zod'
import type { Context, Handlers } from '#platform/context.ts'
import { fail, found } from '#platform/service-error.ts'
import { hasAccess, requireAccess } from '#shared/access.ts'
import { auditAt } from '#shared/audit-at.ts'
import { renewDesired } from '#shared/desired.ts'
import { lockCameraLicence } from '#shared/licence.ts'
import { byName, pageNumberOf } from '#shared/list-page.ts'
import { alarmSettingsRoutes } from './tenant.alarms.ts'
import { tenantDeletionRoutes } from './tenant.deletion.routes.ts'
import {
  countTenants,
  exchangeKey,
  insertTenant,
  isOrganisation,
  lockTenant,
  readTenant,
  readTenants,
  sessionsOf,
  updateTenant,
} from './tenant.queries.ts'
import {
  isChanged,
  LICENCE,
  type Licence,
  reachOf,
  requirePatch,
  requireRoom,
  requireUnmarked,
  usualLicence,
} from './tenant.reach.ts'

const KEY_BYTES = 32

export const tenantRoutes: Handlers<
  typeof tenantEndpoints & typeof alarmSettingsEndpoints & typeof tenantDeletionEndpoints
> = {
  ...alarmSettingsRoutes,
  ...tenantDeletionRoutes,

  'tenant.search': ({ actor, asPlatform }, { query, body }) =>
    asPlatform('list organisations and sites', async (db) => ({
      records: query.pageSize === 0 ? [] : await readTenants(db, reachOf(actor), body, byName(query, TENANT_SORTS)),
      totalCount: await countTenants(db, reachOf(actor), body),
      currentPage: pageNumberOf(query),
    })),

  'tenant.get': async ({ actor, asPlatform }, { params }) =>
    found(await asPlatform('read a site', (db) => readTenant(db, reachOf(actor), params.id))),

  async 'tenant.create'(context, { body }) {
    const { actor, asPlatform, now } = context
    // A connected session works on its one site.
    requireAccess(actor, 'act in their own name')
    return asPlatform('create a site', async (db) => {
      const draft = forRole(context, body)
      if (draft.parentId !== null && !(await isOrganisation(db, draft.parentId))) throw unknownParent()
      const id = await insertTenant(db, draft, now)
      const { name, code, parentId } = draft
      const details = { name, code, parentId }
      await auditAt(db, context, id, { action: 'tenant.create', objectType: 'tenant', objectId: id, details })
      return (await readTenant(db, reachOf(actor), id))!
    })
  },

  async 'tenant.patch'(context, { body }) {
    const { actor, asPlatform, afterCommit, wakeSignals, bus, sessions, now } = context
    const { id, version, ...change } = body
    const { after, touched, renewed } = await asPlatform('change a site', async (db) => {
      found(await readTenant(db, reachOf(actor), id))
      await lockTenant(db, id)
      await lockCameraLicence(db, id)
      const before = (await readTenant(db, reachOf(actor), id))!
      if (version !== undefined && version !== before.version) throw fail('conflict')
      requirePatch(actor, before, body)
      requireUnmarked(before, body)
      requireRoom(before, body)
      const draft = { ...before, ...change }
      // The kind of a tenant never changes.
      const isSite = before.kind === 'site'
      if (isChanged(before.parentId, draft.parentId)) {
        const isFine = isSite && draft.parentId !== null && (await isOrganisation(db, draft.parentId))
        if (!isFine) throw unknownParent()
      }
      // Another time zone is another document for every camera of the site.
      const { renewed } = await renewDesired({ ...db, tenantId: id }, 'all', now, () =>
        updateTenant(db, id, draft, now),
      )
      const details = { changed: differences(before, change) }
      await auditAt(db, context, id, { action: 'tenant.patch', objectType: 'tenant', objectId: id, details })
      return { after: (await readTenant(db, reachOf(actor), id))!, touched: await sessionsOf(db, id), renewed }
    })
    // Licence, switches and the lock hold at once: streams and sockets look again.
    afterCommit(() => {
      sessions.changed(...touched)
      for (const camera of renewed)
        bus.publish(id, { type: 'camera-changed', cameraId: camera.id, unitId: camera.unitId })
      wakeSignals.send('escalation')
    })
    return after
  },

  async 'tenant.newKey'(context, { params: { id } }) {
    const { actor, asPlatform, now } = context
    requireAccess(actor, 'act in their own name')
    const authorizationKey = `mms_${randomBytes(KEY_BYTES).toString('base64url')}`
    const keyLastFour = authorizationKey.slice(-4)
    const hash = createHash('sha256').update(authorizationKey).digest()
    const previousUntil = new Date(now.getTime() + KEY_OVERLAP_HOURS * HOUR_MS)
    const hadOne = await asPlatform('exchange a site key', async (db) => {
      const site = found(await readTenant(db, reachOf(actor), id))
      if (site.kind !== 'site') throw fail('invalid-request', { id: 'tenant.key-of-site' })
      await lockTenant(db, id)
      const details = { lastFour: keyLastFour }
      await auditAt(db, context, id, { action: 'tenant.new-key', objectType: 'tenant', objectId: id, details })
      return exchangeKey(db, id, { hash, lastFour: keyLastFour }, now, previousUntil)
    })
    return { authorizationKey, keyLastFour, previousValidUntil: hadOne ? previousUntil.toISOString() : null }
  },
}

type Draft = z.output<typeof tenantDraft>

/** An organiser's site stands below the own organization, with the usual license until the operator gives another. */
function forRole({ actor, config }: Context, draft: Draft): Omit<Draft, keyof Licence> & Licence {
  const usual = usualLicence(config)
  const named = Object.fromEntries(LICENCE.flatMap((name) => (draft[name] === undefined ? [] : [[name, draft[name]]])))
  if (hasAccess(actor, 'change licences')) return { ...draft, ...usual, ...named }
  if (LICENCE.some((name) => isChanged(usual[name], draft[name]))) requireAccess(actor, 'change licences')
  if (draft.parentId !== null && draft.parentId !== actor.homeTenantId) throw unknownParent()
  return { ...draft, ...usual, parentId: actor.homeTenantId }
}

function unknownParent() {
  return fail('invalid-request', { parentId: 'tenant.parent-unknown' })
}

/** For the audit: each changed field with its old and new value. None of them is a secret. */
function differences(before: Record<string, unknown>, change: Record<string, unknown>): Record<string, unknown> {
  const changed = Object.entries(change).filter(([name, value]) => isChanged(before[name], value))
  return Object.fromEntries(changed.map(([name, value]) => [name, [before[name] ?? null, value]]))
}
