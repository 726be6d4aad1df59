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
}
export type ToModel = { type: 'open'; setup: ModelSetup } | { type: 'look'; picture: RgbPicture }

export type FromModel =
  /** It has looked at a picture, as a try. */
  | { type: 'ready'; runtime: string }
  | { type: 'refused'; error: ModelError }
  | { type: 'seen'; bodies: SeenBody[] }
  | { type: 'failed'; words: string }

/** What its watch over memory writes to the error output before it ends the process. */
export const TOO_MUCH_MEMORY = '[too much memory]'
