// All tests of the checkout: one project per workspace, written here or in its vitest.config.ts.
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/test/longest-first.ts'

type Settings = { include?: string[]; isolate?: boolean; testTimeout?: number }

const project = (name: string, settings: Settings) => ({
  root: name,
  test: { name, include: ['**/*.test.ts'], environment: 'node' as const, maxWorkers: 3, ...settings },
})

export default defineConfig({
  test: {
    projects: [
      project('contract', { include: ['src/**/*.test.ts'], isolate: false }),
      'service',
      'hub',
      'hub/vitest.plain.config.ts',
      project('lab', { testTimeout: 60_000 }),
      'console',
      'console/vitest.parts.config.ts',
      project('tools', { testTimeout: 30_000 }),
    ],
    // Three fill two cores: tests over real cameras and processes wait more than they compute.
    // Each project says the same: what it does not say it does not take from here, but has one.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    retry: 0,
    passWithNoTests: false,
  },
})
