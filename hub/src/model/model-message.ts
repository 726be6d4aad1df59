/** Messages between the hub and the process of the operator's own model. */
import type { SeenBody } from '#vision/body/person.ts'
import type { RgbImage } from './letterbox.ts'
import type { ModelError } from './model-error.ts'

/** Sent once, as the first message. */
export type ModelSetup = {
  file: string
  /** Folder of the operator's runtime; null: the hub's own folder. */
  runtimeFolder: string | null
  fileMaxBytes: number
  rssMaxBytes: number
}
export type ToModel = { type: 'open'; setup: ModelSetup } | { type: 'look'; image: RgbImage }

export type FromModel =
  /** It has looked at a frame, as a try. */
  | { type: 'ready'; runtime: string }
  | { type: 'refused'; error: ModelError }
  | { type: 'seen'; bodies: SeenBody[] }
  | { type: 'failed'; words: string }

/** Written to standard error by the memory watch before it ends the process. */
export const TOO_MUCH_MEMORY = '[too much memory]'
