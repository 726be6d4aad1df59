import { describe, expect, test } from 'vitest'
import type { PeopleFrame } from '#detectors/people-frame.ts'
import { sittingInBed, someone } from '#detectors/testing.ts'
import type { PosedPerson } from '#vision/body/person.ts'
import { noMemory, type RoomView, readRoom } from './room-reading.ts'

const BED = {
  name: 'bed',
  corners: [
    { x: 0.3, y: 0.4 },
    { x: 0.6, y: 0.4 },
    { x: 0.6, y: 0.8 },
    { x: 0.3, y: 0.8 },
  ],
}
const FRAME: PeopleFrame = {
  atMs: 0,
  isReliable: true,
  people: [],
  figures: [],
  movingShare: 0,
  isBedKnown: true,
  bed: BED,
}
const look = (frame: Partial<PeopleFrame>, view: Partial<RoomView> = {}): RoomView => ({
  ...{ atMs: 0, blind: null, isBedTaken: null, hasFallen: false, isAsleep: false },
  frame: { ...FRAME, ...frame },
  ...view,
})
const counts = (view: RoomView, memory = noMemory) => {
  const { lying, sitting, up, floor, visitors } = readRoom(memory, view).reading
  return { lying, sitting, up, floor, visitors }
}
const NONE = { lying: 0, sitting: 0, up: 0, floor: 0, visitors: 0 }

function posed(changes: {
  id?: number
  box?: PosedPerson['box']
  isUpright?: boolean
  isLying?: boolean
}): PosedPerson {
  const { id = 1, box = { x: 0.7, y: 0.3, width: 0.1, height: 0.4 }, isUpright = false, isLying = false } = changes
  const seen = {
    shoulders: null,
    hips: null,
    foot: { x: box.x + box.width / 2, y: box.y + box.height },
    isOnFeet: null,
  }
  const sample = {
    atMs: 0,
    width: 0.1,
    height: 0.4,
    middleY: 0.5,
    lean: isUpright ? 5 : 80,
    isUpright,
    isLying,
    ...seen,
  }
  return { id, box, confidence: 0.9, surest: 0.9, atMs: 0, firstMs: 0, lostMs: null, past: [sample] }
}
const IN_BED = { x: 0.4, y: 0.5, width: 0.1, height: 0.2 }

describe('ROOM-01 the room state of one frame', () => {
  test('an upright outline on the bed or its edge sits, a flat one is on the floor', () => {
    expect(counts(look({ people: [sittingInBed()] }))).toEqual({ ...NONE, sitting: 1 })
    expect(counts(look({ people: [someone({ posture: 'sitting', x: 0.6, bedShare: 0.3 })] }))).toEqual({
      ...NONE,
      sitting: 1,
    })
    expect(counts(look({ people: [someone({ posture: 'sitting', x: 0.8 })] }))).toEqual({ ...NONE, up: 1 })
    expect(counts(look({ people: [someone({ posture: 'lying', x: 1 })] }))).toEqual({ ...NONE, floor: 1 })
    expect(counts(look({ people: [someone({ fitShare: 0.2 })] }))).toEqual(NONE)
  })

  test('the pose model goes before outlines: lying is in bed there, else on the floor', () => {
    const poses = { atMs: 0, people: [posed({ box: IN_BED, isLying: true }), posed({ id: 2, isUpright: true })] }
    expect(counts(look({ poses, people: [someone()] }))).toEqual({ ...NONE, lying: 1, up: 1 })
    expect(counts(look({ poses: { atMs: 0, people: [posed({ isLying: true })] } }))).toEqual({ ...NONE, floor: 1 })
    const noBed = look({ poses: { atMs: 0, people: [posed({ isLying: true })] }, isBedKnown: false, bed: undefined })
    expect(counts(noBed)).toEqual({ ...NONE, up: 1 })
  })

  test('two outlines count as one person if a working pose model sees nobody', () => {
    const people = [someone(), someone({ id: 2, x: 2 })]
    const poses = { atMs: 0, people: [] }
    expect(counts(look({ people, poses }))).toEqual({ ...NONE, up: 2 })
    expect(counts(look({ people, poses }), { ...noMemory, posedAtMs: 0 })).toEqual({ ...NONE, up: 1 })
  })

  test('beside a person on the floor, an outline counts once it has walked in', () => {
    const fallen = someone({ posture: 'lying', x: 1, isFromBed: true })
    const shadow = look({ people: [fallen, someone({ id: 2, x: 3 })] })
    const first = readRoom(noMemory, shadow)
    const second = readRoom(first.memory, look({ people: [fallen, someone({ id: 2, x: 1.5 })] }))
    const blanket = readRoom(second.memory, look({ people: [fallen, someone({ id: 3, x: 0.2, isFromBed: true })] }))
    expect([first, second, blanket].map(({ reading }) => reading.others)).toEqual([0, 1, 0])
  })

  test('a person from elsewhere is a visitor while the bed is taken; one getting up from it is not', () => {
    const asleep = { isAsleep: true, isBedTaken: true }
    const nurse = someone({ x: 2.5 })
    const entered = readRoom(noMemory, look({ people: [nurse] }, asleep))
    const atBed = look({ people: [{ ...nurse, x: 0.7 }] }, { isBedTaken: true })
    expect([entered.reading.visitors, counts(atBed, entered.memory)]).toEqual([0, { ...NONE, up: 1, visitors: 1 }])
    expect(counts(look({ people: [someone({ isFromBed: true, x: 2 })] }, asleep))).toEqual({ ...NONE, up: 1 })
    expect(counts(look({ people: [nurse] }, { isBedTaken: false }))).toEqual({ ...NONE, up: 1 })
  })
})
