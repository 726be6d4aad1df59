/** From a key to a working hub: its session, and whether it may still act. HUB-01, HUB-03. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { hubKey } from '@mimamori/contract/hub.ts'
import { writeAudit } from '#platform/audit.ts'
import type { Clock } from '#platform/clock.ts'
import type { Hub, PublicContext } from '#platform/context.ts'
import type { Database } from '#platform/database.ts'
import { fail } from '#platform/failure.ts'
import { publishHubChange } from '#platform/hub-news.ts'
import { type AgentKey, findAgentKey, isAgentActive, markPresented } from './hub.queries.ts'

/** So late may a revoked key be noticed. security.md, Design 5. */
const REMEMBER_MS = 1_000

/** A hub presents its key: found by its public part in SQL, compared by hash in constant time. */
export async function openSession(
  { database, bus, tokens, now, ip }: PublicContext,
  says: { key: string; version: string; hostname: string },
) {
  if (!hubKey.safeParse(says.key).success) throw fail('hub-key-refused')
  const publicId = says.key.split('_')[1]!
  const { isFirst, ...hub } = await database.asPlatform('hub session', async (db) => {
    const agent = await findAgentKey(db, publicId, now)
    if (!agent || !isKeyOf(agent, says.key)) throw fail('hub-key-refused')
    const isFirst = await markPresented(db, agent, says, now)
    if (isFirst) {
      const source = { tenantId: agent.tenantId, at: now, actorUserId: null, actorTenantId: null }
      await writeAudit(
        db,
        { ...source, hubId: agent.id, sessionId: null, ip },
        { action: 'agent.register', objectType: 'agent', objectId: agent.id },
      )
    }
    return { hubId: agent.id, tenantId: agent.tenantId, isFirst }
  })
  if (isFirst) publishHubChange(bus, hub.tenantId, hub.hubId)
  const { token, expiresAt } = await tokens.signHub(hub, now)
  return { ...hub, token, tokenExpiresAt: expiresAt.toISOString(), now: now.toISOString() }
}

/** The present key, or the one before it for as long as both count. Both are compared, so that no time tells which. */
function isKeyOf({ keyHash, previousKeyHash }: AgentKey, key: string): boolean {
  const isPrevious = isSameHash(previousKeyHash ?? new Uint8Array(0), key)
  return isSameHash(keyHash, key) || isPrevious
}

function isSameHash(stored: Uint8Array, key: string): boolean {
  const given = createHash('sha256').update(key).digest()
  return stored.length === given.length && timingSafeEqual(stored, given)
}

/** Whether a hub whose token is good may still act. Remembered for a second. */
export function createHubGate({ database, clock }: { database: Database; clock: Clock }) {
  const remembered = new Map<string, { answer: Promise<boolean>; untilMs: number }>()
  return function isHubActive(hub: Hub): Promise<boolean> {
    const nowMs = clock.now().getTime()
    const name = `${hub.tenantId} ${hub.id}`
    const known = remembered.get(name)
    if (known && known.untilMs > nowMs) return known.answer
    if (remembered.size > 20_000) remembered.clear()
    const answer = database.asPlatform('hub key', (db) => isAgentActive(db, hub))
    answer.catch(() => remembered.delete(name))
    remembered.set(name, { answer, untilMs: nowMs + REMEMBER_MS })
    return answer
  }
}
