/** The pose model that comes with the hub, in one process for all cameras. A hub without it goes on by the standard judgement. */
import { fileURLToPath } from 'node:url'
import { FALL_MODEL_LIMITS, FallModel, type FallModelOptions } from '#model/fall-model.ts'

const FOLDER = fileURLToPath(new URL('../../models/movenet-multipose/', import.meta.url))
const KIND = { program: fileURLToPath(new URL('./pose-child.ts', import.meta.url)), name: 'pose model' }
/** Its process needs some 300 MB; one that needs twice as much has gone wrong. */
const RSS_MAX_BYTES = 700_000_000

/** Where its files lie; left out: as they come along; null: it is not used, and says that it is missing. */
export type PoseOptions = { poseModelFolder?: string | null }

/** It does nothing until it is wanted. `onChange`: it became ready, or is so no longer. */
export function createPoseModel(
  options: PoseOptions & Omit<FallModelOptions, 'fallModel' | 'kind' | 'onChange'>,
  onChange: () => void,
): FallModel {
  const { poseModelFolder: file = FOLDER, clock, log, environment } = options
  const limits = { ...FALL_MODEL_LIMITS, rssMaxBytes: RSS_MAX_BYTES, ...options.limits }
  const fallModel = { file, runtimeFolder: null }
  return new FallModel({ clock, log, environment, limits, kind: KIND, fallModel, onChange })
}
