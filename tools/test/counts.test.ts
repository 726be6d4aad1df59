// Tests of the closing line of `npm test`.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { countPlaywright, countVitest } from './counts.ts'

test('tests are counted from the reports, and a report that is not there counts nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mimamori-counts-'))
  const vitest = join(folder, 'vitest.json')
  const browser = join(folder, 'browser.json')
  writeFileSync(vitest, '{"numPassedTests":7,"numFailedTests":1,"numPendingTests":2,"numTodoTests":0}')
  writeFileSync(browser, '{"stats":{"expected":3,"unexpected":0,"flaky":1,"skipped":4}}')

  expect(countVitest(vitest)).toEqual({ passed: 7, failed: 1, skipped: 2 })
  expect(countPlaywright(browser)).toEqual({ passed: 3, failed: 1, skipped: 4 })
  expect(countVitest(join(folder, 'none.json'))).toEqual({ passed: 0, failed: 0, skipped: 0 })
  rmSync(folder, { recursive: true })
})
