// The camera's place from a bed's outline, on the demo's rooms, whose cameras are known.

import { aim, project } from '@mimamori/lab/rooms/base/camera.ts'
import { SCENES } from '@mimamori/lab/rooms/camera/scene.ts'
import { bedFrame } from '@mimamori/lab/rooms/room/room.ts'
import { ROOMS } from '@mimamori/lab/rooms/room/room-list.ts'
import { describe, expect, test } from 'vitest'
import { viewOfBed } from './room-view.ts'

const SIZE = { width: 320, height: 180 }
/** Beside the bed's exit side: floor, and the top of somebody who stands there. */
const STANDING_M = 1.6

describe('a room measured by the outline of its bed', () => {
  test.each(ROOMS.map(({ key }) => key))(
    '%s: somebody of 1.60 m beside the bed is as tall as drawn, within 8 %%',
    (key) => {
      const room = ROOMS.find((one) => one.key === key)!
      const bed = bedFrame(room)!
      const camera = aim(room.view, SIZE.width, SIZE.height)
      const view = viewOfBed({ name: 'bed', corners: [...SCENES.find((one) => one.key === key)!.bed!] }, 9 / 16)!
      const drawn = [0, STANDING_M].map((height) => project(camera, bed.from(0.9, 1.2, height)).y)
      const side = [-0.9, 0.9].map((x) => [0, STANDING_M].map((z) => view.project([x, 1.2, z])!.y * SIZE.height))
      const tall = (ys: readonly number[]) => ys[0]! - ys[1]!
      const nearest = side.toSorted((a, b) => Math.abs(a[0]! - drawn[0]!) - Math.abs(b[0]! - drawn[0]!))[0]!
      expect(Math.abs(tall(nearest) / tall(drawn) - 1)).toBeLessThan(0.08)
    },
  )

  test('the arrow says where the feet are, and so which side is the left one', () => {
    const corners = [
      { x: 0.35, y: 0.3 },
      { x: 0.5, y: 0.3 },
      { x: 0.54, y: 0.7 },
      { x: 0.28, y: 0.7 },
    ]
    const toCamera = viewOfBed({ name: 'bed', corners, headToFeet: 90 }, 9 / 16)!
    const fromCamera = viewOfBed({ name: 'bed', corners, headToFeet: 270 }, 9 / 16)!
    // On the back with the feet to the camera, the resident's left is right in the frame.
    expect(toCamera.project([-1.5, 1, 0])!.x).toBeGreaterThan(0.5)
    expect(fromCamera.project([-1.5, 1, 0])!.x).toBeLessThan(0.4)
  })

  test('a triangle measures nothing', () => {
    const corners = [
      { x: 0.3, y: 0.3 },
      { x: 0.5, y: 0.3 },
      { x: 0.5, y: 0.7 },
    ]
    expect(viewOfBed({ name: 'bed', corners }, 9 / 16)).toBeNull()
  })
})
