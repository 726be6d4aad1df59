/** Registering a camera: its hub, the site's license, its secrets, its first apps. Requirements CAM-03, CAM-07. */
import { appsOfNewCamera, type cameraDraft } from '@mimamori/contract/camera/camera-fields.ts'
import type { z } from 'zod'
import type { Context } from '#platform/context.ts'
import { isUniqueViolation, newId, type TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { fail } from '#platform/service-error.ts'
import { lockCameraLicence } from '#shared/licence.ts'
import { inTenants, type ResidentScope } from '#shared/resident-scope.ts'
import { storedColumns, storedValues, toStored } from './camera.columns.ts'
import { readLicence } from './camera.licence.ts'
import { bindAssets, placeErrors, readReferences, referenceErrors } from './camera.references.ts'
import { fitsLicence, passwordPlace, type StreamAddresses, splitAddresses } from './camera.rules.ts'

export type Draft = z.output<typeof cameraDraft>

/**
 * Stores the camera and returns its id, in one transaction. Throws `invalid-request` with the invalid field, and
 * `license-limit`.
 */
export async function registerCamera(context: Context, scope: ResidentScope, draft: Draft): Promise<string> {
  const { db } = context
  const { addresses, errors: wrong } = splitAddresses(draft)
  if (wrong) throw fail('invalid-request', wrong)
  const agent = await findAgent(db, scope, draft.agentId)
  await db.writeTo(agent.tenantId)
  const errors = { ...placeErrors(db, draft.unitId), ...referenceErrors(draft, await readReferences(db, [draft])) }
  if (Object.keys(errors).length > 0) throw fail('invalid-request', errors)
  await requireLicence(db, draft.locationType === 'ROOM')
  return insertCamera(context, draft, agent.id, addresses)
}

export type FoundAgent = { id: string; tenantId: string }

/** The hub that was named, or the only one there is. */
export async function findAgent(db: TenantDb, scope: ResidentScope, agentId: string | undefined): Promise<FoundAgent> {
  const agents = await readAgents(db, scope, agentId === undefined ? null : [agentId])
  if (agents.length === 1) return agents[0]!
  if (agentId !== undefined) throw fail('invalid-request', { agentId: 'camera.agent-unknown' })
  throw fail('invalid-request', { agentId: agents.length === 0 ? 'camera.agent-missing' : 'camera.agent-required' })
}

/** Hubs of the scope by their ids; null: two of the session's own site, which is enough to see that there are several. */
export function readAgents(db: TenantDb, scope: ResidentScope, ids: readonly string[] | null): Promise<FoundAgent[]> {
  const wanted =
    ids === null
      ? sql`tenant_id = ${db.tenantId}`
      : sql`${inTenants(sql`tenant_id`, scope)} and id = any(${ids}::uuid[])`
  return db.rows(sql<FoundAgent>`
    select id, tenant_id as "tenantId" from agent where revoked_at is null and ${wanted} order by id
    limit ${ids?.length ?? 2}`)
}

/** Serializes registrations of one site, so that two cannot take the last free place. */
async function requireLicence(db: TenantDb, isRoom: boolean): Promise<void> {
  await lockCameraLicence(db, db.tenantId)
  const { used, limit } = await readLicence(db)
  if (!fitsLicence(isRoom, used, limit)) throw fail('license-limit')
}

/**
 * Stores a checked camera at the writable tenant, with its tags and shifts, the detections of such a place, and live
 * streaming as in its unit. Notifies its hub. Returns the id.
 */
export async function insertCamera(
  context: Context,
  draft: Draft,
  agentId: string,
  address: StreamAddresses,
): Promise<string> {
  const { db, secrets, now, bus } = context
  // Known before the row is: the sealed password names it.
  const id = await newId(db)
  const password = draft.password || address.password
  const sealed = password === null ? null : secrets.seal(password, passwordPlace(db.tenantId, id))
  const { url: streamUrl, subUrl: subStreamUrl, username } = address
  const fields = toStored({ ...draft, streamUrl, subStreamUrl, username: draft.username || username })
  try {
    await db.run(sql`
      insert into camera (tenant_id, id, agent_id, password_sealed, desired_changed_at, created_at, updated_at,
        ${storedColumns})
      select ${db.tenantId}, ${id}, ${agentId}, ${sealed}, ${now}, ${now}, ${now}, f.* from (${storedValues(fields)}) f`)
  } catch (error) {
    if (isUniqueViolation(error, 'camera_name')) throw fail('invalid-request', { name: 'camera.name-taken' })
    throw error
  }
  await bindAssets(db, id, draft)
  await db.run(sql`
    insert into camera_app (tenant_id, camera_id, app_code, state, settings, updated_at)
    select ${db.tenantId}, ${id}, code, case when code = 'A008' then 'GLOBAL' else 'ENABLED' end, '{}', ${now}
    from unnest(${[...appsOfNewCamera(draft.locationType), 'A008']}::text[]) code`)
  await context.audit({ action: 'camera.register', objectType: 'camera', objectId: id, details: { agentId } })
  const { tenantId } = db
  context.afterCommit(() => bus.publish(tenantId, { type: 'camera-changed', cameraId: id, unitId: draft.unitId }))
  return id
}
