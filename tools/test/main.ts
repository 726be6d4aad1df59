// Runs everything that `npm test` promises: format, types, tests of all workspaces, console build, browser tests.
// `npm test -- NAME ...` runs only the test files with such a name in their path, without the browser.
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findSystemParts } from '../system-parts.ts'
import {
  type Counts,
  countPlaywright,
  countVitest,
  namesOfFailedPlaywright,
  namesOfFailedVitest,
  namesOfRetriedPlaywright,
} from './counts.ts'
import { runStep, type StepResult } from './step.ts'

const root = join(import.meta.dirname, '..', '..')
const modules = join(root, 'node_modules')
const reports = mkdtempSync(join(tmpdir(), 'mimamori-test-'))
const vitestReport = join(reports, 'vitest.json')
/** Some browser tests need cameras that send; the others run beside them, with the demo's rows alone. */
const ROWS_ALONE = { MIMAMORI_DEMO_CAMERAS: 'none' }
type BrowserPart = { project: string; environment: Record<string, string> }
/** Two lanes fill two cores; what is in one lane runs one after another. */
const BROWSER_LANES: BrowserPart[][] = [
  [
    { project: 'rooms', environment: {} },
    { project: 'manage', environment: { MIMAMORI_E2E_PORT: '8199', ...ROWS_ALONE } },
  ],
  [{ project: 'desk', environment: { MIMAMORI_E2E_PORT: '8189', ...ROWS_ALONE } }],
]
const browserReports = BROWSER_LANES.flat().map(reportOf)
const isCi = Boolean(process.env.CI)
/** Browser tests that may need a second try in one run; more of them are a race to mend before landing. */
const MOST_RETRIED = 2
const startedAt = performance.now()
const names = process.argv.slice(2)
if (names.length > 0) {
  const vitest = join(modules, 'vitest', 'vitest.mjs')
  const { isOk } = await runStep(`tests of ${names.join(', ')}`, vitest, ['run', ...names])
  process.exit(isOk ? 0 : 1)
}

const missing = findSystemParts().filter((part) => !part.isPresent)
for (const part of missing) console.log(`${part.name} is missing: ${part.hint}`)

const steps: StepResult[] = [
  await runStep('format and lint', join(modules, '@biomejs', 'biome', 'bin', 'biome'), ['check', '.']),
  await runStep('types', 'tools/types.ts'),
  await runStep('unused code', join(modules, 'knip', 'bin', 'knip.js')),
  await runStep('tests', join(modules, 'vitest', 'vitest.mjs'), [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${vitestReport}`,
  ]),
  await runStep('statements against their row types', 'tools/sql/main.ts'),
  await runStep('console build', 'tools/test/build-console.ts'),
]
if (hasBrowserTests() && !missing.some((part) => part.name === 'Chromium')) {
  steps.push(...(await Promise.all(BROWSER_LANES.map(runLane))).flat())
}
// A machine that decides about the code must not leave tests out.
if (isCi && missing.length > 0) steps.push({ title: missing.map((part) => part.name).join(' and '), isOk: false })

const retried = browserReports.flatMap(namesOfRetriedPlaywright)
if (retried.length > MOST_RETRIED) {
  steps.push({ title: `${retried.length} browser tests needed a second try`, isOk: false })
}

const counts = browserReports.map(countPlaywright).reduce(add, countVitest(vitestReport))
const failed = [...namesOfFailedVitest(vitestReport), ...browserReports.flatMap(namesOfFailedPlaywright)]
rmSync(reports, { recursive: true })
const broken = steps.filter((step) => !step.isOk)
console.log(`\n${((performance.now() - startedAt) / 1000).toFixed(0)} s in all.`)
for (const name of failed) console.log(`FAILED ${name}`)
for (const name of retried) console.log(`PASSED AT THE SECOND TRY ${name}`)
if (broken.length > 0) console.log(`Failed: ${broken.map((step) => step.title).join(', ')}.`)
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exitCode = broken.length > 0 || counts.failed > 0 || counts.passed === 0 ? 1 : 0

function hasBrowserTests(): boolean {
  if (!existsSync(join(root, 'e2e', 'playwright.config.ts'))) return false
  return readdirSync(join(root, 'e2e'), { recursive: true }).some((name) => /\.(spec|test)\.ts$/.test(String(name)))
}

function reportOf({ project }: BrowserPart): string {
  return join(reports, `${project}.json`)
}

async function runLane(parts: readonly BrowserPart[]): Promise<StepResult[]> {
  const program = join(modules, '@playwright', 'test', 'cli.js')
  const args = ['test', '--config=e2e/playwright.config.ts', '--reporter=list,json']
  const results: StepResult[] = []
  for (const part of parts) {
    const environment = { ...part.environment, PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf(part) }
    const title = `browser tests, ${part.project}`
    results.push(await runStep(title, program, [...args, `--project=${part.project}`], environment))
  }
  return results
}

function add(one: Counts, other: Counts): Counts {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
  }
}
