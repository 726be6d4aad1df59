// What a bed hides from a camera, on a demo room whose camera is known.

import { SCENES } from '@mimamori/lab/rooms/camera/scene.ts'
import { describe, expect, test } from 'vitest'
import { BedView } from './bed-view.ts'
import { BodyShapes } from './body-shape.ts'
import { viewOfBed } from './room-view.ts'

const [WIDTH, HEIGHT] = [320, 180]
const view = viewOfBed({ name: 'bed', corners: [...SCENES.find(({ key }) => key === 'room-202')!.bed!] }, 9 / 16)!
const bed = new BedView(view, WIDTH, HEIGHT)
const shapes = new BodyShapes(view, WIDTH, HEIGHT)
/** Across the bed, to either side of it; the camera of this room stands beyond one of them. */
const sides = [-1, 1].map((x) => ({ x, isBefore: bed.isBefore(x, 1) }))

describe('a bed in the frame', () => {
  test('lies between the camera and one of its sides, not the other', () => {
    expect(sides.map(({ isBefore }) => isBefore).toSorted()).toEqual([false, true])
  })

  test('hides the legs of a person behind it, and nothing of a person before it', () => {
    const tall = ({ x: side }: { x: number }) => {
      const x = 0.8 * side
      const { rows } = shapes.at(x, 1).find(({ posture }) => posture === 'standing')!
      const foot = view.project([x, 1, 0])!.y * HEIGHT
      const head = view.project([x, 1, 1.56])!.y * HEIGHT
      return rows.length / 2 / (foot - head)
    }
    const [behind, before] = [true, false].map((is) => tall(sides.find(({ isBefore }) => isBefore === is)!))
    expect(behind).toBeLessThan(0.95 * before!)
  })

  test('has its bedding inside its outline, and no floor far from it', () => {
    const at = (x: number, y: number, z: number) => {
      const seen = view.project([x, y, z])!
      return bed.bedding[Math.floor(seen.y * HEIGHT) * WIDTH + Math.floor(seen.x * WIDTH)]
    }
    expect([at(0, 1, 0.5), at(0.4, 0.4, 0.5)]).toEqual([1, 1])
    expect(sides.map(({ x }) => at(1.6 * x, 1, 0)).includes(0)).toBe(true)
  })
})
