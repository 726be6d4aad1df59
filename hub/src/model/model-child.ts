/**
 * The program in which the operator's own model runs: what is wrong with it ends this process and nothing else. It looks at
 * one picture at a time.
 */
import { readFile, stat } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { SeenBody } from '#media/person.ts'
import { letterbox, type RgbPicture } from './letterbox.ts'
import { type ModelFault, modelFault } from './model-fault.ts'
import type { FromModel, ModelSetup, ToModel } from './model-message.ts'
import { bodiesIn } from './model-output.ts'
import { readAnswer, readShape, ShapeFault } from './model-shape.ts'
import { findRuntime } from './onnx-runtime.ts'

type Look = (picture: RgbPicture) => Promise<SeenBody[]>

/** Recordings and the standard judgement come first. */
const NICENESS = 10
const TRIED = { width: 64, height: 64, data: new Uint8Array(64 * 64 * 3).fill(114) }

/** Why this model cannot be used at all. */
class Refusal extends Error {
  readonly fault: ModelFault
  constructor(fault: ModelFault) {
    super(fault.key)
    this.fault = fault
  }
}

let look: Look | null = null

const say = (message: FromModel) => process.send?.(message)

process.on('message', (message: ToModel) => {
  if (message.type === 'open') void begin(message.setup)
  else if (look) look(message.picture).then((bodies) => say({ type: 'seen', bodies }), fail)
})
// An orderly exit would wait for a model that hangs; while it does, process-watch.ts notices.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

function fail(fault: unknown): void {
  say({ type: 'failed', words: fault instanceof Error ? fault.message : String(fault) })
}

async function begin(setup: ModelSetup): Promise<void> {
  try {
    beModest(setup)
    const opened = await open(setup)
    look = opened.look
    await look(TRIED)
    say({ type: 'ready', runtime: opened.runtime })
  } catch (fault) {
    if (fault instanceof Refusal) say({ type: 'refused', fault: fault.fault })
    else if (fault instanceof ShapeFault) say({ type: 'refused', fault: modelFault('model-unfit', fault) })
    else say({ type: 'refused', fault: modelFault('model-not-onnx', fault) })
  }
}

function beModest({ rssMaxBytes }: ModelSetup): void {
  new Worker(new URL('./process-watch.ts', import.meta.url), { workerData: { rssMaxBytes } }).unref()
  try {
    setPriority(NICENESS)
  } catch {
    // A system that does not allow it runs the model as everything else.
  }
}

async function open({ file, fileMaxBytes, runtimeFolder }: ModelSetup): Promise<{ runtime: string; look: Look }> {
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
