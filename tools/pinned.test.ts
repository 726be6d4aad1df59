// What runs in the checks is named by its hash: a tag can be moved to other code.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const USES = /^\s*-?\s*uses:\s*(\S+)(.*)$/gm
const BY_HASH = /@[0-9a-f]{40}$/

test('every action of a workflow is named by its hash, with its version beside it', () => {
  const workflows = globSync('.github/workflows/*.yml', { cwd: ROOT })
  const uses = workflows.flatMap((name) => [...readFileSync(join(ROOT, name), 'utf8').matchAll(USES)])
  expect(uses.length).toBeGreaterThan(0)
  const loose = uses.filter(([, action, rest]) => !BY_HASH.test(action!) || !/# v\d/.test(rest!))
  expect(loose.map(([line]) => line.trim())).toEqual([])
})
