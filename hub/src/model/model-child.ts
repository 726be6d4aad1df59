/**
 * The program in which the operator's own model runs: what is wrong with it ends this process and nothing else. It looks at
 * one picture at a time.
 */
import { readFile, stat } from 'node:fs/promises'
import { type Opened, Refusal, serveModel } from './child-program.ts'
import { letterbox, type RgbPicture } from './letterbox.ts'
import { modelFault } from './model-fault.ts'
import type { ModelSetup } from './model-message.ts'
import { bodiesIn } from './model-output.ts'
import { readAnswer, readShape, ShapeFault } from './model-shape.ts'
import { findRuntime } from './onnx-runtime.ts'

serveModel(open, (fault) => (fault instanceof ShapeFault ? 'model-unfit' : 'model-not-onnx'))

async function open({ file, fileMaxBytes, runtimeFolder }: ModelSetup): Promise<Opened> {
  const model = await read(file, fileMaxBytes)
  const faults: string[] = []
  const runtime = findRuntime(runtimeFolder ?? import.meta.dirname, (words) => faults.push(words))
  if (!runtime) throw new Refusal(modelFault('model-runtime-missing', faults.join(' ') || 'not installed'))
  const { inputs, outputs, run } = await runtime.open(model)
  const shape = readShape(inputs, outputs)
  const look = async (picture: RgbPicture) => {
    const { planes, fit } = letterbox(picture, shape.size)
    const { type, dims, data } = await run(planes, shape.size, shape)
    if (type !== 'float32' || !(data instanceof Float32Array)) throw new ShapeFault(`its answer is ${type}`)
    return bodiesIn({ data, ...readAnswer(dims) }, fit)
  }
  return { runtime: runtime.name, look }
}

async function read(file: string, maxBytes: number): Promise<Uint8Array> {
  const unreadable = (fault: unknown) =>
    new Refusal({ key: 'model-file-unreadable', detail: (fault as NodeJS.ErrnoException).code ?? 'no file' })
  const facts = await stat(file).catch((fault) => {
    throw unreadable(fault)
  })
  if (!facts.isFile()) throw unreadable(new Error('no file'))
  if (facts.size > maxBytes) {
    throw new Refusal({ key: 'model-file-too-large', detail: `${Math.round(maxBytes / 1e6)} MB` })
  }
  return readFile(file).catch((fault) => {
    throw unreadable(fault)
  })
}
