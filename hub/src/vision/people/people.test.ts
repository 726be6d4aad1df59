// How people in a room are classified when they are first detected, and when they are re-detected.

import { SCENES } from '@mimamori/lab/rooms/camera/scene.ts'
import { describe, expect, test } from 'vitest'
import type { Scene } from '../background/background.ts'
import { LEVELS_FULL } from '../background/contrast.ts'
import { type BodyShape, BodyShapes } from '../body/body-shape.ts'
import { assumedView, viewOfBed } from '../body/room-view.ts'
import { PeopleWatch } from './people.ts'

const [WIDTH, HEIGHT] = [320, 180]
const view = viewOfBed({ name: 'bed', corners: [...SCENES.find(({ key }) => key === 'room-203')!.bed!] }, 9 / 16)!
const shapes = new BodyShapes(view, WIDTH, HEIGHT)
const nothing = new Uint8Array(WIDTH * HEIGHT)

function maskOf(...shown: readonly BodyShape[]): Uint8Array {
  const mask = new Uint8Array(WIDTH * HEIGHT)
  for (const { top, rows } of shown) {
    for (let k = 0, y = top; k < rows.length; k += 2, y++) mask.fill(1, y * WIDTH + rows[k]!, y * WIDTH + rows[k + 1]!)
  }
  return mask
}

/** The people after a sequence of foregrounds, each shown for a number of frames. */
function seenIn(images: readonly (readonly [number, Partial<Scene>])[], known = shapes) {
  const watch = new PeopleWatch(known, WIDTH, HEIGHT)
  const smoothed = new Uint8Array(WIDTH * HEIGHT)
  const usual = { state: 'watching', foreground: nothing, moving: nothing, smoothed, levels: LEVELS_FULL } as const
  let people: ReturnType<PeopleWatch['follow']> = []
  for (const [count, scene] of images) {
    for (let i = 0; i < count; i++) people = watch.follow({ ...usual, ...scene } as Scene)
  }
  return people
}

const beside = [...shapes.all()]
  .flat()
  .find(({ posture, x, y }) => posture === 'standing' && x > 0.6 && x < 0.9 && y > 1)!
const inBed = [...shapes.all()]
  .flat()
  .find(({ posture, x, y }) => posture === 'in-bed' && Math.abs(x) < 0.3 && y > 0.5)!

describe('a person at their first detection', () => {
  test('A006: on the bed or beside it lay in it', () => {
    const isFromBed = (shape: BodyShape) => seenIn([[4, { foreground: maskOf(shape) }]]).map((one) => one.isFromBed)
    expect([isFromBed(inBed), isFromBed(beside)]).toEqual([[true], [true]])
  })
})

test('A005: nobody is on a bed where none is outlined', () => {
  const bedless = new BodyShapes(assumedView(9 / 16), WIDTH, HEIGHT)
  const amid = [...bedless.all()]
    .flat()
    .find(({ posture, x, y }) => posture === 'standing' && Math.abs(x) < 0.1 && y > 1)!
  const seen = seenIn([[4, { foreground: maskOf(amid) }]], bedless)
  expect(seen.map((one) => one.bedShare)).toEqual([0])
})
