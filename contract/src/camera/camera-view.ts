/** The view of a camera, accepted by a person. Requirement REAL-04; decision 0042. */

import { endpoint } from '../shared/endpoint.ts'
import { byId } from '../shared/page.ts'
import { ADMINS } from '../shared/roles.ts'

export const cameraViewEndpoints = {
  'camera.acceptView': endpoint({
    method: 'POST',
    path: 'camera/acceptView/:id',
    access: ADMINS,
    whileBound: 'within-units',
    summary: 'A person says that what the camera shows now is right; its hub learns the view anew.',
    params: byId,
    changes: true,
  }),
}
