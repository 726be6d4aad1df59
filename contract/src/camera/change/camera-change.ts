/** One change for many cameras: their hub, their unit, their tags. OPS-09. */
import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { ADMINS } from '../../shared/roles.ts'
import { CAMERA_TAGS_MAX } from '../camera-fields.ts'

/** The error for one camera that a call about many could not change. `key`: why, of SERVICE_ERRORS or of a field. */
export const cameraRejection = z.object({ cameraId: z.uuid(), key: z.string() })
export type CameraRejection = z.infer<typeof cameraRejection>

/** Cameras that are changed in one call. */
export const CHANGE_CAMERAS_MAX = 50
const tagIds = z.array(z.uuid()).max(CAMERA_TAGS_MAX, 'camera.tags-too-many').default([])

export const cameraChangeEndpoints = {
  'camera.changeMany': endpoint({
    method: 'POST',
    path: 'camera/bulkEdit',
    access: ADMINS,
    whileBound: 'within-units',
    summary:
      'Give many cameras of a site another hub or unit, give or take tags; one that may not have it keeps all that it has, and is named.',
    body: z.strictObject({
      ids: z.array(z.uuid()).min(1).max(CHANGE_CAMERAS_MAX),
      /** Omitted: each camera stays at its hub. */
      agentId: z.uuid().optional(),
      /** Null: in no unit. Omitted: each camera stays in its unit. */
      unitId: z.uuid().nullable().optional(),
      addTagIds: tagIds,
      /** A tag that is also added is removed. */
      removeTagIds: tagIds,
    }),
    /** `changed`: cameras that now have the requested state, including those that already had it. */
    response: z.object({ changed: z.number().int().min(0), refused: z.array(cameraRejection) }),
    changes: true,
  }),
}
