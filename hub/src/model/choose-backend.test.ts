// What computes a model of the operator's: a device only where it is there, answers as the processor does, and takes less time.
import { mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClock } from '#platform/clock.ts'
import { temporaryFolder } from '#platform/testing/hub-parts.ts'
import { Heard } from '../testing/heard.ts'
import { RUNTIME_FOLDER } from '../testing/installed-runtime.ts'
import { onnxModel } from '../testing/onnx-model.ts'
import { chooseBackend } from './choose-backend.ts'
import { FallModel } from './fall-model.ts'
import type { RgbPicture } from './letterbox.ts'

const sample = (...values: number[]) => Float32Array.from(values)
const LYING = { x: 32, y: 40, width: 40, height: 10, confidence: 0.9 }
const WHITE: RgbPicture = { width: 64, height: 64, data: new Uint8Array(64 * 64 * 3).fill(255) }

describe('REAL-02 the backend that is chosen', () => {
  const usual = { ms: 100, sample: sample(0, 0.5, 400) }
  const ready = { runtime: 'runtime', others: ['one', 'two'], trial: usual }

  test.each([
    ['the one that takes least', { one: { ...usual, ms: 40 }, two: { ...usual, ms: 20 } }, 'two'],
    ['rounded otherwise', { one: { ms: 20, sample: sample(0.001, 0.501, 401) }, two: null }, 'one'],
    ['slower than the processor', { one: { ...usual, ms: 101 }, two: null }, null],
    ['one with another answer', { one: { ms: 20, sample: sample(0, 0.6, 400) }, two: null }, null],
    ['one with numbers that are none', { one: { ms: 20, sample: sample(0, Number.NaN, 400) }, two: null }, null],
    ['one with a shorter answer', { one: { ms: 20, sample: sample(0, 0.5) }, two: null }, null],
    ['none that opens', { one: null, two: null }, null],
  ])('REAL-02 %s', async (_, trials, chosen) => {
    expect(await chooseBackend(ready, async (name) => trials[name as 'one' | 'two'])).toBe(chosen)
  })
})

/**
 * A runtime whose processor takes its time, and what its device does: `right`, `wrong` answers, `crashing` as it opens,
 * `missing`, or `failing` at a white picture, after its trial.
 */
function runtimeWith(folder: string, device: string): string {
  const web = createRequire(join(RUNTIME_FOLDER, 'package.json')).resolve('onnxruntime-web')
  const place = join(folder, 'node_modules', 'onnxruntime-node')
  mkdirSync(place, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{}')
  writeFileSync(join(place, 'package.json'), '{"name":"onnxruntime-node","main":"index.js"}')
  writeFileSync(
    join(place, 'index.js'),
    `const web = require(${JSON.stringify(web)})
const PROCESSOR_MS = 150
const create = async (model, { executionProviders = ['cpu'] }) => {
  const isDevice = executionProviders[0] === 'device'
  if (isDevice && ${JSON.stringify(device)} === 'missing') throw new Error('no device')
  if (isDevice && ${JSON.stringify(device)} === 'crashing') process.kill(process.pid, 'SIGSEGV')
  const session = await web.InferenceSession.create(model)
  return {
    inputMetadata: session.inputMetadata,
    outputMetadata: session.outputMetadata,
    run: async (feeds) => {
      const isWhite = Object.values(feeds)[0].data[0] === 1
      if (isDevice && ${JSON.stringify(device)} === 'failing' && isWhite) throw new Error('the device is gone')
      if (!isDevice) await new Promise((done) => setTimeout(done, PROCESSOR_MS))
      const answer = await session.run(feeds)
      if (isDevice && ${JSON.stringify(device)} === 'wrong') for (const { data } of Object.values(answer)) data.fill(7)
      return answer
    },
  }
}
module.exports = { ...web, env: web.env, InferenceSession: { create }, listSupportedBackends: () => [{ name: 'cpu' }, { name: 'device' }] }
`,
  )
  return folder
}

describe('REAL-02 a device of the hub', () => {
  let folder: ReturnType<typeof temporaryFolder>
  let model: FallModel
  let said: Heard<{ message: string; facts: Record<string, unknown> }>
  beforeEach(() => {
    folder = temporaryFolder()
    said = new Heard()
  })
  afterEach(async () => {
    await model.stop()
    folder.remove()
  })

  function start(device: string): void {
    const file = join(folder.path, 'model.onnx')
    writeFileSync(file, onnxModel({ bodies: [LYING] }))
    model = new FallModel({
      fallModel: { file, runtimeFolder: runtimeWith(folder.path, device) },
      clock: createClock(),
      log: (_, message, facts = {}) => said.put({ message, facts }),
      environment: process.env,
      limits: { openMs: 60_000, lookMs: 30_000, retryMs: 1, waitMs: 60_000 },
      onChange: () => {},
    })
    model.want(true)
  }
  const readyWith = (runtime: string) => said.first(({ facts }) => facts.runtime === runtime)
  const tried = () => said.first(({ facts }) => facts.backend === 'device')
  const sees = async () => (await model.infer('a', WHITE))?.map(({ pose }) => pose)

  test('REAL-02 computes the model when it answers the same in less time', async () => {
    start('right')
    await readyWith('onnxruntime-node')
    await readyWith('onnxruntime-node, device')
    expect(await sees()).toEqual(['lying'])
  })

  test.each(['wrong', 'crashing', 'missing'])('REAL-02 that is %s leaves the work to the processor', async (device) => {
    start(device)
    await tried()
    expect(await sees()).toEqual(['lying'])
    expect(said.all.filter(({ facts }) => facts.runtime === 'onnxruntime-node, device')).toEqual([])
  })

  test('REAL-02 that fails later is given up, and the processor goes on', async () => {
    start('failing')
    await readyWith('onnxruntime-node, device')
    expect(await sees()).toBeUndefined()
    await said.first(({ message }) => message === 'the advanced fall model was lost')
    const readyAgain = () => said.all.filter(({ facts }) => facts.runtime === 'onnxruntime-node').length === 2
    await said.first(readyAgain)
    expect(await sees()).toEqual(['lying'])
  })
})
