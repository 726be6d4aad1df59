/** From a key to a working hub: its session, and whether it may still act. HUB-01, HUB-03. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { hubKey } from '@mimamori/contract/hub.ts'
import { writeAudit } from '#platform/audit.ts'
import type { Clock } from '#platform/clock.ts'
import type { Hub, PublicContext } from '#platform/context.ts'
import type { Database } from '#platform/database.ts'
import { fail } from '#platform/failure.ts'
import { publishHubChange } from '#platform/hub-news.ts'
import { claimHub, noteDuplicate } from './hub.duplicate.ts'
import { type AgentKey, activeAgents, findAgentKey, markPresented } from './hub.queries.ts'

/** So late may a revoked key be noticed. security.md, Design 5. */
const REMEMBER_MS = 1_000

/** A hub presents its key: found by its public part in SQL, compared by hash in constant time. */
export async function openSession(
  { database, bus, mail, tokens, now, ip }: PublicContext,
  says: { key: string; version: string; hostname: string; instance?: string | undefined },
) {
  if (!hubKey.safeParse(says.key).success) throw fail('hub-key-refused')
  const publicId = says.key.split('_')[1]!
  const opened = await database.asPlatform('hub session', async (db) => {
    const agent = await findAgentKey(db, publicId, now)
    if (!agent || !isKeyOf(agent, says.key)) throw fail('hub-key-refused')
    if (!(await claimHub(db, agent, says, now))) {
      await noteDuplicate(db, { mail, bus, now, ip }, agent, says)
      return null
    }
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
  // Thrown here, since the refusal's own rows must stay.
  if (!opened) throw fail('hub-key-in-use')
  const { isFirst, ...hub } = opened
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

type Remembered = { hub: Hub; answer: Promise<boolean>; untilMs: number; askedAtMs: number }
/** A hub that was not asked of for longer is not looked after any more; longer than the pause between heartbeats. */
const FORGET_MS = 30_000

/**
 * Whether a hub whose token is good may still act. Remembered for a second; then all hubs that called lately are looked
 * up together, since at thousands of hubs a statement for each heartbeat would cost more than the heartbeat.
 */
export function createHubGate({ database, clock }: { database: Database; clock: Clock }) {
  const remembered = new Map<string, Remembered>()

  /** What is known of the hub is too old: so it is of most others. */
  function readTogether(nowMs: number): void {
    const stale: [string, Remembered][] = []
    for (const [name, one] of remembered) {
      if (nowMs - one.askedAtMs > FORGET_MS) remembered.delete(name)
      else if (one.untilMs <= nowMs) stale.push([name, one])
    }
    const hubs = stale.map(([, { hub }]) => hub)
    const active = database.asPlatform('hub keys', (db) => activeAgents(db, hubs))
    for (const [name, one] of stale) {
      const answer = active.then((ids) => ids.has(one.hub.id))
      answer.catch(() => remembered.delete(name))
      Object.assign(one, { answer, untilMs: nowMs + REMEMBER_MS })
    }
  }
  return function isHubActive(hub: Hub): Promise<boolean> {
    const nowMs = clock.now().getTime()
    const name = `${hub.tenantId} ${hub.id}`
    const known = remembered.get(name) ?? { hub, answer: Promise.resolve(false), untilMs: nowMs, askedAtMs: nowMs }
    known.askedAtMs = nowMs
    remembered.set(name, known)
    if (known.untilMs <= nowMs) readTogether(nowMs)
    return known.answer
  }
}
