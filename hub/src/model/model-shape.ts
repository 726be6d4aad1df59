/** Supported models: person detection and pose in common export shapes. Pure. */
import type { Size } from './letterbox.ts'

/** Shape of one input or output in the runtime; a string stands for a dynamic size. */
export type TensorFacts = { name: string; type: string; shape: readonly (number | string)[] }
type ModelShape = { input: string; output: string; size: Size }

/** Numbers for each candidate: a box and one class, a box and the 80 classes of COCO, a box and 17 joints. */
export const CHANNELS = { person: 5, things: 84, pose: 56 } as const

const SIDE_MIN = 32
const SIDE_MAX = 1280
/** Input size for exports with dynamic sizes. */
const OPEN_SIDE = 640
/** Slightly more than the candidates of the largest input. */
const CANDIDATES_MAX = 40_000

/** A message for a technician: the shape that was found, and the shapes that are supported. */
export class ShapeError extends Error {}

/** Throws ShapeError if the model is not supported. */
export function readShape(inputs: readonly TensorFacts[], outputs: readonly TensorFacts[]): ModelShape {
  const [input, output] = [inputs[0], outputs[0]]
  if (inputs.length !== 1 || !input) throw new ShapeError(`${inputs.length} inputs instead of one`)
  if (input.type !== 'float32') throw new ShapeError(`its input is ${input.type} instead of float32`)
  const [batch, colours, height, width] = input.shape
  const isImage = input.shape.length === 4 && isOr(batch, 1) && isOr(colours, 3)
  if (!isImage) throw new ShapeError(`its input is ${shapeText(input.shape)} instead of [1, 3, height, width]`)
  const size = { width: sideOf(width), height: sideOf(height) }
  if (output?.type !== 'float32') throw new ShapeError(`its output is ${output?.type ?? 'missing'}`)
  const [, channels] = output.shape
  if (typeof channels === 'number' && !isKnown(channels)) throw unknownOutput(output.shape)
  return { input: input.name, output: output.name, size }
}

/** The dimensions of an actual output: candidates, and numbers for each. Throws ShapeError. */
export function readAnswer(dims: readonly number[]): { channels: number; candidates: number } {
  const [batch, channels, candidates] = dims
  const isFitting = dims.length === 3 && batch === 1 && isKnown(channels!) && candidates! <= CANDIDATES_MAX
  if (!isFitting) throw unknownOutput(dims)
  return { channels: channels!, candidates: candidates! }
}

const isKnown = (channels: number) => Object.values<number>(CHANNELS).includes(channels)
const isOr = (found: number | string | undefined, wanted: number) => found === wanted || typeof found === 'string'
const shapeText = (shape: readonly (number | string)[]) => `[${shape.join(', ')}]`

function sideOf(found: number | string | undefined): number {
  const side = typeof found === 'number' && found > 0 ? found : OPEN_SIDE
  if (side >= SIDE_MIN && side <= SIDE_MAX) return side
  throw new ShapeError(`images of ${side} points a side; ${SIDE_MIN} to ${SIDE_MAX} can be used`)
}

function unknownOutput(shape: readonly (number | string)[]): ShapeError {
  const { person, things, pose } = CHANNELS
  return new ShapeError(`its output is ${shapeText(shape)} instead of [1, ${person}, ${things} or ${pose}, n]`)
}
