// `npm test`: the tests of every change, in ten minutes. `npm run test:long`: the slow tests, in files named
// `*.long.test.ts`, and the browser tests of `e2e/`. `npm test -- NAME ...` runs only the test files with such a name in
// their path.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installSystemParts } from '../install-system-parts.ts'
import { buildConsole } from '../start/console-build.ts'
import { findSystemParts } from '../system-parts.ts'
import { type BrowserPart, reportOf, runQueues } from './browser-queues.ts'
import {
  type Counts,
  countPlaywright,
  countVitest,
  namesOfFailedPlaywright,
  namesOfFailedVitest,
  namesOfRetriedPlaywright,
  unhandledBeside,
  unhandledErrorsOf,
} from './counts.ts'
import { runStep, runWork, type StepResult } from './step.ts'

const root = join(import.meta.dirname, '..', '..')
const modules = join(root, 'node_modules')
const vitest = join(modules, 'vitest', 'vitest.mjs')
/** Browser tests without sending cameras need only the demo's rows. */
const ROWS_ALONE = { MIMAMORI_DEMO_CAMERAS: 'none' }
/** Two queues use two cores; the parts of a queue run one after another. */
const QUEUES: BrowserPart[][] = [
  [
    { project: 'rooms', environment: {} },
    { project: 'desk', environment: ROWS_ALONE },
  ],
  [
    { project: 'manage', environment: { MIMAMORI_E2E_PORT: '8199', ...ROWS_ALONE } },
    { project: 'pages', environment: { MIMAMORI_E2E_PORT: '8199', ...ROWS_ALONE } },
  ],
]
/** Maximum number of browser tests that may need a second attempt in one run; more are a race to fix before landing. */
const MOST_RETRIED = 2

/** Vitest's runs of a suite: each writes its own report. Parts have a step of their own, as two browsers fill two cores. */
const VITEST = { tests: 'tests', parts: 'parts of the console in Chromium' }

const names = process.argv.slice(2).filter((word) => word !== '--long')
const isLong = process.argv.includes('--long')
if (names.length > 0) {
  const { isOk } = await runStep(`tests of ${names.join(', ')}`, vitest, ['run', ...names])
  process.exit(isOk ? 0 : 1)
}
process.exitCode = await runSuite()

/** Runs the steps; prints failed tests, tests that passed on the second attempt, and counts; returns 0 on success. */
async function runSuite(): Promise<number> {
  const startedAt = performance.now()
  installSystemParts()
  const missing = findSystemParts().filter((part) => !part.isPresent)
  for (const part of missing) console.log(`${part.name} is missing: ${part.hint}`)
  const reports = mkdtempSync(join(tmpdir(), 'mimamori-test-'))
  const hasChromium = !missing.some((part) => part.name === 'Chromium')
  const queues = isLong && hasChromium ? QUEUES : []
  const steps = await (isLong ? longSteps(reports) : shortSteps(reports, hasChromium))
  steps.push(...(await runQueues(queues, reports)))
  // On CI no tests may be skipped.
  if (process.env.CI && missing.length > 0) {
    steps.push({ title: missing.map((part) => part.name).join(' and '), isOk: false })
  }
  const isOk = report(reports, queues.flat(), steps)
  rmSync(reports, { recursive: true })
  console.log(`${((performance.now() - startedAt) / 1000).toFixed(0)} s in all.`)
  return isOk ? 0 : 1
}

async function shortSteps(reports: string, hasChromium: boolean): Promise<StepResult[]> {
  const steps = [
    await runStep('format and lint', join(modules, '@biomejs', 'biome', 'bin', 'biome'), ['check', '.']),
    await runStep('types', 'tools/types.ts'),
    // One core each. Tests that start the product would build the console themselves, two at a time.
    ...(await Promise.all([runStep('unused code', join(modules, 'knip', 'bin', 'knip.js')), buildStep()])),
    await runVitest(reports, VITEST.tests, ['--exclude=**/*.long.test.ts', '--project=!parts']),
  ]
  if (hasChromium) steps.push(await runVitest(reports, VITEST.parts, ['--project=parts']))
  return steps
}

async function longSteps(reports: string): Promise<StepResult[]> {
  return [
    await buildStep(),
    await runVitest(reports, VITEST.tests, ['.long.test.']),
    // Also those that `npm test` sent before.
    await runStep('statements against their row types', 'tools/sql/main.ts'),
  ]
}

/** Builds the console when its sources changed. */
function buildStep(): Promise<StepResult> {
  return runWork('console build', async () => {
    console.log((await buildConsole(root)) ? 'built' : 'already built from these sources')
    return true
  })
}

function runVitest(reports: string, title: string, chosen: string[]): Promise<StepResult> {
  const reporters = ['default', 'json', './tools/test/unhandled-errors.ts'].map((name) => `--reporter=${name}`)
  return runStep(title, vitest, ['run', ...chosen, ...reporters, `--outputFile.json=${vitestReportOf(title, reports)}`])
}

function vitestReportOf(title: string, reports: string): string {
  return join(reports, `${title}.json`)
}

function report(reports: string, parts: readonly BrowserPart[], steps: StepResult[]): boolean {
  const vitestReports = Object.values(VITEST).map((title) => vitestReportOf(title, reports))
  const browserReports = parts.map((part) => reportOf(part, reports)).filter(existsSync)
  const retried = browserReports.flatMap(namesOfRetriedPlaywright)
  if (retried.length > MOST_RETRIED) {
    steps.push({ title: `${retried.length} browser tests needed a second try`, isOk: false })
  }
  const counts = [...vitestReports.map(countVitest), ...browserReports.map(countPlaywright)].reduce(add)
  const failed = [...vitestReports.flatMap(namesOfFailedVitest), ...browserReports.flatMap(namesOfFailedPlaywright)]
  const broken = steps.filter((step) => !step.isOk)
  for (const name of failed) console.log(`FAILED ${name}`)
  const unhandled = vitestReports.map(unhandledBeside).flatMap(unhandledErrorsOf)
  for (const error of unhandled) console.log(`OUTSIDE OF A TEST ${error}`)
  for (const name of retried) console.log(`PASSED AT THE SECOND TRY ${name}`)
  if (broken.length > 0) console.log(`Failed: ${broken.map((step) => step.title).join(', ')}.`)
  console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
  return broken.length === 0 && counts.failed === 0 && counts.passed > 0
}

function add(one: Counts, other: Counts): Counts {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  }
}
