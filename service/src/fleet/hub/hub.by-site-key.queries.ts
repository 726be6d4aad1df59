/** Every statement about hubs that register themselves with a site's authorization key. */

import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

type SiteKey = { tenantId: string; keyHash: Buffer; lastFour: string }

/** The key of that hash, unless it was exchanged longer ago than it is accepted, or its site is closed. */
export function findSiteKey(db: PlatformDb, hash: Buffer, now: Date): Promise<SiteKey | undefined> {
  return db.first(sql<SiteKey>`
    select k.tenant_id as "tenantId", k.key_hash as "keyHash", k.last_four as "lastFour"
    from site_key k join tenant t on t.id = k.tenant_id
    where k.key_hash = ${hash} and (k.valid_until is null or k.valid_until > ${now})
      and t.kind = 'site' and t.disabled_at is null`)
}

/** Serializes registrations of hubs at the site until the transaction ends; cameras and users are not blocked. */
export async function lockSite(db: PlatformDb, tenantId: string): Promise<void> {
  await db.run(sql`select from tenant where id = ${tenantId} for no key update`)
}

export type Registered = { id: string; publicId: string; name: string; isRevoked: boolean }

/** The hub that registered at the site with that id. */
export function findRegistered(db: PlatformDb, tenantId: string, hash: Buffer): Promise<Registered | undefined> {
  return db.first(sql<Registered>`
    select id, public_id as "publicId", name, revoked_at is not null as "isRevoked"
    from agent where tenant_id = ${tenantId} and registration_hash = ${hash} for update`)
}

/** How many hubs registered themselves after that instant, and when the first of them did. */
export async function registeredSince(
  db: PlatformDb,
  tenantId: string,
  since: Date,
): Promise<{ count: number; firstAt: string | null }> {
  const row = await db.first(sql<{ count: number; firstAt: string | null }>`
    select count(*) as count, min(created_at) as "firstAt" from agent
    where tenant_id = ${tenantId} and registration_hash is not null and created_at > ${since}`)
  return row!
}

/** The names of the site's hubs. */
export async function namesOf(db: PlatformDb, tenantId: string): Promise<string[]> {
  const rows = await db.rows(sql<{ name: string }>`select name from agent where tenant_id = ${tenantId}`)
  return rows.map(({ name }) => name)
}

type NewHub = {
  tenantId: string
  name: string
  publicId: string
  hash: Buffer
  lastFour: string
  registrationHash: Buffer
}

/** Returns the hub's id. */
export async function insertRegistered(db: PlatformDb, hub: NewHub, now: Date): Promise<string> {
  const row = await db.first(sql<{ id: string }>`
    insert into agent (tenant_id, name, public_id, key_hash, key_last_four, registration_hash, created_at, updated_at)
    values (${hub.tenantId}, ${hub.name}, ${hub.publicId}, ${hub.hash}, ${hub.lastFour}, ${hub.registrationHash},
      ${now}, ${now})
    returning id`)
  return row!.id
}

/** Replaces the current and the previous key with a new one; both are rejected from now on. */
export async function renewKey(
  db: PlatformDb,
  tenantId: string,
  id: string,
  key: { hash: Buffer; lastFour: string },
  now: Date,
): Promise<void> {
  await db.run(sql`
    update agent set key_hash = ${key.hash}, key_last_four = ${key.lastFour}, key_rotated_at = ${now},
      previous_key_hash = null, previous_key_until = null, generation = generation + 1, updated_at = ${now}
    where tenant_id = ${tenantId} and id = ${id}`)
}
