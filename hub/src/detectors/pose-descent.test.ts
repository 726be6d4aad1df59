import { describe, expect, test } from 'vitest'
import { followed, lying, moved, sitting, times, upright } from '#pose/testing.ts'
import type { SeenBody } from '#vision/body/person.ts'
import { hasStumbled, seatedDescentOf } from './pose-descent.ts'

const STAY_MS = 1600
const person = (...answers: SeenBody[][]) => followed(answers).people[0]!

describe('REAL-03 a fall from a chair that nobody outlined', () => {
  const descent = (...answers: SeenBody[][]) => seatedDescentOf(person(...answers), STAY_MS).state

  test('REAL-03 somebody who sat, and lies away from there, fell though they never stood', () => {
    expect(descent(...times(4, sitting()), ...times(4, lying({ x: 0 })))).toBe('fell')
  })

  test('REAL-03 is going down with the first answer that shows them lying', () => {
    expect(descent(...times(4, sitting()), [lying({ x: 0 })])).toBe('going-down')
  })

  test('REAL-03 somebody who lies down where they sat, or sits elsewhere, did not fall', () => {
    const onSofa = moved(lying(), { x: -0.05, y: -0.12 })
    expect(descent(...times(4, sitting()), ...times(4, onSofa))).toBe('unclear')
    expect(descent(...times(4, sitting()), ...times(4, sitting({ x: 0.1 })))).toBe('unclear')
  })
})

describe('REAL-03 a stumble', () => {
  test('REAL-03 somebody who was down and is up again stumbled, once', () => {
    const down = [...times(3, upright()), ...times(2, lying())]
    expect(hasStumbled(person(...down))).toBe(false)
    expect(hasStumbled(person(...down, [upright()]))).toBe(true)
    expect(hasStumbled(person(...down, [upright()], [upright()]))).toBe(false)
  })

  test('REAL-03 who bends down for a moment, or gets up after lying there at first, did not stumble', () => {
    expect(hasStumbled(person(...times(3, upright()), [lying()], [upright()]))).toBe(false)
    expect(hasStumbled(person(...times(3, lying()), [upright()]))).toBe(false)
  })
})
