/** Looking around with a camera that turns, by its hub. Requirement REAL-09; decision 0037. */

import type { LookRequest } from '@mimamori/contract/camera/hub-request.ts'
import type { cameraLookEndpoints } from '@mimamori/contract/camera/look/look.ts'
import type { Handlers, RawContext } from '#platform/context.ts'
import { fail, found } from '#platform/service-error.ts'
import { liveOffOf } from '#shared/live-off.ts'
import { residentScope } from '#shared/resident-scope.ts'
import { hubErrorFor } from '#shared/shown/camera-facts.ts'
import { readLookCamera } from './look.queries.ts'

/** The first answer waits for the camera itself, twice where it also turns. */
const ANSWER_MS = 30_000

export const cameraLookRoutes: Handlers<typeof cameraLookEndpoints> = {
  'cameraLook.get': (context, { params }) => ask(context, params.cameraId, { action: 'status', preset: null }),
  'cameraLook.go': (context, { params, body }) => ask(context, params.cameraId, { action: 'go', preset: body.preset }),
  'cameraLook.return': (context, { params }) => ask(context, params.cameraId, { action: 'return', preset: null }),
}

/** Who turned it, and when, is written before the hub is asked: it may turn and the answer be lost. */
async function ask(context: RawContext, cameraId: string, asked: Pick<LookRequest, 'action' | 'preset'>) {
  const { actor, asTenant, auditIn, askHub, now, rateLimit } = context
  const scope = found(residentScope(actor))
  const camera = await asTenant(async (db) => {
    const one = found(await readLookCamera(db, scope, cameraId))
    if (asked.action === 'status') return one
    // With live streaming off nobody would see the view; returning is always allowed.
    const off = asked.action === 'go' && liveOffOf(one.switches, now)
    if (off) throw fail(off.by === 'site-wide' ? 'live-disabled' : 'live-off')
    rateLimit.take('look', actor.userId)
    await db.writeTo(one.tenantId)
    const action = `cameraLook.${asked.action}`
    const details = asked.preset === null ? {} : { preset: asked.preset }
    await auditIn(db, { action, objectType: 'camera', objectId: one.id, details })
    return one
  })
  const request = { type: 'look', cameraId: camera.id, ...asked } as const
  const { result, error } = await askHub(camera.tenantId, camera.agentId, request, { timeoutMs: ANSWER_MS })
  if (error) return { look: null, error: hubErrorFor(actor.role, error), now: now.toISOString() }
  const { type: _, ...look } = result
  return { look, error: null, now: now.toISOString() }
}
