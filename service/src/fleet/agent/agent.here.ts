/** Starts the hub that stands ready on the machine of the service, by writing its key to a file. DOOR-01. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { type agentEndpoints, agent as agentRecord } from '@mimamori/contract/fleet/agent.ts'
import type { Handlers } from '#platform/context.ts'
import { fail } from '#platform/service-error.ts'
import { managedTenants, requireAccess } from '#shared/access.ts'
import { auditAt } from '#shared/audit-at.ts'
import { newHubKey, newPublicId, publishHubChange } from '#shared/hub.ts'
import { insertAgent, isSite, lockTenant, readAgent, readAgentOfKey } from './agent.queries.ts'

export const startHere: Handlers<typeof agentEndpoints>['agent.startHere'] = async (context, { body }) => {
  const { actor, asPlatform, afterCommit, bus, config, now } = context
  requireAccess(actor, 'reach the site', body.tenantId)
  const file = config.localHubKeyFile
  if (file === null) throw fail('no-hub-here')
  const agent = await asPlatform('start the hub of this machine', async (db) => {
    if (!(await isSite(db, body.tenantId))) throw fail('invalid-request', { tenantId: 'agent.tenant-unknown' })
    // The second of two presses finds the key of the first.
    await lockTenant(db, body.tenantId)
    const reach = { tenantIds: managedTenants(actor), now }
    const known = await readAgentOfKey(db, storedPublicId(file))
    if (known && known.tenantId !== body.tenantId) throw fail('hub-key-in-use')
    if (known) return (await readAgent(db, reach, known.id))!
    const publicId = newPublicId()
    const { key, hash, lastFour } = newHubKey(publicId)
    const id = await insertAgent(db, { ...body, isNotificationEnabled: true }, { publicId, hash, lastFour }, now)
    await auditAt(db, context, body.tenantId, { action: 'agent.create', objectType: 'agent', objectId: id })
    // Before the commit: a key that cannot be written leaves no hub behind, and one without a hub is replaced.
    writeKey(file, key)
    return (await readAgent(db, reach, id))!
  })
  afterCommit(() => publishHubChange(bus, agent.tenantId, agent.id))
  return agentRecord.parse(agent)
}

/** The public part of the key in the file; empty without one. */
function storedPublicId(file: string): string {
  try {
    return readFileSync(file, 'utf8').split('_')[1] ?? ''
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

function writeKey(file: string, key: string): void {
  writeFileSync(`${file}.new`, `${key}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
