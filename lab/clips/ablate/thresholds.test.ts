import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { thresholds, withValue } from './thresholds.ts'

/** A new rule takes the place of an old one: lower it with each threshold that goes. */
const MOST = 111
const NOTEBOOK = join(import.meta.dirname, '..', '..', 'notebook.md')

test('REAL-03 detection has no more named thresholds than it had, and a comment says of each what it is', () => {
  const all = thresholds()
  expect(all.length).toBeLessThanOrEqual(MOST)
  expect(all.length).toBeGreaterThan(50)
  expect(all.filter(({ isExplained }) => !isExplained).map(({ name }) => name)).toEqual([])
})

test('REAL-03 the notebook says where each threshold comes from and what it trades', () => {
  const rows = readFileSync(NOTEBOOK, 'utf8').matchAll(/^\| `([A-Z_]+)` \| [^|]+ \| [^|]+ \|$/gm)
  const written = [...rows].map(([, name]) => name)
  expect(written.toSorted()).toEqual(
    thresholds()
      .map(({ name }) => name)
      .toSorted(),
  )
})

test('a value derived from a threshold does not count', () => {
  expect(thresholds().map(({ name }) => name)).not.toContain('KEEP_MS')
})

test('one number of a threshold is changed, and nothing else', () => {
  const source = 'const A = 1\nexport const REACH = { near: 0.5, far: 1_000 }\nconst B = 1\n'
  expect(withValue(source, { name: 'REACH', at: 1, to: '2' })).toBe(source.replace('1_000', '2'))
})
