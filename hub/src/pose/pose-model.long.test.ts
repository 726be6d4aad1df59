// The pose model that comes along, in its own process, with the weights that come along.
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { FallModel } from '#model/fall-model.ts'
import { Heard } from '../testing/heard.ts'
import { openedPoses } from '../testing/opened-poses.ts'
import { bodiesOf, NUMBERS } from './movenet-answer.ts'

let model: FallModel | null = null
afterEach(async () => {
  await model?.stop()
  model = null
})

const gray = { width: 256, height: 160, data: new Uint8Array(256 * 160 * 3).fill(114) }

test('REAL-02 it opens, sees nobody in a gray frame, and answers every camera that asks', async () => {
  model = await openedPoses()
  expect(model.isReady).toBe(true)
  const answers = await Promise.all(['a', 'b', 'c'].map((cameraId) => model!.infer(cameraId, gray)))
  expect(answers).toEqual([[], [], []])
}, 120_000)

test('REAL-02 a frame of an unusable size does not end the hub: the next one is answered', async () => {
  const changes = new Heard<boolean>()
  model = await openedPoses({}, () => changes.put(model?.isReady ?? true))
  expect(await model.infer('a', { width: 10, height: 10, data: new Uint8Array(300) })).toBeNull()
  await changes.next((isReady) => isReady)
  expect(await model.infer('a', gray)).toEqual([])
}, 120_000)

test('REAL-02 the model reports missing files, and delays nobody', async () => {
  model = await openedPoses({ poseModelFolder: join(import.meta.dirname, 'nowhere') })
  expect(model.isReady).toBe(false)
  expect(model.error?.code).toBe('model-unfit')
  expect(await model.infer('a', gray)).toBeNull()
}, 120_000)

test('REAL-02 its answer is read as boxes and joints in shares of the frame', () => {
  const answer = new Float32Array(6 * NUMBERS)
  answer.set([0.2, 0.3, 0.9], 0)
  answer.set([0.1, 0.2, 0.7, 0.4, 0.8], 51)
  answer.set([0.1, 0.2, 0.7, 0.4, Number.NaN], NUMBERS + 51)
  const [body, ...others] = bodiesOf(answer)
  expect(others).toEqual([])
  expect(body!.box.x).toBeCloseTo(0.2)
  expect(body!.box.height).toBeCloseTo(0.6)
  expect(body!.confidence).toBeCloseTo(0.8)
  expect(body!.joints![0]).toEqual({ x: expect.closeTo(0.3), y: expect.closeTo(0.2), confidence: expect.closeTo(0.9) })
})
