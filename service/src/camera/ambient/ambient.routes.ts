/**
 * Requests a camera's ambient motion from its hub, and sends it the parts that a person removed or restored. REAL-04.
 */
import type { ambientAnswer, ambientEndpoints } from '@mimamori/contract/camera/ambient/ambient.ts'
import type { AmbientChange } from '@mimamori/contract/camera/ambient/ambient-facts.ts'
import type { z } from 'zod'
import type { Handlers, RawContext } from '#platform/context.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { sql } from '#platform/postgres/sql.ts'
import { found, ServiceError } from '#platform/service-error.ts'
import { inTenants, inUnits, residentScope } from '#shared/resident-scope.ts'

const ANSWER_MS = 8_000

export const ambientRoutes: Handlers<typeof ambientEndpoints> = {
  async 'ambient.get'(context, { params }) {
    const camera = await context.asTenant((db) => readHub(context, db, params.cameraId))
    try {
      return await ask(context, camera, null)
    } catch (error) {
      // That a hub is away is a state of the page, as it is of the camera.
      if (error instanceof ServiceError && error.key === 'hub-offline') return { facts: null, error: null }
      throw error
    }
  },

  async 'ambient.change'(context, { params, body }) {
    const { of, action, cells } = body
    const camera = await context.asTenant(async (db) => {
      const known = await readHub(context, db, params.cameraId)
      await db.writeTo(known.tenantId)
      await context.auditIn(db, {
        action: `ambient.${action}`,
        objectType: 'camera',
        objectId: known.cameraId,
        details: { of, cells },
      })
      return known
    })
    return ask(context, camera, body)
  },
}

type CameraHub = { cameraId: string; tenantId: string; agentId: string }

async function readHub({ actor }: RawContext, db: TenantDb, cameraId: string): Promise<CameraHub> {
  const scope = found(residentScope(actor))
  return found(
    await db.first(sql<CameraHub>`
      select c.id as "cameraId", c.tenant_id as "tenantId", c.agent_id as "agentId" from camera c
      where c.id = ${cameraId} and ${inTenants(sql`c.tenant_id`, scope)} and ${inUnits(sql`c.unit_id`, scope)}
        and c.deregistered_at is null`),
  )
}

async function ask(
  { askHub }: RawContext,
  { cameraId, tenantId, agentId }: CameraHub,
  change: AmbientChange | null,
): Promise<z.infer<typeof ambientAnswer>> {
  const request = { type: 'ambient' as const, cameraId, change }
  const { result, error } = await askHub(tenantId, agentId, request, { timeoutMs: ANSWER_MS })
  if (error) return { facts: null, error }
  const { type: _, ...facts } = result
  return { facts, error: null }
}
