/** From a key to a working hub: its session, and whether it may still act. HUB-01, HUB-03. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { hubKey } from '@mimamori/contract/fleet/hub.ts'
import { isTooOld } from '@mimamori/contract/fleet/hub-version.ts'
import { writeAudit } from '#platform/auth/audit.ts'
import type { Clock } from '#platform/clock.ts'
import type { Hub, HubCaller, PublicContext } from '#platform/context.ts'
import { fail } from '#platform/failure.ts'
import type { Database } from '#platform/postgres/database.ts'
import { publishHubChange } from '#shared/hub-news.ts'
import { claimHub, noteDuplicate } from './hub.duplicate.ts'
import { type AgentKey, activeAgents, findAgentKey, markPresented } from './hub.queries.ts'

/** Sockets ask as often, so that a hub that lost its place is found within a second. security.md, Design 5. */
const REMEMBER_MS = 500

/** A hub presents its key: found by its public part in SQL, compared by hash in constant time. */
export async function openSession(
  { database, bus, mail, tokens, now, ip }: PublicContext,
  says: { key: string; version: string; hostname: string; instance?: string | undefined },
) {
  if (!hubKey.safeParse(says.key).success) throw fail('hub-key-refused')
  const publicId = says.key.split('_')[1]!
  const opened = await database.asPlatform('hub session', async (db) => {
    const agent = await findAgentKey(db, publicId, now)
    const accepted = agent && acceptedKey(agent, says.key)
    if (!accepted) throw fail('hub-key-refused')
    const generation = await claimHub(db, agent, says, now)
    if (generation === undefined) {
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
    return { hub: { hubId: agent.id, tenantId: agent.tenantId }, generation, isFirst, ...accepted }
  })
  // Thrown here, since the refusal's own rows must stay.
  if (!opened) throw fail('hub-key-in-use')
  const { isFirst, hub, generation, until } = opened
  if (isFirst) publishHubChange(bus, hub.tenantId, hub.hubId)
  const isOld = isTooOld(says.version)
  const { token, expiresAt } = await tokens.signHub({ ...hub, generation, isTooOld: isOld }, now, until)
  return { ...hub, token, tokenExpiresAt: expiresAt.toISOString(), now: now.toISOString() }
}

/** The present key, or the one before it until it counts no more. Both are compared, so that no time tells which. */
function acceptedKey({ keyHash, previousKeyHash, previousKeyUntil }: AgentKey, key: string) {
  const isPrevious = isSameHash(previousKeyHash ?? new Uint8Array(0), key)
  if (isSameHash(keyHash, key)) return { until: null }
  return isPrevious ? { until: previousKeyUntil ? new Date(previousKeyUntil) : null } : null
}

function isSameHash(stored: Uint8Array, key: string): boolean {
  const given = createHash('sha256').update(key).digest()
  return stored.length === given.length && timingSafeEqual(stored, given)
}

/** `answer`: which generation counts; undefined: none. */
type Remembered = { hub: Hub; answer: Promise<number | undefined>; untilMs: number; askedAtMs: number }
/** A hub that was not asked of for longer is not looked after any more; longer than the pause between heartbeats. */
const FORGET_MS = 30_000

/**
 * Whether a hub whose token is good may still act. Remembered for half a second; then all hubs that called lately are looked
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
      const answer = active.then((generations) => generations.get(one.hub.id))
      answer.catch(() => remembered.delete(name))
      Object.assign(one, { answer, untilMs: nowMs + REMEMBER_MS })
    }
  }
  return async function isHubActive({ generation, ...hub }: HubCaller): Promise<boolean> {
    const nowMs = clock.now().getTime()
    const name = `${hub.tenantId} ${hub.id}`
    const known = remembered.get(name) ?? { hub, answer: Promise.resolve(undefined), untilMs: nowMs, askedAtMs: nowMs }
    known.askedAtMs = nowMs
    remembered.set(name, known)
    if (known.untilMs <= nowMs) readTogether(nowMs)
    const counting = await known.answer
    // It took the place of another one since the last look.
    if (counting !== undefined && generation > counting) {
      known.untilMs = nowMs
      readTogether(nowMs)
      return (await known.answer) === generation
    }
    return counting === generation
  }
}
