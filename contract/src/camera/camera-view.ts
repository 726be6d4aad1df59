/** The view of a camera: a person says that it is right. Requirement REAL-04; decision 0042. */
import { ADMINS } from '../identity/roles.ts'
import { endpoint } from '../shared/endpoint.ts'
import { byId } from '../shared/page.ts'

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
