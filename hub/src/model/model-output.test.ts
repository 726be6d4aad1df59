import { describe, expect, test } from 'vitest'
import { type Joint, poseOfBox, poseOfJoints } from './body-pose.ts'
import { fitInto, letterbox } from './letterbox.ts'
import { bodiesIn } from './model-output.ts'
import { CHANNELS, readAnswer, readShape, ShapeError } from './model-shape.ts'

/** A model's output in which each row is a candidate. */
function answerOf(channels: number, rows: readonly (readonly number[])[]) {
  const data = new Float32Array(channels * rows.length)
  for (const [at, row] of rows.entries()) {
    for (const [channel, value] of row.entries()) data[channel * rows.length + at] = value
  }
  return { data, channels, candidates: rows.length }
}

describe('APP-05 the input of a model', () => {
  test('APP-05 keeps its proportions, in the middle of gray', () => {
    expect(fitInto({ width: 640, height: 360 }, { width: 640, height: 640 })).toEqual({
      left: 0,
      top: 140,
      width: 640,
      height: 360,
    })
    const data = new Uint8Array(4 * 2 * 3).fill(255)
    const { planes, fit } = letterbox({ width: 4, height: 2, data }, { width: 8, height: 8 })
    expect(fit).toEqual({ left: 0, top: 2, width: 8, height: 4 })
    expect(planes).toHaveLength(3 * 64)
    expect(planes[0]).toBeCloseTo(114 / 255)
    expect(planes[2 * 8]).toBe(1)
  })

  test('APP-05 has color planes, red first, and exact values without scaling', () => {
    const data = Uint8Array.from([255, 0, 51, 0, 102, 255])
    const { planes } = letterbox({ width: 2, height: 1, data }, { width: 2, height: 2 })
    // The frame is the upper row; the lower is gray.
    const [red, green, blue] = [0, 4, 8].map((from) => [...planes.slice(from, from + 2)])
    expect([red, green, blue]).toEqual([
      [1, 0],
      [0, expect.closeTo(0.4)],
      [expect.closeTo(0.2), 1],
    ])
  })
})

describe('APP-05 the people in a model’s output', () => {
  const fit = { left: 0, top: 140, width: 640, height: 360 }

  test('APP-05 have boxes in shares of the frame, each body once, the surest first', () => {
    const bodies = bodiesIn(
      answerOf(CHANNELS.person, [
        [320, 320, 64, 180, 0.8],
        [322, 322, 64, 180, 0.9],
        [100, 300, 200, 60, 0.7],
        [500, 300, 20, 60, 0.3],
      ]),
      fit,
    )
    expect(bodies.map(({ confidence, pose }) => [Number(confidence.toFixed(2)), pose])).toEqual([
      [0.9, 'upright'],
      [0.7, 'lying'],
    ])
    expect(bodies[0]!.box.x).toBeCloseTo(290 / 640)
    expect(bodies[0]!.box.y).toBeCloseTo((232 - 140) / 360)
    expect(bodies[0]!.box.height).toBeCloseTo(0.5)
  })

  test('APP-05 are dropped if another class is likelier or a number is invalid', () => {
    const chair = Array.from({ length: CHANNELS.things }, () => 0)
    chair.splice(0, 6, 320, 320, 100, 100, 0.5, 0.8)
    expect(bodiesIn(answerOf(CHANNELS.things, [chair]), fit)).toEqual([])
    const broken = [Number.NaN, Number.POSITIVE_INFINITY, 1e30, -5].map((x) => [x, x, x, x, 0.9])
    const unsure = [[320, 320, 64, 180, Number.NaN]]
    expect(bodiesIn(answerOf(CHANNELS.person, [...broken, ...unsure]), fit)).toEqual([])
  })

  test('APP-05 a body is clipped at the frame’s edge, and dropped outside it', () => {
    const rows = [
      [0, 320, 100, 100, 0.9],
      [320, 60, 100, 100, 0.9],
    ]
    const bodies = bodiesIn(answerOf(CHANNELS.person, rows), fit)
    expect(bodies).toHaveLength(1)
    expect(bodies[0]!.box).toMatchObject({ x: 0, width: expect.closeTo(50 / 640) })
  })
})

describe('APP-05 the posture of a body', () => {
  const at = (x: number, y: number, confidence = 0.9): Joint => ({ x, y, confidence })
  /** Shoulders, hips and knees, both sides at one place. */
  const body = (shoulders: Joint, hips: Joint, knees: Joint): Joint[] => {
    const joints = Array.from({ length: 17 }, () => at(0, 0, 0))
    for (const [which, joint] of [
      [5, shoulders],
      [11, hips],
      [13, knees],
    ] as const) {
      joints[which] = joint
      joints[which + 1] = joint
    }
    return joints
  }

  test.each([
    ['upright', body(at(100, 50), at(100, 110), at(100, 160))],
    ['sitting', body(at(100, 50), at(105, 110), at(140, 120))],
    ['lying', body(at(50, 100), at(110, 105), at(160, 105))],
    // The head is lower than the hips: along the view, away from the camera's feet.
    ['lying', body(at(100, 160), at(100, 100), at(100, 50))],
    [null, body(at(50, 50), at(100, 110), at(150, 150))],
    [null, body(at(100, 50, 0.2), at(100, 110), at(100, 160))],
  ])('APP-05 is %s', (pose, joints) => {
    expect(poseOfJoints(joints)).toBe(pose)
  })

  test('APP-05 a box alone gives a pose only if it is clear', () => {
    expect(poseOfBox({ width: 100, height: 40 })).toBe('lying')
    expect(poseOfBox({ width: 40, height: 100 })).toBe('upright')
    expect(poseOfBox({ width: 60, height: 70 })).toBeNull()
  })
})

describe('APP-05 supported models', () => {
  const tensor = (shape: (number | string)[], type = 'float32') => ({ name: 'x', type, shape })
  const input = tensor([1, 3, 480, 640])

  test('APP-05 accepts person detection and pose models, also with dynamic sizes', () => {
    for (const channels of [5, 56, 84]) {
      expect(readShape([input], [tensor([1, channels, 6300])]).size).toEqual({ width: 640, height: 480 })
    }
    const open = tensor(['batch', 3, 'height', 'width'])
    expect(readShape([open], [tensor(['batch', 56, 'anchors'])]).size).toEqual({ width: 640, height: 640 })
    expect(readAnswer([1, 56, 8400])).toEqual({ channels: 56, candidates: 8400 })
  })

  test.each([
    ['1000 classes', [input], [tensor([1, 1000])]],
    ['no image', [tensor([1, 128])], [tensor([1, 56, 8400])]],
    ['images in bytes', [tensor([1, 3, 640, 640], 'uint8')], [tensor([1, 56, 8400])]],
    ['images too large', [tensor([1, 3, 4000, 4000])], [tensor([1, 56, 8400])]],
    ['two inputs', [input, input], [tensor([1, 56, 8400])]],
    ['no output', [input], []],
  ])('APP-05 %s is refused in words', (_, inputs, outputs) => {
    expect(() => readShape(inputs, outputs)).toThrow(ShapeError)
  })

  test('APP-05 rejects an output of another shape than declared, or of any size', () => {
    expect(() => readAnswer([1, 8400, 56])).toThrow('[1, 8400, 56] instead of [1, 5, 84 or 56, n]')
    expect(() => readAnswer([1, 56, 1e9])).toThrow(ShapeError)
    expect(() => readAnswer([])).toThrow(ShapeError)
  })
})
