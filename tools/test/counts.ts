// Counts passed, failed and skipped tests in the JSON reports of Vitest and Playwright, and names the failed ones.
import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

/** Maximum length of a failed attempt's message. */
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
type VitestFile = { name: string; status: string; message: string; assertionResults: VitestTest[] }
type VitestTest = { status: string; fullName: string; failureMessages: string[] }
type UnhandledError = { name?: string; message: string; VITEST_TEST_PATH?: string; VITEST_TEST_NAME?: string }
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
}
type PlaywrightSpec = { title: string; file: string; ok: boolean; tests: PlaywrightTest[] }
type PlaywrightTest = { status: string; results?: { errors: { message?: string }[] }[] }
type PlaywrightSuite = { specs: PlaywrightSpec[]; suites?: PlaywrightSuite[] }

/** Vitest's report; a missing one (the run broke before its end) counts as empty. */
export function countVitest(file: string): Counts {
  const report = readReport<VitestReport>(file)
  if (!report) return { passed: 0, failed: 0, skipped: 0 }
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** Playwright's report; a test that passed on its second attempt counts as passed, see `namesOfRetriedPlaywright`. */
export function countPlaywright(file: string): Counts {
  const stats = readReport<PlaywrightReport>(file)?.stats
  if (!stats) return { passed: 0, failed: 0, skipped: 0 }
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
}

/** Names of failed tests, with the first line of the error; a file that could not run with its path and message. */
export function namesOfFailedVitest(file: string): string[] {
  return (readReport<VitestReport>(file)?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [`${name}: ${firstLineOf(message)}`] : []
    return failed.map(({ fullName, failureMessages }) => `${fullName}: ${firstLineOf(failureMessages[0] ?? '')}`)
  })
}

/** Where the errors that no test caught stand, for a report of Vitest. */
export const unhandledBeside = (report: string) => report.replace(/\.json$/, '-unhandled.json')

/** Errors that no test caught, which fail a run whose tests all pass: the error, and the current file and test. */
export function unhandledErrorsOf(file: string): string[] {
  return (readReport<UnhandledError[]>(file) ?? []).map(({ name = 'Error', message, ...during }) => {
    const place = [during.VITEST_TEST_PATH, during.VITEST_TEST_NAME].filter(Boolean).join(', ')
    return `${name}: ${shortened(message)}${place ? ` (${place})` : ''}`
  })
}

/** Tests that failed on every attempt: file, title, and the error of each attempt. */
export function namesOfFailedPlaywright(file: string): string[] {
  return namesOfPlaywright(file, ({ ok }) => !ok)
}

/** Tests that passed only on their second attempt: file, title, and the error of the first. */
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

/** As one line; a long diff is truncated. */
const shortened = (text: string) => text.replace(/\s+/g, ' ').slice(0, MOST_CHARACTERS)
const firstLineOf = (text: string) => text.split('\n', 1)[0]!

function readReport<T>(file: string): T | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined
}
