/** The ONNX runtime that the operator installed: loaded when needed, never a dependency of the hub. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Size } from './letterbox.ts'
import type { TensorFacts } from './model-shape.ts'

/** The part of the runtime's interface that the hub uses. */
type Tensor = { type: string; dims: readonly number[]; data: unknown }
type Metadata = { name: string; isTensor: boolean; type?: string; shape?: readonly (number | string)[] }
type Session = {
  inputMetadata: readonly Metadata[]
  outputMetadata: readonly Metadata[]
  run(feeds: Record<string, unknown>): Promise<Record<string, Tensor>>
}
type Library = {
  env: { wasm?: { numThreads?: number } }
  InferenceSession: { create(model: Uint8Array, options: object): Promise<Session> }
  Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => unknown
}

type OpenModel = {
  inputs: TensorFacts[]
  outputs: TensorFacts[]
  /** Throws the runtime's own errors. */
  run(planes: Float32Array, size: Size, names: { input: string; output: string }): Promise<Tensor>
}
type OnnxRuntime = { name: string; open(model: Uint8Array): Promise<OpenModel> }

/** The first is several times as fast; the second runs on every platform of Node. */
const NAMES = ['onnxruntime-node', 'onnxruntime-web']
/** A second thread saves a quarter of a second; the cameras need the other cores. */
const THREADS = 2
/** Its warnings would go to a place where nobody reads them. */
const ONLY_FATAL = 4

/** Null if no runtime is installed there, or none runs on this machine; `onError` gets the reason. */
export function findRuntime(folder: string, onError: (words: string) => void): OnnxRuntime | null {
  const require = createRequire(join(folder, 'package.json'))
  for (const name of NAMES) {
    try {
      const library = require(name) as Library
      // Threads of WebAssembly would need workers that outlive a request.
      if (library.env.wasm) library.env.wasm.numThreads = 1
      return { name, open: (model) => open(library, model) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') onError(`${name}: ${error}`)
    }
  }
  return null
}

async function open({ InferenceSession, Tensor }: Library, model: Uint8Array): Promise<OpenModel> {
  const options = { intraOpNumThreads: THREADS, interOpNumThreads: 1, logSeverityLevel: ONLY_FATAL }
  const session = await InferenceSession.create(model, options)
  return {
    inputs: session.inputMetadata.map(factsOf),
    outputs: session.outputMetadata.map(factsOf),
    run: async (planes, { width, height }, { input, output }) => {
      const answers = await session.run({ [input]: new Tensor('float32', planes, [1, 3, height, width]) })
      return answers[output]!
    },
  }
}

function factsOf({ name, isTensor, type, shape }: Metadata): TensorFacts {
  return { name, type: isTensor ? (type ?? 'unknown') : 'no tensor', shape: shape ?? [] }
}
