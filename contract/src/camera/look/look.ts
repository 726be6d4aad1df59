/**
 * Looking around with a camera that can turn: it moves to a stored view, and returns automatically. Requirement
 * REAL-09; decision 0037.
 */
import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { STAFF } from '../../shared/roles.ts'
import { hubError } from '../hub-request.ts'
import { cameraLook, presetToken } from './look-state.ts'

const params = z.strictObject({ cameraId: z.uuid() })
/** Exactly one of `look` and `error`. `now`: the service's clock, for the countdown. */
const response = z.object({ look: cameraLook.nullable(), error: hubError.nullable(), now: z.iso.datetime() })

export const cameraLookEndpoints = {
  'cameraLook.get': endpoint({
    method: 'GET',
    path: 'camera/look/:cameraId',
    access: STAFF,
    summary: 'The stored views of a camera that turns, and whether it looks elsewhere now.',
    params,
    response,
    lasting: true,
  }),
  'cameraLook.go': endpoint({
    method: 'POST',
    path: 'camera/look/:cameraId/go',
    access: STAFF,
    summary: 'Turn a camera to a stored view, where its live streaming is on; it returns by itself after a minute.',
    params,
    body: z.strictObject({ preset: presetToken }),
    response,
    changes: true,
    lasting: true,
  }),
  'cameraLook.return': endpoint({
    method: 'POST',
    path: 'camera/look/:cameraId/return',
    access: STAFF,
    summary: 'Let a camera that was turned return to its home view now.',
    params,
    response,
    changes: true,
    lasting: true,
  }),
}
