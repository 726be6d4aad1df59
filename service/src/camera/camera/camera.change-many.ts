/** Moves many cameras to another hub or unit, and adds and removes tags. OPS-09. */
import type { CameraRejection, cameraChangeEndpoints } from '@mimamori/contract/camera/change/camera-change.ts'
import { NO_SUBSCRIBERS } from '@mimamori/contract/camera/subscriber.ts'
import type { Context, HandlerOf } from '#platform/context.ts'
import { fail, found, ServiceError } from '#platform/service-error.ts'
import { type CameraPatch, editCamera } from './camera.edit.ts'
import { readFields } from './camera.queries.ts'
import { placeErrors, readReferences, referenceErrors } from './camera.references.ts'
import { lockInScope } from './camera.scope.ts'

/** The reason why a change of this camera was rejected. Rethrows errors that are not a Failure. */
export function rejectionOf(error: unknown, cameraId: string): CameraRejection {
  if (!(error instanceof ServiceError)) throw error
  return { cameraId, key: Object.values(error.fields ?? {})[0] ?? error.key }
}

type Handler = HandlerOf<(typeof cameraChangeEndpoints)['camera.changeMany']>
type Wanted = Parameters<Handler>[1]['body']

/** A camera that may not be changed stays unchanged, and is named; the others are changed. */
export const changeCameras: Handler = async (context, { body }) => {
  const held = await lockInScope(context, body.ids)
  await requireThere(context, body)
  const refused: CameraRejection[] = []
  for (const { id } of held) {
    try {
      await editCamera(context, id, await patchOf(context, id, body))
    } catch (error) {
      refused.push(rejectionOf(error, id))
    }
  }
  return { changed: held.length - refused.length, refused }
}

/**
 * Errors that concern all cameras are returned once, before any is changed. Throws `invalid-request` with the fields.
 */
async function requireThere({ db }: Context, { agentId, unitId, addTagIds }: Wanted): Promise<void> {
  const named = {
    ...{ agentId, unitId: unitId ?? null, tagIds: addTagIds },
    ...{ shiftIds: [], escalationIds: [], subscribers: NO_SUBSCRIBERS },
  }
  const { tagIds: addTags, ...errors } = referenceErrors(named, await readReferences(db, [named]))
  const fields = {
    ...(unitId !== undefined && placeErrors(db, unitId)),
    ...errors,
    ...(addTags && { addTagIds: addTags }),
  }
  if (Object.keys(fields).length > 0) throw fail('invalid-request', fields)
}

async function patchOf({ db }: Context, id: string, body: Wanted): Promise<CameraPatch> {
  const { agentId, unitId, addTagIds, removeTagIds } = body
  const { fields } = found(await readFields(db, id))
  const taken = new Set(removeTagIds)
  const tagIds = [...new Set([...fields.tagIds, ...addTagIds])].filter((tagId) => !taken.has(tagId))
  return { tagIds, ...(agentId !== undefined && { agentId }), ...(unitId !== undefined && { unitId }) }
}
