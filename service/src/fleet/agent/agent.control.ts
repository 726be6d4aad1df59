/**
 * Starts, stops and restarts a hub's detection or its program through a request to the hub. Requirements HUB-01,
 * CAM-11.
 */

import type { agentEndpoints } from '@mimamori/contract/fleet/agent.ts'
import type { HandlerOf } from '#platform/context.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail, found } from '#platform/service-error.ts'
import { hasAccess, managedTenants } from '#shared/access.ts'
import { auditAt } from '#shared/audit-at.ts'
import { publishHubChange } from '#shared/hub.ts'
import { readAgent } from './agent.queries.ts'

const ANSWER_MS = 15_000

/** The request runs outside of a transaction; the action is audited before it, the result after it. */
export const controlAgent: HandlerOf<(typeof agentEndpoints)['agent.control']> = async (context, { params, body }) => {
  const { actor, now, database, bus, askHub } = context
  const reach = { tenantIds: managedTenants(actor), now }
  // BOOTSTRAP keeps the machine reachable: if it were stopped, it could not be started again from here.
  if (body.package === 'BOOTSTRAP' && body.action !== 'restart') {
    throw fail('invalid-request', { action: 'agent.bootstrap-restart-only' })
  }
  if (body.action !== 'restart' && !hasAccess(actor, 'reach all sites')) {
    throw fail('invalid-request', { action: 'agent.restart-only' })
  }
  const { id, tenantId } = await database.asPlatform('control a hub', async (db) => {
    const agent = found(await readAgent(db, reach, params.id))
    const entry = { action: `agent.${body.action}`, objectType: 'agent', objectId: agent.id }
    await auditAt(db, context, agent.tenantId, { ...entry, details: { package: body.package } })
    return agent
  })
  const answer = await askHub(tenantId, id, { type: 'control', cameraId: null, ...body }, { timeoutMs: ANSWER_MS })
  if (answer.error) throw fail('hub-refused')
  const { running } = answer.result
  await database.asPlatform('a hub was controlled', (db) =>
    db.run(sql`update agent set running_status = ${running} where tenant_id = ${tenantId} and id = ${id}`),
  )
  publishHubChange(bus, tenantId, id)
  return { running }
}
