// Runs the projects of e2e/playwright.config.ts in parallel queues, each part with its own stack and port.
import { join } from 'node:path'
import { runStep, type StepResult } from './step.ts'

/** `shard`: the part of the project's files, such as `1/2`; default: all of them. */
export type BrowserPart = { project: string; shard?: string; environment: Record<string, string> }

const PROGRAM = join(import.meta.dirname, '..', '..', 'node_modules', '@playwright', 'test', 'cli.js')

/** The JSON report of a part in the folder of reports. */
export function reportOf(part: BrowserPart, reports: string): string {
  return join(reports, `${nameOf(part)}.json`)
}

/** Runs all queues in parallel, and the parts of a queue one after another. */
export async function runLanes(lanes: readonly BrowserPart[][], reports: string): Promise<StepResult[]> {
  return (await Promise.all(lanes.map((parts) => runLane(parts, reports)))).flat()
}

async function runLane(parts: readonly BrowserPart[], reports: string): Promise<StepResult[]> {
  const results: StepResult[] = []
  for (const part of parts) {
    const args = ['test', '--config=e2e/playwright.config.ts', '--reporter=list,json', `--project=${part.project}`]
    // Each run empties its folder of results at its start.
    args.push(`--output=test-results/${nameOf(part)}`)
    if (part.shard) args.push(`--shard=${part.shard}`)
    const environment = { ...part.environment, PLAYWRIGHT_JSON_OUTPUT_NAME: reportOf(part, reports) }
    results.push(await runStep(`browser tests, ${nameOf(part)}`, PROGRAM, args, environment))
  }
  return results
}

function nameOf({ project, shard }: BrowserPart): string {
  return shard ? `${project}-${shard.replace('/', '-of-')}` : project
}
