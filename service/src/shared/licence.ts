/**
 * Features of the license: a feature of a missing package returns `pro-required`, whatever the console shows. NAV-11.
 */
import { type AppCode, alertAppCode } from '@mimamori/contract/shared/apps.ts'
import { type Feature, opensDetection, opensFeature } from '@mimamori/contract/site/packages.ts'
import type { Actor } from '#platform/auth/session.ts'
import type { Statements, TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail } from '#platform/service-error.ts'

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

/** Throws `detection-not-licensed` when the app detects and the site's license has no package for that. */
export async function requireDetection(
  db: Pick<Statements, 'first'>,
  tenantId: string,
  appCode: AppCode,
): Promise<void> {
  if (!alertAppCode.safeParse(appCode).success) return
  const row = await db.first(sql<{ packages: string[] }>`
    select to_jsonb(packages) as packages from tenant where id = ${tenantId}`)
  if (!row || !opensDetection(row.packages)) throw fail('detection-not-licensed')
}

/** Each count of a site's cameras against its limits waits here for the others: registrations, and changes of the limits. */
export async function lockCameraLicence(db: Pick<Statements, 'run'>, tenantId: string): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`camera-licence|${tenantId}`}, 0))`)
}
