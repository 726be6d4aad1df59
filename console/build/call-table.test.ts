import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '@mimamori/contract/endpoints.ts'
import { expect, test } from 'vitest'
import { isForBrowsers } from './call-table.ts'

const SOURCES = join(import.meta.dirname, '../src')
/** The call by which a place asks for a right: `mayCall(role, 'camera.edit')`, `needs('alert.search')`. */
const RIGHT = /\b(?:mayCall\([^,()]+(?:\(\)[^,()]*)?,|mayCallNow\(|needs\()\s*'([\w.]+)'/g

test('NAV-02 every right that the console asks for is that of a call that browsers have', () => {
  const keys = globSync('**/*.{ts,tsx}', { cwd: SOURCES }).flatMap((file) =>
    [...readFileSync(join(SOURCES, file), 'utf8').matchAll(RIGHT)].map(([, key]) => key as keyof typeof endpoints),
  )
  expect(keys.length).toBeGreaterThan(100)
  expect(keys).toContain('camera.edit')
  expect([...new Set(keys)].filter((key) => !isForBrowsers(key, endpoints[key].access))).toEqual([])
})
