// Runs the projects of e2e/playwright.config.ts in parallel queues, each part with its own stack and port.
import { join } from 'node:path'
import { runStep, type StepResult } from './step.ts'

export type BrowserPart = { project: string; environment: Record<string, string> }

const PROGRAM = join(import.meta.dirname, '..', '..', 'node_modules', '@playwright', 'test', 'cli.js')

/** The JSON report of a part in the folder of reports. */
export function reportOf(part: BrowserPart, reports: string): string {
  return join(reports, `${part.project}.json`)
}

/** Runs all queues in parallel, and the parts of a queue one after another. */
export async function runQueues(queues: readonly BrowserPart[][], reports: string): Promise<StepResult[]> {
  return (await Promise.all(queues.map((parts) => runQueue(parts, reports)))).flat()
}

async function runQueue(parts: readonly BrowserPart[], reports: string): Promise<StepResult[]> {
  const results: StepResult[] = []
  for (const part of parts) {
    const args = ['test', '--config=e2e/playwright.config.ts', '--reporter=list,json', `--project=${part.project}`]
    // Each run empties its folder of results at its start.
    args.push(`--output=test-results/${part.project}`)
    const environment = { ...part.environment, PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf(part, reports) }
    results.push(await runStep(`browser tests, ${part.project}`, PROGRAM, args, environment))
  }
  return results
}
