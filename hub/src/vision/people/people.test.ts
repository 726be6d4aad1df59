// Whom the people in a room are taken for when they are first seen, and when they are seen again.
import { describe, expect, test } from 'vitest'
import { SCENES } from '#synthetic/camera/scene.ts'
import type { Scene } from '../background/background.ts'
import { LEVELS_FULL } from '../background/contrast.ts'
import { type BodyShape, BodyShapes } from '../body/body-shape.ts'
import { PeopleWatch } from './people.ts'
import { viewOfBed } from './room-view.ts'

const [WIDTH, HEIGHT] = [320, 180]
const view = viewOfBed({ name: 'bed', corners: [...SCENES.find(({ key }) => key === 'room-203')!.bed!] }, 9 / 16)!
const shapes = new BodyShapes(view, WIDTH, HEIGHT)
const bedding = shapes.bed!.bedding
const nothing = new Uint8Array(WIDTH * HEIGHT)

function maskOf(...shown: readonly BodyShape[]): Uint8Array {
  const mask = new Uint8Array(WIDTH * HEIGHT)
  for (const { top, rows } of shown) {
    for (let k = 0, y = top; k < rows.length; k += 2, y++) mask.fill(1, y * WIDTH + rows[k]!, y * WIDTH + rows[k + 1]!)
  }
  return mask
}
const both = (a: Uint8Array, b: Uint8Array) => a.map((set, i) => set | b[i]!)

/** Who is seen last when this stands out in one picture after the other, each for so many of them. */
function seenIn(pictures: readonly (readonly [number, Partial<Scene>])[]) {
  const watch = new PeopleWatch(shapes, WIDTH, HEIGHT)
  const smoothed = new Uint8Array(WIDTH * HEIGHT)
  const usual = { state: 'watching', foreground: nothing, moving: nothing, smoothed, levels: LEVELS_FULL } as const
  let people: ReturnType<PeopleWatch['follow']> = []
  for (const [count, scene] of pictures) {
    for (let i = 0; i < count; i++) people = watch.follow({ ...usual, ...scene } as Scene)
  }
  return people
}

const beside = [...shapes.all()]
  .flat()
  .find(({ posture, x, y }) => posture === 'standing' && x > 0.6 && x < 0.9 && y > 1)!
const touched: [number, Partial<Scene>] = [1, { moving: bedding }]

describe('a person first seen beside a touched bed', () => {
  test('A006: lay in it if its bedding is not as it was, and rose from a chair if it is', () => {
    const isFromBed = (foreground: Uint8Array) => seenIn([touched, [4, { foreground }]]).map((one) => one.isFromBed)
    expect(isFromBed(both(maskOf(beside), bedding))[0]).toBe(true)
    expect(isFromBed(maskOf(beside))).toEqual([false])
  })
})

describe('a person who gets up from the bed', () => {
  const all = [...shapes.all()].flat()
  const inBed = all.find(({ posture, x, y }) => posture === 'in-bed' && Math.abs(x) < 0.3 && y > 0.5)!
  const middle = ({ left, right, top, rows }: BodyShape) => [(left + right) / 2, top + rows.length / 4] as const
  const apart = (a: BodyShape, b: BodyShape) => Math.hypot(middle(a)[0] - middle(b)[0], middle(a)[1] - middle(b)[1])
  const shared = (a: BodyShape, b: BodyShape) => {
    const [one, other] = [maskOf(a), maskOf(b)]
    return one.reduce((sum, set, i) => sum + (set & other[i]!), 0) / a.area
  }
  const far = all.filter((one) => one.posture === 'sitting' && Math.hypot(one.x - inBed.x, one.y - inBed.y) > 1.5)
  const behind = far.find((one) => apart(inBed, one) < inBed.rows.length / 2.5 && shared(inBed, one) < 0.2)!
  const elsewhere = far.find((one) => apart(inBed, one) > 100)!
  const upIn = (after: number, shape: BodyShape): [number, Partial<Scene>][] => [
    [12, { foreground: maskOf(inBed) }],
    [after, {}],
    [8, { foreground: maskOf(shape) }],
  ]
  const words = (pictures: readonly (readonly [number, Partial<Scene>])[]) =>
    seenIn(pictures).map(({ id, isFromBed }) => `${id}${isFromBed ? ' from bed' : ''}`)

  test('A006: is the same when seen again behind it a moment later, as far away as they then seem', () => {
    expect(words(upIn(10, behind))).toEqual(['1 from bed'])
    expect(words(upIn(40, behind))).toEqual(['2'])
    expect(words(upIn(10, elsewhere))).toEqual(['2'])
  })

  test('A006: is the same when taken for somebody new before they are lost from sight on it', () => {
    const [before, , after] = upIn(0, behind)
    expect(words([before!, [3, { foreground: both(maskOf(inBed), maskOf(behind)) }], after!])).toEqual(['1 from bed'])
  })

  test('A006: is not the person who was in the room before something was seen on the bed', () => {
    const room: [number, Partial<Scene>] = [12, { foreground: maskOf(behind) }]
    const [, , after] = upIn(0, behind)
    expect(words([room, [15, { foreground: both(maskOf(inBed), maskOf(behind)) }], after!])[0]).toBe('1')
  })
})
