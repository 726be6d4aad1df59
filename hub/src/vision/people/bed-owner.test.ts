// Who can come from a bed: its only resident, until they have left it.

import { SCENES } from '@mimamori/lab/rooms/camera/scene.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { BedView } from '../body/bed-view.ts'
import { BodyShapes } from '../body/body-shape.ts'
import type { Posture } from '../body/person.ts'
import { viewOfBed } from '../body/room-view.ts'
import { BedOwner } from './bed-owner.ts'

const view = viewOfBed({ name: 'bed', corners: [...SCENES.find(({ key }) => key === 'room-203')!.bed!] }, 9 / 16)!
const shapes = new BodyShapes(view, 320, 180)
const bed = new BedView(view, 320, 180)
const still = new Uint8Array(320 * 180)
const all = [...shapes.all()].flat()

/** A body of that posture, `acrossM` meters across from the bed's middle. */
function someone(posture: Posture, acrossM: number, isFromBed: boolean) {
  const shape = all.find(
    (one) => one.posture === posture && Math.abs(Math.abs(one.x) - acrossM) < 0.11 && Math.abs(one.y - 1) < 0.4,
  )!
  return { shape, isFromBed }
}
const resident = someone('standing', 1.4, true)
const stirring = bed.bedding.slice()

let owner: BedOwner
const look = (tracks: Parameters<BedOwner['look']>[0], seconds: number, moving = still) => {
  for (let i = 0; i < seconds * 5; i++) owner.look(tracks, bed, { moving })
  return owner.isEmpty
}
beforeEach(() => {
  owner = new BedOwner()
})

describe('the bed of a resident', () => {
  test('is empty when its resident is away from it, and not before', () => {
    expect([look([], 5), look([resident], 1)]).toEqual([false, true])
  })

  test('is not left by an object that slid down', () => {
    expect(look([someone('low', 1, true)], 10)).toBe(false)
  })

  test('is not left by a person who came from the room', () => {
    expect(look([someone('standing', 1.4, false)], 10)).toBe(false)
  })

  test('is taken again by a person who sits on it, or is lost beside it', () => {
    look([resident], 2)
    expect(look([someone('in-bed', 0, true)], 3)).toBe(false)
    look([resident], 2)
    owner.lose(someone('sitting', 0.6, true))
    expect(owner.isEmpty).toBe(false)
  })

  test('is not empty if its bedding moves with nobody near', () => {
    look([resident], 2)
    expect(look([], 2, stirring)).toBe(false)
  })
})
