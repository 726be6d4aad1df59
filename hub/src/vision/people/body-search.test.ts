// Body search where two bodies explain the foreground almost equally well.

import { SCENES } from '@mimamori/lab/rooms/camera/scene.ts'
import { describe, expect, test } from 'vitest'
import { BodyMask } from '../body/body-mask.ts'
import { type BodyShape, BodyShapes } from '../body/body-shape.ts'
import { viewOfBed } from '../body/room-view.ts'
import { BodySearch, TOPPLE_FRAMES } from './body-search.ts'

const [WIDTH, HEIGHT] = [320, 180]
const view = viewOfBed({ name: 'bed', corners: [...SCENES.find(({ key }) => key === 'room-203')!.bed!] }, 9 / 16)!
const shapes = new BodyShapes(view, WIDTH, HEIGHT)

/** The result for a foreground of these outlines, for a person who stood with a good fit `framesAgo` frames ago. */
function seenAs(shown: readonly BodyShape[], from: BodyShape, framesAgo: number, among: BodyShapes = shapes) {
  const foreground = new Uint8Array(WIDTH * HEIGHT)
  for (const { top, rows } of shown) {
    for (let k = 0, y = top; k < rows.length; k += 2, y++)
      foreground.fill(1, y * WIDTH + rows[k]!, y * WIDTH + rows[k + 1]!)
  }
  const mask = new BodyMask(WIDTH, HEIGHT)
  const smoothed = new Uint8Array(WIDTH * HEIGHT)
  mask.show({ foreground, smoothed, levels: 11 } as Parameters<BodyMask['show']>[0])
  const stood = { shape: from, atFrame: 100 - framesAgo }
  const track = { shape: from, stood, uprightAtFrame: 100 - framesAgo, isToppled: false }
  return new BodySearch(among, mask).near(track, 100).shape
}

/** Places beside the bed where a person is seen upright. */
const places = [...shapes.all()].filter(
  ([first]) => first!.posture === 'standing' && Math.abs(first!.x) > 1 && Math.abs(first!.x) < 2,
)

describe('template match of a body', () => {
  test('a sprawled body matches lying more often if the track stood well a moment ago', () => {
    const sprawled = places.flatMap((all) =>
      all.filter(({ posture }) => posture === 'lying').map((lying) => ({ lying, all })),
    )
    const lyingWhen = (framesAgo: number) =>
      sprawled.filter(({ lying, all }) => {
        const limbs = all.filter(({ posture }) => posture === 'low')
        return seenAs([lying, ...limbs], all[0]!, framesAgo).posture === 'lying'
      })
    const [soon, late] = [lyingWhen(1), lyingWhen(TOPPLE_FRAMES + 1)]
    expect(soon.length).toBeGreaterThan(late.length)
    expect(late.filter((one) => !soon.some(({ lying }) => lying === one.lying))).toEqual([])
  })

  test('a body cut off below gains little from having stood a moment ago', () => {
    const isCutOff = ({ top, rows }: BodyShape) => top + rows.length / 2 >= HEIGHT
    const hidden = [...shapes.all()].flatMap((all) =>
      all.filter((one) => one.posture === 'lying' && isCutOff(one)).map((lying) => ({ lying, all })),
    )
    const lyingCutOff = (framesAgo: number) =>
      hidden.filter(({ lying, all }) => {
        const limbs = all.filter(({ posture }) => posture === 'low')
        const seen = seenAs([lying, ...limbs], all[0]!, framesAgo)
        return seen.posture === 'lying' && isCutOff(seen)
      })
    const late = lyingCutOff(TOPPLE_FRAMES + 1)
    expect(late.length).toBeGreaterThan(10)
    // Some outlines have so little foreground at the edge that lying explains them as well.
    expect(lyingCutOff(1).filter((one) => !late.includes(one)).length).toBeLessThanOrEqual(hidden.length / 50)
  })

  test('a person who stood well a moment ago and still stands does not match lying', () => {
    const fallen = places.filter(([standing]) => seenAs([standing!], standing!, TOPPLE_FRAMES).posture === 'lying')
    expect(fallen).toEqual([])
  })
})
