// Tests of the closing line of `npm test`.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  countPlaywright,
  countVitest,
  namesOfFailedPlaywright,
  namesOfFailedVitest,
  namesOfRetriedPlaywright,
  unhandledErrorsOf,
} from './counts.ts'

test('tests are counted from the reports, and a report that is not there counts nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mimamori-counts-'))
  const vitest = join(folder, 'vitest.json')
  const browser = join(folder, 'browser.json')
  writeFileSync(vitest, '{"numPassedTests":7,"numFailedTests":1,"numPendingTests":2,"numTodoTests":0}')
  writeFileSync(browser, '{"stats":{"expected":3,"unexpected":0,"flaky":1,"skipped":4}}')

  expect(countVitest(vitest)).toEqual({ passed: 7, failed: 1, skipped: 2 })
  expect(countPlaywright(browser)).toEqual({ passed: 4, failed: 0, skipped: 4 })
  expect(countVitest(join(folder, 'none.json'))).toEqual({ passed: 0, failed: 0, skipped: 0 })
  rmSync(folder, { recursive: true })
})

test('what failed is named at the end, where a cut log still has it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mimamori-counts-'))
  const vitest = join(folder, 'vitest.json')
  const browser = join(folder, 'browser.json')
  const fall = { status: 'failed', fullName: 'falls are raised', failureMessages: ['expected 1 to be 2\n  at line 3'] }
  const testResults = [
    {
      name: 'fall.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [fall, { status: 'passed', fullName: 'rest', failureMessages: [] }],
    },
    { name: 'bed.test.ts', status: 'failed', message: 'Cannot find module\n  at line 1', assertionResults: [] },
    { name: 'room.test.ts', status: 'passed', message: '', assertionResults: [] },
  ]
  writeFileSync(vitest, JSON.stringify({ testResults }))
  const tries = [{ errors: [{ message: '\u001b[31mexpected []\u001b[39m\n  + 409' }] }, { errors: [{}] }]
  const specs = [
    { title: 'signs in', file: 'a.spec.ts', ok: true, tests: [{ status: 'expected' }] },
    { title: 'signs out', file: 'a.spec.ts', ok: false, tests: [{ status: 'unexpected', results: tries }] },
    { title: 'signs up', file: 'a.spec.ts', ok: true, tests: [{ status: 'flaky' }] },
  ]
  writeFileSync(browser, JSON.stringify({ suites: [{ specs: [], suites: [{ specs }] }] }))

  expect(namesOfFailedVitest(vitest)).toEqual([
    'falls are raised: expected 1 to be 2',
    'bed.test.ts: Cannot find module',
  ])
  expect(namesOfFailedPlaywright(browser)).toEqual(['a.spec.ts: signs out\n    expected [] + 409\n    '])
  expect(namesOfRetriedPlaywright(browser)).toEqual(['a.spec.ts: signs up'])
  expect(namesOfFailedVitest(join(folder, 'none.json'))).toEqual([])
  rmSync(folder, { recursive: true })
})

test('an error that no test caught is named with the file and the test that ran then', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mimamori-counts-'))
  const file = join(folder, 'unhandled.json')
  const during = { VITEST_TEST_PATH: 'hub/src/a.test.ts', VITEST_TEST_NAME: 'falls are raised' }
  writeFileSync(file, JSON.stringify([{ name: 'TypeError', message: 'no\n frame', ...during }, { message: 'closed' }]))

  const named = ['TypeError: no frame (hub/src/a.test.ts, falls are raised)', 'Error: closed']
  expect(unhandledErrorsOf(file)).toEqual(named)
  expect(unhandledErrorsOf(join(folder, 'none.json'))).toEqual([])
  rmSync(folder, { recursive: true })
})
