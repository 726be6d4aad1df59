// A model's view of a camera's frame: masked areas are black, also in a close-up.
import { AV_PIX_FMT_YUV420P } from 'node-av/constants'
import { Frame } from 'node-av/lib'
import { expect, test } from 'vitest'
import type { RgbImage } from '#model/letterbox.ts'
import type { Detection } from '#vision/body/person.ts'
import { ModelEye } from './model-eye.ts'

const SIDE = 256
const LEFT_HALF = [
  [0, 0],
  [0.5, 0],
  [0.5, 1],
  [0, 1],
].map(([x, y]) => ({ x: x!, y: y! }))
const place = { x: 0.25, y: 0.25, width: 0.375, height: 0.5 }

/** 640 x 480, all of it bright. */
function bright(chroma: number): Frame {
  const frame = new Frame()
  frame.alloc()
  Object.assign(frame, { width: 640, height: 480, format: AV_PIX_FMT_YUV420P })
  frame.getBuffer()
  frame.data![0]!.fill(200)
  for (const plane of [1, 2]) frame.data![plane]!.fill(chroma)
  return frame
}

/** Infers a bright frame whose left half is masked, and a close-up of its middle; returns inputs and results. */
async function look(answers: (image: RgbImage) => Promise<Detection['bodies'] | null>, turn: 0 | 90, chroma = 128) {
  const asked: RgbImage[] = []
  const detections: Detection[] = []
  const infer = async (_: string, image: RgbImage) => {
    asked.push(image)
    const bodies = await answers(image)
    return bodies && [...bodies]
  }
  const eye = new ModelEye('a', { isReady: true, infer }, (words) => expect.fail(words), { sideMax: SIDE, step: 32 })
  eye.cover([{ name: 'mask', corners: LEFT_HALF }])
  const frame = bright(chroma)
  const isAsked = eye.look(
    { frame, capturedAtMs: 1000 },
    (detection) => detections.push(detection),
    () => ({ place, turn, tall: 0.2 }),
  )
  // The decoder frees its frame while inference still runs.
  frame.free()
  await eye.idle()
  eye.close()
  return { isAsked, asked, detections }
}

const redAt = ({ data, width }: RgbImage, x: number, y: number) => data[(y * width + x) * 3]!
const isDark = (image: RgbImage, x: number, y: number) => redAt(image, x, y) === 0

test('CAM-09 a close-up is black at masks, rotated or not', async () => {
  const upright = await look(async () => [], 0)
  const turned = await look(async () => [], 90)
  expect([upright, turned].map(({ asked }) => asked.length)).toEqual([2, 2])
  const [whole, square] = upright.asked as [RgbImage, RgbImage]
  expect([isDark(whole, 10, 90), isDark(whole, 250, 90)]).toEqual([true, false])
  expect([isDark(square, 10, 128), isDark(square, 250, 128)]).toEqual([true, false])
  const onEnd = turned.asked[1]!
  expect([isDark(onEnd, 128, 10), isDark(onEnd, 128, 250)]).toEqual([true, false])
})

test('REAL-03 both inferences of a frame give one answer', async () => {
  const box = { x: 0.2, y: 0.4, width: 0.6, height: 0.2 }
  const body = { box, pose: null, confidence: 0.3 }
  const { isAsked, detections } = await look(async ({ height }) => (height === SIDE ? [body] : []), 0)
  expect(isAsked).toBe(true)
  expect(detections).toHaveLength(1)
  expect(detections[0]!.atMs).toBe(1000)
  expect(detections[0]!.bodies[0]!.box.x).toBeCloseTo(0.25 + 0.2 * 0.375)
})

test('REAL-03 without an answer for the close-up, the answer for the whole frame counts', async () => {
  const { detections } = await look(async ({ height }) => (height === SIDE ? null : []), 0)
  expect(detections).toEqual([{ atMs: 1000, bodies: [] }])
})

test.each([
  ['gray', 128],
  ['in colour', 140],
])('REAL-03 an image %s is looked at closely', async (_, chroma) => {
  const { asked } = await look(async () => [], 0, chroma)
  expect(asked.map(({ width, height }) => [width, height])).toEqual([
    [SIDE, 192],
    [SIDE, SIDE],
  ])
})
