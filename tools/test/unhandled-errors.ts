// Writes the errors that no test caught beside Vitest's JSON report (`x-unhandled.json`), which leaves them out although
// each of them fails the run.
import { writeFileSync } from 'node:fs'
import type { Reporter, Vitest } from 'vitest/node'
import { unhandledBeside } from './counts.ts'

export default class UnhandledErrors implements Reporter {
  #file: string | undefined

  onInit(vitest: Vitest): void {
    const { outputFile } = vitest.config
    const report = typeof outputFile === 'object' ? outputFile.json : outputFile
    if (report) this.#file = unhandledBeside(report)
  }

  onTestRunEnd: Reporter['onTestRunEnd'] = (_modules, errors) => {
    if (this.#file) writeFileSync(this.#file, JSON.stringify(errors))
  }
}
