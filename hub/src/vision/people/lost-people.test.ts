// Whether a re-detected person after a loss is the same or a new one.

import { SCENES } from '@mimamori/lab/rooms/camera/scene.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { BodyShapes } from '../body/body-shape.ts'
import { viewOfBed } from '../body/room-view.ts'
import { metresBetween } from './body-search.ts'
import { LOST_FRAMES, LostPeople } from './lost-people.ts'

const view = viewOfBed({ name: 'bed', corners: [...SCENES.find(({ key }) => key === 'room-203')!.bed!] }, 9 / 16)!
const all = [...new BodyShapes(view, 320, 180).all()].flat()
const inBed = all.find(({ posture, x, y }) => posture === 'in-bed' && Math.abs(x) < 0.3 && y > 0.5)!
const far = all.filter((one) => one.posture === 'sitting' && metresBetween(inBed, one) > 1.5)
const elsewhere = far.find(({ left }) => left > inBed.right + 60)!

const resident = { id: 7, shape: inBed, stood: null, isFromBed: true }

let people: LostPeople
beforeEach(() => {
  people = new LostPeople()
})

describe('a re-detected person', () => {
  test('is the same near the place of a recent loss, once', () => {
    people.add({ ...resident, isFromBed: false }, 100)
    expect(people.take(elsewhere, 102)).toBeUndefined()
    expect([people.take(inBed, 102)?.id, people.take(inBed, 102)]).toEqual([7, undefined])
  })

  test('is a new person after a longer time', () => {
    people.add(resident, 100)
    expect(people.take(inBed, 100 + LOST_FRAMES)).toBeUndefined()
  })
})
