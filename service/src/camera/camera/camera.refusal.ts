/** The error for one camera that a call about many cameras could not change. */
import type { CameraRefusal } from '@mimamori/contract/camera/change/camera-refusal.ts'
import { Failure } from '#platform/failure.ts'

/** The reason why a change of this camera was rejected. Rethrows errors that are not a Failure. */
export function refusalOf(error: unknown, cameraId: string): CameraRefusal {
  if (!(error instanceof Failure)) throw error
  return { cameraId, key: Object.values(error.fields ?? {})[0] ?? error.key }
}
