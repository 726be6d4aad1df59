// Counts passed, failed and skipped tests in the JSON reports of Vitest and Playwright, and names the failed ones.
import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** Of what one failed try said. */
const MOST_CHARACTERS = 600

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
type PlaywrightSpec = { title: string; file: string; ok: boolean; tests: PlaywrightTest[] }
type PlaywrightTest = { status: string; results?: { errors: { message?: string }[] }[] }
type PlaywrightSuite = { specs: PlaywrightSpec[]; suites?: PlaywrightSuite[] }

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

/** Playwright's report; a test that passed at its second try counts as passed, see `namesOfRetriedPlaywright`. */
export function countPlaywright(file: string): Counts {
  const stats = readReport<PlaywrightReport>(file)?.stats
  if (!stats) return { passed: 0, failed: 0, skipped: 0 }
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
}

/** What failed, by its name and the first line of why; a file that could not be run by its message. */
export function namesOfFailedVitest(file: string): string[] {
  return (readReport<VitestReport>(file)?.testResults ?? []).flatMap(({ status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [firstLineOf(message)] : []
    return failed.map(({ fullName, failureMessages }) => `${fullName}: ${firstLineOf(failureMessages[0] ?? '')}`)
  })
}

/** Tests that failed at every try, by file, title, and what each try said. */
export function namesOfFailedPlaywright(file: string): string[] {
  return namesOfPlaywright(file, ({ ok }) => !ok)
}

/** Tests that passed at their second try only, by file, title, and what the first try said. */
export function namesOfRetriedPlaywright(file: string): string[] {
  return namesOfPlaywright(file, ({ tests }) => tests.some(({ status }) => status === 'flaky'))
}

function namesOfPlaywright(file: string, isWanted: (spec: PlaywrightSpec) => boolean): string[] {
  const namesIn = ({ specs, suites = [] }: PlaywrightSuite): string[] => [
    ...specs.filter(isWanted).map((spec) => [`${spec.file}: ${spec.title}`, ...errorsOf(spec)].join('\n    ')),
    ...suites.flatMap(namesIn),
  ]
  return (readReport<PlaywrightReport>(file)?.suites ?? []).flatMap(namesIn)
}

function errorsOf({ tests }: PlaywrightSpec): string[] {
  const errors = tests.flatMap(({ results = [] }) => results.flatMap((result) => result.errors))
  return errors.map(({ message = '' }) => shortened(stripVTControlCharacters(message)))
}

/** On one line; a long list of differences is cut. */
const shortened = (text: string) => text.replace(/\s+/g, ' ').slice(0, MOST_CHARACTERS)
const firstLineOf = (text: string) => text.split('\n', 1)[0]!

function readReport<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined
}
