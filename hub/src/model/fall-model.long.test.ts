// The operator's own model, in its own process, with a runtime as an operator installs it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClock } from '#platform/clock.ts'
import { temporaryFolder } from '#platform/testing/hub-parts.ts'
import { Heard } from '../testing/heard.ts'
import { RUNTIME_FOLDER } from '../testing/installed-runtime.ts'
import { type ModelRequest, onnxModel } from '../testing/onnx-model.ts'
import { FallModel, type FallModelLimits } from './fall-model.ts'
import type { RgbImage } from './letterbox.ts'

/** Long enough for WebAssembly on a busy machine; the cases that time out never finish. */
const PATIENT: Partial<FallModelLimits> = { openMs: 60_000, lookMs: 30_000, retryMs: 1, waitMs: 60_000 }
/** The gray of the frame with which the hub tests a model. */
const GRAY = 114 / 255
const LYING = { x: 32, y: 40, width: 40, height: 10, confidence: 0.9 }

let folder: ReturnType<typeof temporaryFolder>
let model: FallModel
/** Each change, as the hub receives it. */
let changes: Heard<{ isReady: boolean; error: string | null }>

beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(async () => {
  await model?.stop()
  folder.remove()
})

function fileOf(content: Buffer): string {
  const path = join(folder.path, 'model.onnx')
  writeFileSync(path, content)
  return path
}

function make(file: string | null, limits: Partial<FallModelLimits> = {}, runtimeFolder = RUNTIME_FOLDER): FallModel {
  changes = new Heard()
  model = new FallModel({
    fallModel: { file, runtimeFolder },
    clock: createClock(),
    log: () => {},
    environment: process.env,
    limits: { ...PATIENT, ...limits },
    onChange: () => changes.put({ isReady: model.isReady, error: model.error?.code ?? null }),
  })
  return model
}

function open(request: ModelRequest, limits: Partial<FallModelLimits> = {}): FallModel {
  make(fileOf(onnxModel(request)), limits).want(true)
  return model
}

const ready = () => changes.first(({ isReady }) => isReady)
const failed = () => changes.first(({ error }) => error !== null)

/** A frame of one brightness, 0 to 1. */
function image(brightness: number, side = 64): RgbImage {
  return { width: side, height: side, data: new Uint8Array(side * side * 3).fill(Math.round(255 * brightness)) }
}

function isRunning(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 0)
  } catch {
    return false
  }
}

/** CPU time of a process, in hundredths of a second. */
function cpuTicks(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')[11])
}

describe('APP-05 a model of the operator', () => {
  test('APP-05 reports the people and postures of each frame, and frees its memory while unused', async () => {
    make(fileOf(onnxModel({ bodies: [LYING] })))
    expect([model.isReady, model.error, model.pid]).toEqual([false, null, undefined])
    expect(await model.infer('a', image(1))).toBeNull()
    model.want(true)
    await ready()

    const bodies = await model.infer('a', image(1))
    expect(bodies).toEqual([{ box: expect.anything(), pose: 'lying', confidence: expect.closeTo(0.9) }])
    expect(bodies![0]!.box.x).toBeCloseTo(12 / 64)
    expect(bodies![0]!.box.height).toBeCloseTo(10 / 64)
    expect(await model.infer('a', image(0))).toEqual([])

    const { pid } = model
    model.want(false)
    expect(model.isReady).toBe(false)
    await model.stop()
    expect(isRunning(pid)).toBe(false)
  })

  test('APP-05 all cameras get answers in turn, each for its latest frame', async () => {
    open({ bodies: [LYING] })
    await ready()
    const answers = ['a', 'b', 'c'].map((camera) => model.infer(camera, image(1)))
    const newer = model.infer('c', image(0))
    const [a, b, c] = await Promise.all(answers)
    expect([a?.length, b?.length, c]).toEqual([1, 1, null])
    expect(await newer).toEqual([])
  })

  test('REAL-02 an urgent frame goes before frames that wait longer', async () => {
    open({ bodies: [LYING] })
    await ready()
    const answered: string[] = []
    const ask = async (camera: string, isUrgent: boolean) => {
      await model.infer(camera, image(1), isUrgent)
      answered.push(camera)
    }
    await Promise.all([ask('first', false), ask('second', false), ask('third', false), ask('falling', true)])
    expect(answered).toEqual(['first', 'falling', 'second', 'third'])
  })

  test('APP-05 a frame that waited too long is dropped', async () => {
    open({ bodies: [LYING] }, { waitMs: -1 })
    await ready()
    expect(await model.infer('a', image(1))).toBeNull()
  })

  test('APP-05 pose models are read by their joints', async () => {
    open({ channels: 56, bodies: [{ x: 32, y: 32, width: 10, height: 40, confidence: 0.8 }] })
    await ready()
    expect(await model.infer('a', image(1))).toMatchObject([{ pose: 'upright' }])
  })
})

