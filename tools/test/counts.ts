// Counts passed, failed and skipped tests in the JSON reports of Vitest and Playwright, and names the failed ones.
import { existsSync, readFileSync } from 'node:fs'

/** Numbers of tests. */
export type Counts = { passed: number; failed: number; skipped: number }

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: VitestFile[]
}
type VitestFile = { status: string; message: string; assertionResults: VitestTest[] }
type VitestTest = { status: string; fullName: string; failureMessages: string[] }
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
}
type PlaywrightSuite = { specs: { title: string; file: string; ok: boolean }[]; suites?: PlaywrightSuite[] }

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

/** What failed, by its name and the first line of why; a file that could not be run by its message. */
export function namesOfFailedVitest(file: string): string[] {
  return (readReport<VitestReport>(file)?.testResults ?? []).flatMap(({ status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [firstLineOf(message)] : []
    return failed.map(({ fullName, failureMessages }) => `${fullName}: ${firstLineOf(failureMessages[0] ?? '')}`)
  })
}

/** What failed, by its file and title. */
export function namesOfFailedPlaywright(file: string): string[] {
  return (readReport<PlaywrightReport>(file)?.suites ?? []).flatMap(namesInSuite)
}

function namesInSuite({ specs, suites = [] }: PlaywrightSuite): string[] {
  const own = specs.filter(({ ok }) => !ok).map((spec) => `${spec.file}: ${spec.title}`)
  return [...own, ...suites.flatMap(namesInSuite)]
}

const firstLineOf = (text: string) => text.split('\n', 1)[0]!

function readReport<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined
}
