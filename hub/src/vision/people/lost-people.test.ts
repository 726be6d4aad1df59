// Who is seen again after being lost from sight: the same, or somebody new.
import { beforeEach, describe, expect, test } from 'vitest'
import { SCENES } from '#synthetic/camera/scene.ts'
import { metresBetween } from '../body/body-search.ts'
import { BodyShapes } from '../body/body-shape.ts'
import { gotUpTo, LOST_FRAMES, LostPeople } from './lost-people.ts'
import { viewOfBed } from './room-view.ts'

const view = viewOfBed({ name: 'bed', corners: [...SCENES.find(({ key }) => key === 'room-203')!.bed!] }, 9 / 16)!
const all = [...new BodyShapes(view, 320, 180).all()].flat()
const inBed = all.find(({ posture, x, y }) => posture === 'in-bed' && Math.abs(x) < 0.3 && y > 0.5)!
const far = all.filter((one) => one.posture === 'sitting' && metresBetween(inBed, one) > 1.5)
/** Upper bodies far behind the bed whose middle is seen where who lay in it was, and others. */
const isOver = ({ left, right, top, rows }: (typeof all)[number]) => {
  const [x, y] = [(left + right) / 2, top + rows.length / 4]
  return x > inBed.left && x < inBed.right && y > inBed.top && y < inBed.top + inBed.rows.length / 4
}
const behind = far.find(isOver)!
const elsewhere = far.find(({ left }) => left > inBed.right + 60)!

const resident = { id: 7, shape: inBed, stood: null, isFromBed: true, foundFrames: 20, stirredAtFrame: 98 }

let people: LostPeople
beforeEach(() => {
  people = new LostPeople()
})

describe('a person seen again', () => {
  test('is the same near where one was lost a moment ago, once', () => {
    people.add({ ...resident, isFromBed: false }, 100)
    expect(people.take(elsewhere, 102, true)).toBeUndefined()
    expect([people.take(inBed, 102, false)?.id, people.take(inBed, 102, false)]).toEqual([7, undefined])
  })

  test('is somebody new later', () => {
    people.add(resident, 100)
    expect(people.take(inBed, 100 + LOST_FRAMES, true)).toBeUndefined()
  })

  test('A006: is the resident behind the bed in which they stirred, if nobody else is there', () => {
    people.add(resident, 100)
    expect(people.take(elsewhere, 110, true)).toBeUndefined()
    expect(people.take(behind, 110, false)).toBeUndefined()
    expect(people.take(behind, 110, true)?.id).toBe(7)
  })

  test('A006: is not the resident after lying still, a brief sighting, or coming from the room', () => {
    expect(gotUpTo(resident, behind, 100)).toBe(true)
    expect(gotUpTo({ ...resident, stirredAtFrame: 100 - LOST_FRAMES }, behind, 100)).toBe(false)
    expect(gotUpTo({ ...resident, foundFrames: 5 }, behind, 100)).toBe(false)
    expect(gotUpTo({ ...resident, isFromBed: false }, behind, 100)).toBe(false)
    expect(gotUpTo({ ...resident, shape: behind }, behind, 100)).toBe(false)
  })
})