describe('APP-05 an unusable model is reported with an error code', () => {
  const rejection = async (file: string | null, limits?: Partial<FallModelLimits>, runtime?: string) => {
    make(file, limits, runtime).want(true)
    await failed()
    expect(model.isReady).toBe(false)
    expect(await model.infer('a', image(1))).toBeNull()
    return model.error
  }

  test('APP-05 no file is configured', () => {
    make(null).want(true)
    expect(model.error).toEqual({ code: 'model-file-missing', params: {} })
  })

  test('APP-05 the file is missing, or is a folder', async () => {
    expect(await rejection(join(folder.path, 'gone.onnx'))).toEqual({
      code: 'model-file-unreadable',
      params: { detail: 'ENOENT' },
    })
    await model.stop()
    expect(await rejection(folder.path)).toMatchObject({ code: 'model-file-unreadable', params: {} })
  })

  test('APP-05 no runtime is installed', async () => {
    const error = await rejection(fileOf(onnxModel()), {}, folder.path)
    expect(error).toMatchObject({ code: 'model-runtime-missing', params: {} })
  })

  test('APP-05 the file holds garbage, nothing, or half of a model', async () => {
    const garbage = Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 7919) % 251))
    for (const content of [garbage, Buffer.alloc(0), onnxModel().subarray(0, 200)]) {
      expect(await rejection(fileOf(content))).toMatchObject({ code: 'model-not-onnx', params: {} })
      await model.stop()
    }
  })

  test('APP-05 the file is huge', async () => {
    const path = fileOf(Buffer.alloc(0))
    truncateSync(path, 3_000_000_000)
    expect(await rejection(path)).toEqual({ code: 'model-file-too-large', params: { detail: '300 MB' } })
  })

  test('APP-05 it is a model of another kind', async () => {
    expect(await rejection(fileOf(onnxModel({ channels: 10 })))).toMatchObject({
      code: 'model-unfit',
      params: { detail: 'its output is [1, 10, 1] instead of [1, 5, 84 or 56, n]' },
    })
  })

  test('APP-05 it never answers the first frame', async () => {
    open({ always: 'hang' }, { openMs: 3000 })
    const { pid } = model
    await failed()
    expect(model.error).toEqual({ code: 'model-too-slow', params: {} })
    await model.stop()
    expect(isRunning(pid)).toBe(false)
  })

  test('APP-05 it takes all memory', async () => {
    open({ always: 'eat' }, { rssMaxBytes: 400_000_000 })
    await failed()
    expect(model.error).toEqual({ code: 'model-too-hungry', params: { detail: '400 MB' } })
  })
})

describe('APP-05 a model that fails later', () => {
  test.skipIf(process.platform === 'win32')('APP-05 a hanging model process ends with its hub', async () => {
    const program = fileURLToPath(new URL('./testing/lone-model-parent.ts', import.meta.url))
    const file = fileOf(onnxModel({ always: 'hang' }))
    const parent = spawn(process.execPath, [program, file, RUNTIME_FOLDER], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = await once(createInterface({ input: parent.stdout }), 'line')
    const pid = Number(line)
    // It hangs once it has used some seconds of CPU time; other systems offer no such measure.
    if (process.platform === 'linux') await expect.poll(() => cpuTicks(pid), { timeout: 30_000 }).toBeGreaterThan(200)
    parent.kill('SIGKILL')
    await expect.poll(() => isRunning(pid), { timeout: 10_000 }).toBe(false)
  })

  test('APP-05 is restarted, and given up after repeated errors', async () => {
    open({ bodies: [LYING], later: 'hang' }, { lookMs: 2500, failuresMax: 2 })
    await ready()
    expect(await model.infer('a', image(GRAY))).toHaveLength(1)
    expect(await model.infer('a', image(1))).toBeNull()
    expect(model.error).toBeNull()
    await changes.next(({ isReady }) => isReady)
    const given = changes.next(({ error }) => error !== null)
    expect(await model.infer('a', image(1))).toBeNull()
    expect(await given).toEqual({ isReady: false, error: 'model-too-slow' })
  })

  test('APP-05 is tried again after a while, because the file may be another', async () => {
    const path = fileOf(Buffer.from('no model'))
    make(path, { givenUpMs: 1 }).want(true)
    await failed()
    writeFileSync(path, onnxModel({ bodies: [LYING] }))
    await ready()
    expect(model.error).toBeNull()
  })

  test('APP-05 ends at its memory limit, and all waiting requests get null', async () => {
    open({ bodies: [LYING], later: 'eat' }, { rssMaxBytes: 400_000_000, failuresMax: 1 })
    await ready()
    const answers = [model.infer('a', image(1)), model.infer('b', image(GRAY))]
    expect(await Promise.all(answers)).toEqual([null, null])
    await failed()
    expect(model.error?.code).toBe('model-too-hungry')
  })
})
