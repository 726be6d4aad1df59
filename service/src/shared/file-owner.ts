/** The owner of a stored file: images, clips and parts of recordings share one namespace within a tenant. HUB-04. */

import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail } from '#platform/service-error.ts'

export type FileKind = 'media' | 'init' | 'segment' | 'snapshot'
export type OwnFile = { kind: FileKind; id: string; cameraId: string }

/**
 * Throws `conflict` if the id belongs to a file of another camera, or of another kind. Call it before reading the
 * bytes, and again after `lockFile` in the transaction that stores them.
 */
export async function requireOwnFile(db: TenantDb, { kind, id, cameraId }: OwnFile): Promise<void> {
  const other = await db.first(sql<object>`
    select from (
      select 'media' as kind, camera_id from media where tenant_id = ${db.tenantId} and id = ${id}
      union all
      select 'init', camera_id from recording_init where tenant_id = ${db.tenantId} and id = ${id}
      union all
      select 'segment', r.camera_id from recording_segment x
        join recording r on r.tenant_id = x.tenant_id and r.id = x.recording_id
        where x.tenant_id = ${db.tenantId} and x.id = ${id}
      union all
      select 'snapshot', r.camera_id from recording_snapshot x
        join recording r on r.tenant_id = x.tenant_id and r.id = x.recording_id
        where x.tenant_id = ${db.tenantId} and x.id = ${id}) f
    where f.kind <> ${kind} or f.camera_id <> ${cameraId} limit 1`)
  if (other) throw fail('conflict')
}

/** Serializes uploads of one id, until the transaction ends. */
export async function lockFile(db: TenantDb, id: string): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${id}, 150))`)
}
