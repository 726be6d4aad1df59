// Counts passed, failed and skipped tests in the JSON reports of Vitest and Playwright.
import { existsSync, readFileSync } from 'node:fs'

/** Numbers of tests. */
export type Counts = { passed: number; failed: number; skipped: number }

type VitestReport = { numPassedTests: number; numFailedTests: number; numPendingTests: number; numTodoTests: number }
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }

/** Vitest's report; a missing one (the run broke before its end) counts as nothing. */
export function countVitest(file: string): Counts {
  const report = readReport<VitestReport>(file)
  if (!report) return { passed: 0, failed: 0, skipped: 0 }
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** Playwright's report; a flaky test counts as failed. */
export function countPlaywright(file: string): Counts {
  const stats = readReport<PlaywrightReport>(file)?.stats
  if (!stats) return { passed: 0, failed: 0, skipped: 0 }
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky, skipped: stats.skipped }
}

function readReport<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined
}
