/**
 * The program in which the operator's own model runs: what is wrong with it ends this process and nothing else. It looks at
 * one picture at a time.
 */
import { readFile, stat } from 'node:fs/promises'
import { ModelRefusedError, type Opened, serveModel } from './child-program.ts'
import { letterbox, type RgbPicture } from './letterbox.ts'
import { modelError } from './model-error.ts'
import type { ModelSetup } from './model-message.ts'
import { bodiesIn } from './model-output.ts'
import { readAnswer, readShape, ShapeError } from './model-shape.ts'
import { findRuntime } from './onnx-runtime.ts'

/** Looks that are timed, after a first one for which a device makes its programs. */
const TRIAL_LOOKS = 3
const TRIAL_SIDE = 64
/** Values that follow no pattern, the same each time: a model answers something to them. */
const TRIAL_PICTURE: RgbPicture = {
  ...{ width: TRIAL_SIDE, height: TRIAL_SIDE },
  data: Uint8Array.from({ length: TRIAL_SIDE * TRIAL_SIDE * 3 }, (_, at) => (at * 7919) % 256),
}
const SAMPLES = 1000

serveModel(open, (error) => (error instanceof ShapeError ? 'model-unfit' : 'model-not-onnx'))

async function open({ file, fileMaxBytes, runtimeFolder, backend, isTrial }: ModelSetup): Promise<Opened> {
  const model = await read(file, fileMaxBytes)
  const errors: string[] = []
  const runtime = findRuntime(runtimeFolder ?? import.meta.dirname, (words) => errors.push(words))
  if (!runtime) throw new ModelRefusedError(modelError('model-runtime-missing', errors.join(' ') || 'not installed'))
  const { inputs, outputs, run } = await runtime.open(model, backend)
  const shape = readShape(inputs, outputs)
  const look = async (picture: RgbPicture) => {
    const { planes, fit } = letterbox(picture, shape.size)
    const { type, dims, data } = await run(planes, shape.size, shape)
    if (type !== 'float32' || !(data instanceof Float32Array)) throw new ShapeError(`its answer is ${type}`)
    return bodiesIn({ data, ...readAnswer(dims) }, fit)
  }
  const { name, others } = runtime
  const named = backend === null ? name : `${name}, ${backend}`
  if (!isTrial || others.length === 0) return { runtime: named, look }
  const trial = async () => {
    const { planes } = letterbox(TRIAL_PICTURE, shape.size)
    const { data } = await run(planes, shape.size, shape)
    const startedMs = performance.now()
    for (let look = 0; look < TRIAL_LOOKS; look++) await run(planes, shape.size, shape)
    return { ms: (performance.now() - startedMs) / TRIAL_LOOKS, sample: sampleOf(data as Float32Array) }
  }
  return { runtime: named, look, others, trial }
}

async function read(file: string, maxBytes: number): Promise<Uint8Array> {
  const unreadable = (error: unknown) =>
    new ModelRefusedError({
      code: 'model-file-unreadable',
      params: { detail: (error as NodeJS.ErrnoException).code ?? 'no file' },
    })
  const facts = await stat(file).catch((error) => {
    throw unreadable(error)
  })
  if (!facts.isFile()) throw unreadable(new Error('no file'))
  if (facts.size > maxBytes) {
    throw new ModelRefusedError({
      code: 'model-file-too-large',
      params: { detail: `${Math.round(maxBytes / 1e6)} MB` },
    })
  }
  return readFile(file).catch((error) => {
    throw unreadable(error)
  })
}

function sampleOf(data: Float32Array): Float32Array {
  const step = Math.max(1, Math.floor(data.length / SAMPLES))
  return data.filter((_, at) => at % step === 0)
}
