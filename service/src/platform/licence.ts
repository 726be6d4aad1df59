/** What the licence opens: a feature of another package answers `pro-required`, whatever the console shows. NAV-11. */
import { type Feature, opensFeature } from '@mimamori/contract/packages.ts'
import { sql } from 'kysely'
import type { Statements, TenantDb } from './database.ts'
import { fail } from './failure.ts'
import type { Actor } from './session.ts'

/**
 * Throws `pro-required` unless the session's tenant has the package (while connected that is the connected site), and
 * the tenant that is written as well: call it after `db.writeTo`.
 */
export async function requireFeature(
  { actor, db }: { actor: Pick<Actor, 'tenantId' | 'packages'>; db: TenantDb },
  feature: Feature,
): Promise<void> {
  if (!opensFeature(actor.packages, feature)) throw fail('pro-required')
  if (db.tenantId === actor.tenantId) return
  const row = await db.first(sql<{ packages: string[] }>`select packages from tenant where id = ${db.tenantId}`)
  if (!row || !opensFeature(row.packages, feature)) throw fail('pro-required')
}

/** Whoever counts a site's cameras against its limits waits here for the others: registrations, and changes of the limits. */
export async function lockCameraLicence(db: Pick<Statements, 'run'>, tenantId: string): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`camera-licence|${tenantId}`}, 0))`)
}
