/** The words between the hub and the process of the operator's own model. */
import type { SeenBody } from '#vision/people/person.ts'
import type { RgbPicture } from './letterbox.ts'
import type { ModelError } from './model-error.ts'

/** Said once, first. */
export type ModelSetup = {
  file: string
  /** Where the operator installed the runtime; null: beside the hub. */
  runtimeFolder: string | null
  fileMaxBytes: number
  rssMaxBytes: number
  /** What computes it, by its name in the runtime; null: the processor. */
  backend: string | null
  /** Whether to try it on a fixed picture, so that backends can be compared. */
  isTrial: boolean
}
/** Of a fixed picture: the time of one look, ms, and numbers of the answer, evenly taken from it. */
export type Trial = { ms: number; sample: Float32Array }
/** `others`: what could compute it besides the processor. `trial`: left out where there is nothing to choose. */
export type Ready = { runtime: string; others: readonly string[]; trial?: Trial }
export type ToModel = { type: 'open'; setup: ModelSetup } | { type: 'look'; picture: RgbPicture }

export type FromModel =
  /** It has looked at a picture, as a try. */
  | ({ type: 'ready' } & Ready)
  | { type: 'refused'; error: ModelError }
  | { type: 'seen'; bodies: SeenBody[] }
  | { type: 'failed'; words: string }

/** What its watch over memory writes to the error output before it ends the process. */
export const TOO_MUCH_MEMORY = '[too much memory]'
