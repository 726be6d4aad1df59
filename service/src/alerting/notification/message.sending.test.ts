import { expect, test } from 'vitest'
import { nextTry } from './message.sending.ts'

const DUE_AT = new Date('2026-11-20T01:00:00.000Z')
const secondsLater = (seconds: number) => new Date(DUE_AT.getTime() + seconds * 1000)
const next = (attempts: number, askedS: number | null, afterS: number) => {
  const at = nextTry({ attempts, dueAt: DUE_AT }, askedS, secondsLater(afterS))
  return at && (at.getTime() - DUE_AT.getTime()) / 1000
}

test.each([
  ['pauses grow', 2, null, 10, 15],
  ['a receiver that asks for more gets it', 1, 120, 0, 120],
  ['one that asks for longer than the message lives is tried once more before its end', 1, 1_800, 0, 870],
  ['also one that asks for exactly as long', 1, 900, 0, 870],
  ['after the last try it is given up', 5, 1_800, 870, null],
])('%s', (_name, attempts, askedS, afterS, expected) => {
  expect(next(attempts, askedS, afterS)).toBe(expected)
})
