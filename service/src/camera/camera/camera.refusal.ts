/** What calls about many cameras answer of one that they left as it was. */
import type { CameraRefusal } from '@mimamori/contract/camera/change/camera-refusal.ts'
import { Failure } from '#platform/failure.ts'

/** The reason of a refused change of this camera. Throws again what is no refusal. */
export function refusalOf(error: unknown, cameraId: string): CameraRefusal {
  if (!(error instanceof Failure)) throw error
  return { cameraId, key: Object.values(error.fields ?? {})[0] ?? error.key }
}
