/** Agents: the service's records of hubs. Requirements HUB-01, HUB-02; domain.md "Who may do what". */

import { type AgentDetail, type agentEndpoints, agent as agentRecord } from '@mimamori/contract/fleet/agent.ts'
import { HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import { AGENT_SORTS } from '@mimamori/contract/shared/sorts.ts'
import { KEY_OVERLAP_HOURS } from '@mimamori/contract/site/tenant.ts'
import type { Context, Handlers } from '#platform/context.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { fail, found } from '#platform/service-error.ts'
import { managedTenants, requireAccess } from '#shared/access.ts'
import { auditAt } from '#shared/audit-at.ts'
import { newHubKey, newPublicId, publishHubChange } from '#shared/hub.ts'
import { byName, pageNumberOf } from '#shared/list-page.ts'
import { controlAgent } from './agent.control.ts'
import { startHere } from './agent.here.ts'
import {
  type AgentReach,
  camerasOf,
  countAgents,
  deleteAgent,
  exchangeKey,
  insertAgent,
  isSite,
  lockAgent,
  readAgent,
  readAgents,
  revokeKeys,
  updateAgent,
} from './agent.queries.ts'

export const agentRoutes: Handlers<typeof agentEndpoints> = {
  async 'agent.create'(context, { body }) {
    const { actor, asPlatform, afterCommit, bus, now } = context
    requireAccess(actor, 'act in their own name')
    const publicId = newPublicId()
    const { key, hash, lastFour } = newHubKey(publicId)
    const agent = await asPlatform('create a hub record', async (db) => {
      if (!(await isSite(db, body.tenantId))) throw unknownSite()
      const id = await insertAgent(db, body, { publicId, hash, lastFour }, now)
      await auditAt(db, context, body.tenantId, { action: 'agent.create', objectType: 'agent', objectId: id })
      return (await readAgent(db, reachOf(context), id))!
    })
    afterCommit(() => publishHubChange(bus, agent.tenantId, agent.id))
    return { ...agentRecord.parse(agent), key }
  },

  'agent.startHere': startHere,

  'agent.search': (context, { query, body }) =>
    context.asPlatform('list hubs', async (db) => ({
      records: query.pageSize === 0 ? [] : await readAgents(db, reachOf(context), body, byName(query, AGENT_SORTS)),
      totalCount: await countAgents(db, reachOf(context), body),
      currentPage: pageNumberOf(query),
    })),

  'agent.get': async (context, { params }) =>
    found(await context.asPlatform('read a hub', (db) => readAgent(db, reachOf(context), params.id))),

  async 'agent.patch'(context, { body: { id, revision, ...change } }) {
    const { before, after } = await context.asPlatform('change a hub record', async (db) => {
      const before = await lockedAgent(db, context, id)
      if (revision !== before.revision) throw fail('conflict')
      const isMoved = change.tenantId !== undefined && change.tenantId !== before.tenantId
      if (isMoved) await requireMove(db, context, before, change.tenantId!)
      const { name, tenantId, isNotificationEnabled } = { ...before, ...change }
      await updateAgent(db, id, { name, tenantId, isNotificationEnabled }, context.now)
      const details = { before: { name: before.name, tenantId: before.tenantId }, after: { name, tenantId } }
      for (const site of new Set([before.tenantId, tenantId])) {
        await auditAt(db, context, site, { action: 'agent.patch', objectType: 'agent', objectId: id, details })
      }
      return { before, after: (await readAgent(db, reachOf(context), id))! }
    })
    context.afterCommit(() => {
      publishHubChange(context.bus, after.tenantId, id)
      // Its token belongs to the previous site: it signs in again.
      if (before.tenantId !== after.tenantId) context.cutHub(id)
    })
    return after
  },

  async 'agent.remove'(context, { params: { id } }) {
    const gone = await context.asPlatform('delete a hub record', async (db) => {
      const agent = await lockedAgent(db, context, id)
      if ((await camerasOf(db, id)) > 0) throw fail('in-use')
      await deleteAgent(db, id)
      const details = { name: agent.name, publicId: agent.publicId }
      await auditAt(db, context, agent.tenantId, { action: 'agent.remove', objectType: 'agent', objectId: id, details })
      return agent
    })
    context.afterCommit(() => {
      publishHubChange(context.bus, gone.tenantId, id)
      context.cutHub(id)
    })
    return {}
  },

  async 'agent.rotateKey'(context, { params: { id } }) {
    const { actor, asPlatform, afterCommit, bus, now } = context
    requireAccess(actor, 'act in their own name')
    const { key, lastFour, issued, tenantId } = await asPlatform('exchange a hub key', async (db) => {
      const agent = await lockedAgent(db, context, id)
      const { key, hash, lastFour } = newHubKey(agent.publicId)
      const previousUntil = new Date(now.getTime() + KEY_OVERLAP_HOURS * HOUR_MS)
      const issued = await exchangeKey(db, id, { hash, lastFour }, now, previousUntil)
      const details = { lastFour }
      await auditAt(db, context, agent.tenantId, {
        action: 'agent.rotate-key',
        objectType: 'agent',
        objectId: id,
        details,
      })
      return { key, lastFour, issued, tenantId: agent.tenantId }
    })
    afterCommit(() => publishHubChange(bus, tenantId, id))
    return { key, keyLastFour: lastFour, ...issued }
  },

  async 'agent.revokeKey'(context, { params: { id } }) {
    const { actor, asPlatform, afterCommit, bus, cutHub, now } = context
    requireAccess(actor, 'act in their own name')
    const { tenantId } = await asPlatform('revoke a hub key', async (db) => {
      const agent = await lockedAgent(db, context, id)
      await revokeKeys(db, id, now)
      await auditAt(db, context, agent.tenantId, { action: 'agent.revoke-key', objectType: 'agent', objectId: id })
      return agent
    })
    afterCommit(() => {
      publishHubChange(bus, tenantId, id)
      cutHub(id)
    })
    return {}
  },

  'agent.control': controlAgent,
}

/** SUPER_ADMIN reaches the hubs of all sites, but only those of one while connected to it. */
function reachOf({ actor, now }: Pick<Context, 'actor' | 'now'>): AgentReach {
  return { tenantIds: managedTenants(actor), now }
}

async function lockedAgent(db: PlatformDb, context: Context, id: string): Promise<AgentDetail> {
  await lockAgent(db, id)
  return found(await readAgent(db, reachOf(context), id))
}

/** A hub may move to another site only without cameras, and only by a user who reaches both. */
async function requireMove(db: PlatformDb, context: Context, agent: AgentDetail, tenantId: string): Promise<void> {
  const { tenantIds } = reachOf(context)
  if (tenantIds && !tenantIds.includes(tenantId)) throw unknownSite()
  if (!(await isSite(db, tenantId))) throw unknownSite()
  if ((await camerasOf(db, agent.id)) > 0) throw fail('in-use')
}

function unknownSite() {
  return fail('invalid-request', { tenantId: 'agent.tenant-unknown' })
}
