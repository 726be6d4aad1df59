/** Registering a camera: its hub, the site's licence, its secrets, its first app. Requirements CAM-03, CAM-07. */
import type { cameraDraft } from '@mimamori/contract/camera-fields.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Context } from '#platform/context.ts'
import { isUniqueViolation, type TenantDb } from '#platform/database.ts'
import { fail } from '#platform/failure.ts'
import { lockCameraLicence } from '#platform/licence.ts'
import { inTenants, type ResidentScope } from '#platform/resident-scope.ts'
import { storedColumns, storedValues, toStored } from './camera.columns.ts'
import { readLicence } from './camera.licence.ts'
import { fitsLicence, splitAddress } from './camera.rules.ts'

type Draft = z.output<typeof cameraDraft>

/**
 * Stores the camera and answers its id. Everything happens or nothing does. Throws `invalid-request` with the field at
 * fault, and `license-limit`.
 */
export async function registerCamera(context: Context, scope: ResidentScope, draft: Draft): Promise<string> {
  const { db, audit, afterCommit, bus } = context
  const address = splitAddress(draft.streamUrl)
  if (!address) throw fail('invalid-request', { streamUrl: 'camera.stream-url-invalid' })
  const agent = await findAgent(db, scope, draft.agentId)
  await db.writeTo(agent.tenantId)
  await requireUnit(db, draft.unitId)
  await requireTags(db, draft.tagIds)
  await requireLicence(db, draft.locationType === 'ROOM')
  const id = await insertCamera(context, draft, agent.id, {
    url: address.url,
    username: draft.username || address.username,
    password: draft.password || address.password,
  })
  await audit({ action: 'camera.register', objectType: 'camera', objectId: id, details: { agentId: agent.id } })
  // The hub feature hears this too and tells the camera's hub that there are new settings.
  const { tenantId } = agent
  afterCommit(() => bus.publish(tenantId, { type: 'camera-changed', cameraId: id, unitId: draft.unitId }))
  return id
}

/** The hub that was named, or the only one there is. */
async function findAgent(
  db: TenantDb,
  scope: ResidentScope,
  agentId: string | undefined,
): Promise<{ id: string; tenantId: string }> {
  const agents = await db.rows(sql<{ id: string; tenantId: string }>`
    select id, tenant_id as "tenantId" from agent
    where revoked_at is null and ${
      agentId === undefined
        ? sql`tenant_id = ${db.tenantId}`
        : sql`${inTenants(sql`tenant_id`, scope)} and id = ${agentId}`
    }
    limit 2`)
  if (agents.length === 1) return agents[0]!
  if (agentId !== undefined) throw fail('invalid-request', { agentId: 'camera.agent-unknown' })
  throw fail('invalid-request', { agentId: agents.length === 0 ? 'camera.agent-missing' : 'camera.agent-required' })
}

async function requireUnit(db: TenantDb, unitId: string | null): Promise<void> {
  if (unitId === null) return
  const row = await db.first(sql`select from unit where tenant_id = ${db.tenantId} and id = ${unitId}`)
  if (!row) throw fail('invalid-request', { unitId: 'camera.unit-unknown' })
}

async function requireTags(db: TenantDb, tagIds: readonly string[]): Promise<void> {
  const known = await db.rows(sql`select from tag where tenant_id = ${db.tenantId} and id = any(${tagIds}::uuid[])`)
  if (known.length < new Set(tagIds).size) throw fail('invalid-request', { tagIds: 'camera.tag-unknown' })
}

/** Registrations of one site wait for each other, so that two at once cannot share the last free place. */
async function requireLicence(db: TenantDb, isRoom: boolean): Promise<void> {
  await lockCameraLicence(db, db.tenantId)
  const { used, limit } = await readLicence(db)
  if (!fitsLicence(isRoom, used, limit)) throw fail('license-limit')
}

type Address = { url: string; username: string | null; password: string | null }

async function insertCamera(
  { db, secrets, now }: Context,
  draft: Draft,
  agentId: string,
  { url, username, password }: Address,
): Promise<string> {
  // Known before the row is: the sealed password names it.
  const { id } = (await db.first(sql<{ id: string }>`select uuidv7() as id`))!
  const sealed = password === null ? null : secrets.seal(password, `${db.tenantId}|camera|password|${id}`)
  try {
    await db.run(sql`
      insert into camera (tenant_id, id, agent_id, password_sealed, desired_changed_at, created_at, updated_at,
        ${storedColumns})
      select ${db.tenantId}, ${id}, ${agentId}, ${sealed}, ${now}, ${now}, ${now}, f.*
      from (${storedValues(toStored({ ...draft, streamUrl: url, username }))}) f`)
  } catch (error) {
    if (isUniqueViolation(error, 'camera_name')) throw fail('invalid-request', { name: 'camera.name-taken' })
    throw error
  }
  await db.run(sql`insert into camera_tag (tenant_id, camera_id, tag_id)
    select ${db.tenantId}, ${id}, unnest(${draft.tagIds}::uuid[])`)
  await db.run(sql`
    insert into camera_app (tenant_id, camera_id, app_code, state, settings, updated_at)
    values (${db.tenantId}, ${id}, 'A003', 'ENABLED', '{}', ${now})`)
  return id
}
