/** The pose model of the hub, in one process for all cameras. Without it the hub uses the standard detectors alone. */
import { fileURLToPath } from 'node:url'
import { FALL_MODEL_LIMITS, FallModel, type FallModelOptions } from '#model/fall-model.ts'

const FOLDER = fileURLToPath(new URL('../../models/movenet-multipose/', import.meta.url))
const KIND = { program: fileURLToPath(new URL('./pose-child.ts', import.meta.url)), name: 'pose model' }
/** Memory limit of its process, which needs some 300 MB. */
const RSS_MAX_BYTES = 700_000_000

/** Folder of its files; left out: the hub's own; null: the model is off, and reported as missing. */
export type PoseOptions = { poseModelFolder?: string | null }

/** Starts when inference is first requested. `onChange`: it became ready, or is no longer. */
export function createPoseModel(
  options: PoseOptions & Omit<FallModelOptions, 'fallModel' | 'kind' | 'onChange'>,
  onChange: () => void,
): FallModel {
  const { poseModelFolder: file = FOLDER, clock, log, environment } = options
  const limits = { ...FALL_MODEL_LIMITS, rssMaxBytes: RSS_MAX_BYTES, ...options.limits }
  const fallModel = { file, runtimeFolder: null }
  return new FallModel({ clock, log, environment, limits, kind: KIND, fallModel, onChange })
}
