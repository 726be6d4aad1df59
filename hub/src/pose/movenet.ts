/** MoveNet in WebAssembly: weights from disk, no native code, one thread. Opened once, in a process of its own. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, sep } from 'node:path'
import { setThreadsCount, setWasmPaths } from '@tensorflow/tfjs-backend-wasm'
import converter from '@tensorflow/tfjs-converter'
import { dispose, ready, setBackend, tensor4d } from '@tensorflow/tfjs-core'
import type { RgbImage } from '#model/letterbox.ts'
import type { SeenBody } from '#vision/body/person.ts'
import { bodiesOf } from './movenet-answer.ts'

/** The used part of a graph model's file. */
type ModelFile = {
  modelTopology: object
  weightsManifest: { weights: { name: string; shape: number[]; dtype: 'float32' }[] }[]
}
type Look = (image: RgbImage) => Promise<SeenBody[]>

/** Sides must be multiples of it. */
const SIDE_STEP = 32

/** Opens the model that lies in `folder`. Throws when a file is missing or WebAssembly does not run here. */
export async function openMovenet(folder: string): Promise<Look> {
  const { modelTopology, weightsManifest } = JSON.parse(await readFile(join(folder, 'model.json'), 'utf8')) as ModelFile
  const weights = await readFile(join(folder, 'weights.bin'))
  const backend = createRequire(import.meta.url).resolve('@tensorflow/tfjs-backend-wasm')
  setWasmPaths(dirname(backend) + sep)
  // Threads would need workers that outlive a request; cameras share the other cores.
  setThreadsCount(1)
  if (!(await setBackend('wasm'))) throw new Error('WebAssembly does not run here')
  await ready()
  const weightData = new Uint8Array(weights).buffer
  const weightSpecs = weightsManifest.flatMap((group) => group.weights)
  const model = await converter.loadGraphModel({ load: async () => ({ modelTopology, weightSpecs, weightData }) })
  return async ({ width, height, data }) => {
    if (width % SIDE_STEP !== 0 || height % SIDE_STEP !== 0) throw new Error(`an image of ${width} x ${height}`)
    const input = tensor4d(Int32Array.from(data), [1, height, width, 3], 'int32')
    const output = model.execute(input)
    if (Array.isArray(output)) throw new Error('the pose model answered more than one thing')
    try {
      return bodiesOf((await output.data()) as Float32Array)
    } finally {
      dispose([input, output])
    }
  }
}
