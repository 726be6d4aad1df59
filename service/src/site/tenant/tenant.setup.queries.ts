/** The state of an installation with at most one site, as its first setup needs it. */
import { SETUP_PEOPLE_MAX, type Setup } from '@mimamori/contract/site/setup.ts'
import { hasWayIn } from '#platform/auth/invitation.ts'
import { OPERATOR_TENANT_ID } from '#platform/platform.ts'
import type { PlatformDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'

/** A hub sends heartbeats every few seconds; after this time it counts as away. */
const CONNECTED_MS = 60_000

/** Two people who press at once create one home. */
export async function lockSetup(db: PlatformDb): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended('setup', 0))`)
}

/** At most two: whether there are more is all that counts. */
export function readSites(db: PlatformDb) {
  return db.rows(sql<NonNullable<Setup['home']>>`
    select id, name, timezone from tenant where kind = 'site' and disabled_at is null order by created_at, id limit 2`)
}

/** An organization that was created before; undefined: none. */
export async function readFirstOrganisation(db: PlatformDb): Promise<string | undefined> {
  const row = await db.first(sql<{ id: string }>`
    select id from tenant where kind = 'organisation' and id <> ${OPERATOR_TENANT_ID} and disabled_at is null
      and not exists (select from tenant_deletion where tenant_id = tenant.id)
    order by created_at, id limit 1`)
  return row?.id
}

export async function isCodeTaken(db: PlatformDb, code: string): Promise<boolean> {
  return (await db.first(sql`select from tenant where lower(code) = ${code}`)) !== undefined
}

type SiteState = Pick<Setup, 'hub' | 'camera' | 'people'>

export async function readSiteState(db: PlatformDb, tenantId: string, now: Date): Promise<SiteState> {
  const heardSince = new Date(now.getTime() - CONNECTED_MS)
  const hub = await db.first(sql<NonNullable<Setup['hub']>>`
    select id, name, coalesce(last_active_at > ${heardSince}, false) as "isOnline" from agent
    where tenant_id = ${tenantId} and revoked_at is null order by last_active_at desc nulls last, created_at desc limit 1`)
  const camera = await db.first(sql<NonNullable<Setup['camera']>>`
    select id, name, places @> '[{"kind":"bed"}]' as "hasBed" from camera
    where tenant_id = ${tenantId} and deregistered_at is null order by created_at desc, id desc limit 1`)
  const people = await db.rows(sql<Setup['people'][number]>`
    select u.id, person_name(u.first_name, u.last_name) as "displayName", ${hasWayIn} as "isRegistered",
      exists (select from alarm_device d where d.tenant_id = u.tenant_id and d.user_id = u.id
        and d.proven_at is not null) as "isProven"
    from app_user u where u.tenant_id = ${tenantId} and u.disabled_at is null
    order by u.created_at, u.id limit ${SETUP_PEOPLE_MAX}`)
  return { hub: hub ?? null, camera: camera ?? null, people }
}
