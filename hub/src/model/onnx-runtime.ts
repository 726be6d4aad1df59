/** The ONNX runtime that the operator installed: found and loaded when it is needed, never a dependency of the hub. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Size } from './letterbox.ts'
import type { TensorFacts } from './model-shape.ts'

/** Of the runtime what is used of it. */
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
  /** Absent in builds for browsers. */
  listSupportedBackends?: () => readonly { name: string }[]
}

type OpenModel = {
  inputs: TensorFacts[]
  outputs: TensorFacts[]
  /** Throws in the runtime's own words. */
  run(planes: Float32Array, size: Size, names: { input: string; output: string }): Promise<Tensor>
}
/** `others`: backends besides the processor's that this build has code for; whether their device is there shows when one opens. */
type OnnxRuntime = {
  name: string
  others: readonly string[]
  open(model: Uint8Array, backend: string | null): Promise<OpenModel>
}

/** The first is several times as fast; the second runs wherever Node does. */
const NAMES = ['onnxruntime-node', 'onnxruntime-web']
/** A second core for a quarter of a second; the cameras have the right of way. */
const THREADS = 2
/** The runtime's name of the processor. */
const PROCESSOR = 'cpu'
/** Its warnings would go to a place where nobody reads them. */
const ONLY_FATAL = 4

/** Null when none is installed there, or none of them runs on this machine; `onError` gets the reason. */
export function findRuntime(folder: string, onError: (words: string) => void): OnnxRuntime | null {
  const require = createRequire(join(folder, 'package.json'))
  for (const name of NAMES) {
    try {
      const library = require(name) as Library
      // Threads of WebAssembly would need workers that outlive a question.
      if (library.env.wasm) library.env.wasm.numThreads = 1
      const backends = library.listSupportedBackends?.() ?? []
      const others = backends.map((backend) => backend.name).filter((backend) => backend !== PROCESSOR)
      return { name, others, open: (model, backend) => open(library, model, backend) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') onError(`${name}: ${error}`)
    }
  }
  return null
}

async function open(
  { InferenceSession, Tensor }: Library,
  model: Uint8Array,
  backend: string | null,
): Promise<OpenModel> {
  // What a device cannot compute the processor does.
  const executionProviders = backend === null ? [] : [backend, PROCESSOR]
  const options = {
    ...(backend !== null && { executionProviders }),
    intraOpNumThreads: THREADS,
    interOpNumThreads: 1,
    logSeverityLevel: ONLY_FATAL,
  }
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
