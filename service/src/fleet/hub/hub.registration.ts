/** From a key to a working hub: opening its session, and checking whether it may still act. HUB-01, HUB-03. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { hubKey } from '@mimamori/contract/fleet/hub.ts'
import { isTooOld } from '@mimamori/contract/fleet/hub-version.ts'
import { writeAudit } from '#platform/auth/audit.ts'
import type { Clock } from '#platform/clock.ts'
import type { HubCaller, PublicContext } from '#platform/context.ts'
import type { Database } from '#platform/postgres/database.ts'
import { fail } from '#platform/service-error.ts'
import { publishHubChange } from '#shared/hub.ts'
import { claimHub, noteDuplicate } from './hub.duplicate.ts'
import { type AgentKey, activeHubs, findAgentKey, markPresented } from './hub.queries.ts'

/** Sockets check as often, so that a hub that lost its place is found within a second. */
const REMEMBER_MS = 500

/** Opens a session with a hub's key: found by its public part in SQL, compared by hash in constant time. */
export async function openSession(
  { database, bus, mail, tokens, now, ip }: PublicContext,
  says: { key: string; version: string; hostname: string; instance: string },
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
  // Thrown here, because the rows of the rejection must be committed.
  if (!opened) throw fail('hub-key-in-use')
  const { isFirst, hub, generation, until } = opened
  if (isFirst) publishHubChange(bus, hub.tenantId, hub.hubId)
  const isOld = isTooOld(says.version)
  const { token, expiresAt } = await tokens.signHub({ ...hub, generation, isTooOld: isOld }, now, until)
  return { ...hub, token, tokenExpiresAt: expiresAt.toISOString(), now: now.toISOString() }
}

/**
 * The current key, or the previous one until it expires. Both are always compared, so that the timing does not reveal
 * which matched.
 */
function acceptedKey({ keyHash, previousKeyHash, previousKeyUntil }: AgentKey, key: string) {
  const isPrevious = isSameHash(previousKeyHash ?? new Uint8Array(0), key)
  if (isSameHash(keyHash, key)) return { until: null }
  return isPrevious ? { until: previousKeyUntil ? new Date(previousKeyUntil) : null } : null
}

function isSameHash(stored: Uint8Array, key: string): boolean {
  const given = createHash('sha256').update(key).digest()
  return stored.length === given.length && timingSafeEqual(stored, given)
}

export type HubGate = {
  /** Whether a hub with a valid token may still act. */
  isActive(hub: HubCaller): Promise<boolean>
  /** The hubs among these that may no longer act. */
  findInactive<H extends HubCaller>(hubs: readonly H[]): Promise<H[]>
}

/**
 * The state of all hubs is cached for half a second and then read for all together: at thousands of hubs, one statement
 * per call would cost more than the call.
 */
export function createHubGate({ database, clock }: { database: Database; clock: Clock }): HubGate {
  let generations = Promise.resolve<ReadonlyMap<string, number>>(new Map())
  let untilMs = Number.NEGATIVE_INFINITY
  /** Unknown hubs that already caused another read: a rejected hub must not cause a read at each call. */
  const readFor = new Set<string>()

  function read(): void {
    const answer = database.asPlatform('hub keys', (db) => activeHubs(db))
    generations = answer
    answer.catch(() => {
      if (generations === answer) untilMs = Number.NEGATIVE_INFINITY
    })
  }
  function fresh(): Promise<ReadonlyMap<string, number>> {
    const nowMs = clock.now().getTime()
    if (untilMs <= nowMs || untilMs > nowMs + REMEMBER_MS) {
      readFor.clear()
      untilMs = nowMs + REMEMBER_MS
      read()
    }
    return generations
  }
  async function isActive(hub: HubCaller): Promise<boolean> {
    const name = nameOf(hub)
    const counting = (await fresh()).get(name)
    if (counting !== undefined && hub.generation <= counting) return counting === hub.generation
    // The hub is new, or replaced another program since the last read.
    if (counting !== undefined || !readFor.has(name)) read()
    readFor.add(name)
    return (await generations).get(name) === hub.generation
  }
  return {
    isActive,
    async findInactive(hubs) {
      const known = await fresh()
      const doubtful = hubs.filter((hub) => known.get(nameOf(hub)) !== hub.generation)
      const found = await Promise.all(doubtful.map(async (hub) => ((await isActive(hub)) ? [] : [hub])))
      return found.flat()
    },
  }
}

const nameOf = ({ tenantId, id }: HubCaller) => `${tenantId} ${id}`
