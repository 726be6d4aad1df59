/** A hub registers itself with its site's authorization key and gets its own key. SITE-01. */

import { createHash, timingSafeEqual } from 'node:crypto'
import { HUBS_PER_SITE_AND_DAY, type hubEndpoints, siteKey } from '@mimamori/contract/fleet/hub.ts'
import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import type { InputOf } from '@mimamori/contract/shared/endpoint.ts'
import { writeAudit } from '#platform/auth/audit.ts'
import type { PublicContext } from '#platform/context.ts'
import { networkOf } from '#platform/http/address.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { fail, ServiceError } from '#platform/service-error.ts'
import { newHubKey, newPublicId, publishHubChange } from '#shared/hub.ts'
import { plainText } from './events/events.rules.ts'
import {
  findRegistered,
  findSiteKey,
  insertRegistered,
  lockSite,
  namesOf,
  registeredSince,
  renewKey,
} from './hub.by-site-key.queries.ts'

const NAME_MAX = 80

type Says = InputOf<(typeof hubEndpoints)['hub.register']>['body']

/**
 * Creates the hub's record, or for a repeated registration a new key of the same hub, since its response may have been
 * lost. The previous key becomes invalid.
 */
export async function registerHub(context: PublicContext, says: Says) {
  const { database, bus, cutHub, rateLimit, now, ip } = context
  rateLimit.take('registration', networkOf(ip))
  if (!siteKey.safeParse(says.siteKey).success) throw fail('hub-key-refused')
  const { tenantId, isAgain, ...answer } = await database.asPlatform('a hub registers itself', async (db) => {
    const site = await siteOfKey(db, says.siteKey, now)
    rateLimit.take('registration', site.tenantId)
    // One at a time: names and the day's count hold also for hubs that come at once.
    await lockSite(db, site.tenantId)
    const { isAgain, ...answer } = await issue(db, site.tenantId, says, now)
    const source = { tenantId: site.tenantId, at: now, actorUserId: null, actorTenantId: null, sessionId: null, ip }
    const details = { name: answer.name, siteKey: site.lastFour, again: isAgain }
    await writeAudit(
      db,
      { ...source, hubId: answer.hubId },
      { action: 'agent.register-by-site-key', objectType: 'agent', objectId: answer.hubId, details },
    )
    return { ...answer, tenantId: site.tenantId, isAgain }
  })
  publishHubChange(bus, tenantId, answer.hubId)
  if (isAgain) cutHub(answer.hubId)
  return answer
}

/** The site of the key: found by the key's hash, which nobody can control, and compared in constant time. */
async function siteOfKey(db: PlatformDb, key: string, now: Date) {
  const hash = hashOf(key)
  const stored = await findSiteKey(db, hash, now)
  if (!stored || !timingSafeEqual(stored.keyHash, hash)) throw fail('hub-key-refused')
  return stored
}

async function issue(db: PlatformDb, tenantId: string, says: Says, now: Date) {
  const registrationHash = hashOf(says.registrationId.toLowerCase())
  const before = await findRegistered(db, tenantId, registrationHash)
  if (before) {
    // A site key does not restore a revoked hub.
    if (before.isRevoked) throw fail('hub-key-refused')
    const { key, ...retained } = newHubKey(before.publicId)
    await renewKey(db, tenantId, before.id, retained, now)
    return { key, hubId: before.id, name: before.name, isAgain: true }
  }
  const sinceMs = now.getTime() - DAY_MS
  const today = await registeredSince(db, tenantId, new Date(sinceMs))
  if (today.count >= HUBS_PER_SITE_AND_DAY) {
    const freeAtMs = Date.parse(today.firstAt!) + DAY_MS
    throw new ServiceError('too-many-requests', { retryAfterSeconds: Math.ceil((freeAtMs - now.getTime()) / 1000) })
  }
  const publicId = newPublicId()
  const { key, ...retained } = newHubKey(publicId)
  const name = freeName(says.name ?? says.hostname, await namesOf(db, tenantId))
  const hubId = await insertRegistered(db, { tenantId, name, publicId, registrationHash, ...retained }, now)
  return { key, hubId, name, isAgain: false }
}

/** The request, with the lowest number that makes it the only one of its name at the site: `closet`, `closet (2)`. */
function freeName(request: string, taken: readonly string[]): string {
  const names = new Set(taken.map((name) => name.toLowerCase()))
  const plain = plainText(request).trim() || 'Hub'
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : ` (${number})`
    const name = `${firstLetters(plain, NAME_MAX - end.length).trimEnd()}${end}`
    if (!names.has(name.toLowerCase())) return name
  }
}

/** Cuts a text to a number of UTF-16 units, without half a character at its end. */
function firstLetters(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
