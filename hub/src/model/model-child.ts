/**
 * The program that runs the operator's own model: a crash or a memory leak ends only this process. It infers one frame at
 * a time.
 */
import { readFile, stat } from 'node:fs/promises'
import { ModelRefusedError, type Opened, serveModel } from './child-program.ts'
import { letterbox, type RgbImage } from './letterbox.ts'
import { modelError } from './model-error.ts'
import type { ModelSetup } from './model-message.ts'
import { bodiesIn } from './model-output.ts'
import { readAnswer, readShape, ShapeError } from './model-shape.ts'
import { findRuntime } from './onnx-runtime.ts'

serveModel(open, (error) => (error instanceof ShapeError ? 'model-unfit' : 'model-not-onnx'))

async function open({ file, fileMaxBytes, runtimeFolder }: ModelSetup): Promise<Opened> {
  const model = await read(file, fileMaxBytes)
  const errors: string[] = []
  const runtime = findRuntime(runtimeFolder ?? import.meta.dirname, (words) => errors.push(words))
  if (!runtime) throw new ModelRefusedError(modelError('model-runtime-missing', errors.join(' ') || 'not installed'))
  const { inputs, outputs, run } = await runtime.open(model)
  const shape = readShape(inputs, outputs)
  const look = async (image: RgbImage) => {
    const { planes, fit } = letterbox(image, shape.size)
    const { type, dims, data } = await run(planes, shape.size, shape)
    if (type !== 'float32' || !(data instanceof Float32Array)) throw new ShapeError(`its answer is ${type}`)
    return bodiesIn({ data, ...readAnswer(dims) }, fit)
  }
  return { runtime: runtime.name, look }
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
