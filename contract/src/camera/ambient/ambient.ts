/** What moves in a camera's picture without anybody, as its hub learned it; a person removes what is wrong. REAL-04. */
import { z } from 'zod'
import { hubError } from '../../fleet/hub-question.ts'
import { ADMINS } from '../../identity/roles.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { ambientCells, ambientChange, ambientFacts } from './ambient-facts.ts'

const params = z.strictObject({ cameraId: z.uuid() })
/** Exactly one of `facts` and `failure`; neither while the hub is not connected. */
export const ambientAnswer = z.object({ facts: ambientFacts.nullable(), failure: hubError.nullable() })

export const ambientEndpoints = {
  'ambient.get': endpoint({
    method: 'GET',
    path: 'camera/ambient/:cameraId',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'Regions of a camera’s picture in which something moves and nobody is, as its hub learned them.',
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
    body: z.strictObject({ action: ambientChange.shape.action, cells: ambientCells }),
    response: ambientAnswer,
    changes: true,
    lasting: true,
  }),
}
