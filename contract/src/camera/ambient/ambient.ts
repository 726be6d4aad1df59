/** Regions that a hub learned for a camera; a person removes wrong ones. REAL-04, REAL-12. */
import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { ADMINS } from '../../shared/roles.ts'
import { hubError } from '../hub-request.ts'
import { ambientChange, ambientFacts } from './ambient-facts.ts'

const params = z.strictObject({ cameraId: z.uuid() })
/** Exactly one of `facts` and `error`; neither while the hub is not connected. */
export const ambientAnswer = z.object({ facts: ambientFacts.nullable(), error: hubError.nullable() })

export const ambientEndpoints = {
  'ambient.get': endpoint({
    method: 'GET',
    path: 'camera/ambient/:cameraId',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Regions of a camera’s view where something moves and nobody is, or where people come in, as learned.',
    params,
    response: ambientAnswer,
    lasting: true,
  }),
  'ambient.change': endpoint({
    method: 'POST',
    path: 'camera/ambient/:cameraId',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Removes a learned region, which is watched like the rest again, or lets the hub learn there once more.',
    params,
    body: ambientChange,
    response: ambientAnswer,
    changes: true,
    lasting: true,
  }),
}
