import { expect, test } from 'vitest'
import { thresholds, withValue } from './thresholds.ts'

/** A new rule takes the place of an old one: lower it with each threshold that goes. */
const MOST = 171

test('REAL-03 detection has no more named thresholds than it had, and a comment says of each what it is', () => {
  const all = thresholds()
  expect(all.length).toBeLessThanOrEqual(MOST)
  expect(all.length).toBeGreaterThan(50)
  expect(all.filter(({ isExplained }) => !isExplained).map(({ name }) => name)).toEqual([])
})

test('one number of a threshold is changed, and nothing else', () => {
  const source = 'const A = 1\nexport const REACH = { near: 0.5, far: 1_000 }\nconst B = 1\n'
  expect(withValue(source, { name: 'REACH', at: 1, to: '2' })).toBe(source.replace('1_000', '2'))
})
